"""An iterator that waits for an endpoint, run in a thread of its own, and what it gives, in the window's."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import groupby
from threading import Condition, Event
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor_app.runs.endpoint.addresses import RetryWait
from editor_app.runs.loop.models import ModelCancelledError, ModelError
from editor_app.window.kit.work.runner import FAULT, start_thread
from editor_app.window.kit.work.timers import repeating

Cancelled: TypeAlias = Callable[[], bool]
Announce: TypeAlias = Callable[[RetryWait], None]
Make: TypeAlias = Callable[[Cancelled, Announce], Iterator[object]]

MOST_WAITING: Final = 2_000
"""The items that wait to be handed over; while there are as many, the thread waits."""

_LOOK_MS: Final = 100
_LOOK_CANCELLED_MS: Final = 20
_LOOKS_CANCELLED: Final = 7
_CLOSING_SECONDS: Final = 0.2


class EndpointThread(QObject):
    """Runs an iterator in a daemon thread, and hands over what it gives at most ten times a second.

    `came` has a tuple of items, `waiting` a `RetryWait`, and `ended`, once and last, None or the sentence of
    a ModelError. Any other exception ends the iterator too, and is left to the hook for those in threads.
    The thread knows nothing of Qt: the window looks what is there, so nothing reaches a deleted object.
    """

    came = Signal(object)
    waiting = Signal(object)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a thread."""
        super().__init__(parent)
        self._work: _Work | None = None
        self._looks_left = 0
        self._look = repeating(self, _LOOK_MS, self._hand_over)
        self._outstanding: list[_Work] = []
        self.destroyed.connect(partial(_leave_all, self._outstanding))

    @property
    def is_running(self) -> bool:
        """Whether `ended` is still to come."""
        return self._work is not None

    def start(self, make: Make) -> None:
        """Run the iterator that `make` returns; both run in the thread, and must not use Qt.

        The first argument of `make` tells whether it is cancelled, the second is told of waits. Only one
        iterator runs at a time: another start cancels the one before, of which nothing more is handed over.
        """
        self._leave()
        self._looks_left = 0
        self._work = _Work(make)
        self._outstanding.append(self._work)
        start_thread(self._work.run)
        self._look.start(_LOOK_MS)

    def cancel(self) -> None:
        """Cancel; what the iterator gives on its way to its end is handed over, if that comes soon."""
        if self._work is not None and not self._looks_left:
            self._work.cancel()
            self._looks_left = _LOOKS_CANCELLED
            self._look.start(_LOOK_CANCELLED_MS)

    def close(self) -> None:
        """Cancel, wait a moment for the iterator's end, and hand over the rest."""
        work = self._work
        if work is not None:
            self.cancel()
            work.over.wait(_CLOSING_SECONDS)
            self._looks_left = 1
            self._hand_over()

    def _hand_over(self) -> None:
        work = self._work
        if work is None:
            return
        self._looks_left = max(self._looks_left - 1, min(self._looks_left, 1))
        is_last_look = self._looks_left == 1
        is_over = work.over.is_set()  # asked first: what is taken then is all there is
        for is_wait, together in groupby(work.take(), lambda item: isinstance(item, RetryWait)):
            for items in together if is_wait else (tuple(together),):
                if self._work is work:  # a slot may have begun another iterator
                    (self.waiting if is_wait else self.came).emit(items)
        if self._work is work and (is_over or is_last_look):
            self._leave()
            self.ended.emit(work.error)

    def _leave(self) -> None:
        """Take nothing more of the thread."""
        self._look.stop()
        if self._work is not None:
            self._work.leave()
            self._outstanding.remove(self._work)
            self._work = None


class _Work:
    """The thread, and what it has to hand over."""

    def __init__(self, make: Make) -> None:
        self.over = Event()
        self._make: Make | None = make
        self._items: list[object] = []
        self._changed = Condition()
        self.error: str | None = None
        self._is_cancelled = False
        self._is_left = False

    def cancel(self) -> None:
        """Let the iterator end."""
        with self._changed:
            self._is_cancelled = True
            self._changed.notify_all()

    def leave(self) -> None:
        """Let the iterator end; nobody takes what it gives."""
        with self._changed:
            self._is_cancelled = self._is_left = True
            self._items.clear()
            self._changed.notify_all()

    def take(self) -> list[object]:
        """Return what came since, at once."""
        with self._changed:
            items, self._items = self._items, []
            self._changed.notify_all()
            return items

    def run(self) -> None:
        """Take what the iterator gives, in the thread."""
        try:
            self._take_all()
        except ModelCancelledError:
            self._end(None)
        except ModelError as error:
            self._end(str(error))
        except BaseException:
            self._end(FAULT)
            raise
        else:
            self._end(None)

    def _take_all(self) -> None:
        make, self._make = self._make, None
        assert make is not None
        items = make(lambda: self._is_cancelled, self._put)
        try:
            for item in items:
                if not self._has_room():
                    return
                self._put(item)
        finally:
            if isinstance(items, Generator):
                items.close()

    def _has_room(self) -> bool:
        """Wait until there is room for another item; return False where nobody takes it."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_left or self._is_cancelled or len(self._items) < MOST_WAITING
            )
            return not self._is_left

    def _put(self, item: object) -> None:
        with self._changed:
            if not self._is_left:
                self._items.append(item)

    def _end(self, error: str | None) -> None:
        self.error = error
        self.over.set()


def _leave_all(outstanding: list[_Work], _destroyed: QObject | None = None) -> None:
    for work in outstanding:
        work.leave()

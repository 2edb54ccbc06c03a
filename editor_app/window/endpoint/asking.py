"""Iterators that wait for an endpoint, run in threads of their own, and requests whose answers come so.

What they give is handed over in the window's thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from itertools import groupby
from threading import Condition, Event
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, RetryWait
from editor_app.runs.endpoint.keys import Key
from editor_app.runs.loop.models import ModelCancelledError, ModelError, StepEnd
from editor_app.runs.model.session import FinishReason, TextPart, ToolPart
from editor_app.text import Sentence
from editor_app.window.kit.work.runner import FAULT, start_thread
from editor_app.window.kit.work.timers import repeating
from editor_app.window.panels.request.request_view import AnswerState, AnswerView, ShownCall

Cancelled: TypeAlias = Callable[[], bool]
Announce: TypeAlias = Callable[[RetryWait], None]
Make: TypeAlias = Callable[[Cancelled, Announce], Iterator[object]]

MOST_WAITING: Final = 2_000
"""The items that wait to be handed over; while there are as many, the thread waits until it is cancelled."""

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
        self._work = _Work()
        self.destroyed.connect(self._work.leave)
        start_thread(partial(self._work.run, make))
        self._look.start(_LOOK_MS)

    def cancel(self) -> None:
        """Cancel; what the iterator gives on its way to its end is handed over, if that comes soon."""
        if self._work is not None and not self._looks_left:
            self._work.cancel()
            self._looks_left = _LOOKS_CANCELLED
            self._look.start(_LOOK_CANCELLED_MS)

    def close(self) -> None:
        """Cancel, wait a moment for the iterator's end, and hand over the rest."""
        if self._work is not None:
            self.cancel()
            self._work.over.wait(_CLOSING_SECONDS)
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
            self._look.stop()
            self._leave()
            self.ended.emit(work.error)

    def _leave(self) -> None:
        """Let the iterator end; nobody takes what it gives."""
        if self._work is not None:
            self.destroyed.disconnect(self._work.leave)
            self._work.leave()
            self._work = None


class _Work:
    """The thread, and what it has to hand over."""

    def __init__(self) -> None:
        self.over = Event()
        self.error: str | None = None
        self.is_cancelled = False
        self.is_left = False
        self._items: list[object] = []
        self._has_room = Condition()

    def take(self) -> list[object]:
        """Return what came since, at once."""
        with self._has_room:
            items, self._items = self._items, []
            self._has_room.notify()
        return items

    def cancel(self) -> None:
        """Ask the iterator to end; what it gives on its way there waits for nobody."""
        with self._has_room:
            self.is_cancelled = True
            self._has_room.notify()

    def leave(self, _destroyed: QObject | None = None) -> None:
        """Let the iterator end; nobody takes what it gives."""
        self.is_left = True
        self.cancel()

    def run(self, make: Make) -> None:
        """Take what the iterator gives, in the thread, as long as somebody takes it from here."""
        items: Iterator[object] = iter(())
        try:
            items = make(lambda: self.is_cancelled, self._put)
            for item in items:
                self._put(item)
                if self.is_left:
                    break
        except ModelCancelledError:
            pass
        except ModelError as error:
            self.error = error.sentence
        except BaseException:
            self.error = FAULT
            raise
        finally:
            if isinstance(items, Generator):
                items.close()
            self.over.set()

    def _put(self, item: object) -> None:
        """Hand an item over; while too many wait, so does the thread, until it is cancelled."""
        with self._has_room:
            self._has_room.wait_for(lambda: self.is_cancelled or len(self._items) < MOST_WAITING)
            self._items.append(item)


_SECOND_MS: Final = 1_000
_ENDINGS: Final = {
    FinishReason.STOP: Sentence("window-endpoint.ended"),
    FinishReason.TOOL_CALLS: Sentence("window-endpoint.ended-with-calls"),
    FinishReason.LENGTH: Sentence("window-endpoint.cut-at-limit"),
    FinishReason.CONTENT_FILTER: Sentence("window-endpoint.cut-by-filter"),
    FinishReason.ERROR: Sentence("window-endpoint.ended-with-error"),
}
_CUT: Final = frozenset({FinishReason.LENGTH, FinishReason.CONTENT_FILTER, FinishReason.ERROR})


class Sent(NamedTuple):
    """What is sent where."""

    endpoint: Endpoint
    body: Mapping[str, Any]


class LiveAnswer(QObject):
    """Sends one request, and follows its answer.

    `changed` tells that there is more of it, or that a second has passed; `ended` that it is over.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, sent: Sent, parent: QObject | None = None) -> None:
        """Begin without sending: the key is looked for first."""
        super().__init__(parent)
        self.sent = sent
        self.wants_key = False
        self.error = ""
        self.text = ""
        self._calls: list[ShownCall] = []
        self._end: StepEnd | None = None
        self._state = AnswerState.RUNNING
        self._doing = Sentence("window-endpoint.looking-for-key")
        self._wait: tuple[RetryWait, float] | None = None
        self._since = self._until = monotonic()
        self._thread = EndpointThread(self)
        self._thread.came.connect(self._take)
        self._thread.waiting.connect(self._take_wait)
        self._thread.ended.connect(self._after_end)
        self._seconds = repeating(self, _SECOND_MS, self.changed.emit)
        self._seconds.start()

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return self._state is AnswerState.RUNNING

    @property
    def content(self) -> str:
        """The text and the calls, to be copied."""
        calls = (f"{call.name}({call.arguments})" for call in self._calls)
        return "\n\n".join(filter(None, (self.text, *calls)))

    def send(self, key: Key | None) -> None:
        """Send the request."""
        if self.is_running and not self._thread.is_running:
            self._doing = Sentence("window-endpoint.asking")
            self._since = monotonic()
            self._thread.start(partial(_answered, self.sent, key))
            self.changed.emit()

    def fail(self, error: str, *, wants_key: bool = False) -> None:
        """End with an error, before anything was sent."""
        self.wants_key = wants_key
        self._over(AnswerState.FAILED, error)

    def cancel(self) -> None:
        """Stop; what came is kept."""
        if not self.is_running:
            return
        if self._thread.is_running:
            self._thread.cancel()
        else:
            self._over(AnswerState.CANCELLED)

    def close(self) -> None:
        """Stop, and wait a moment for it."""
        self.cancel()
        self._thread.close()

    def view(self) -> AnswerView:
        """Return what the panel shows of it."""
        endpoint = self.sent.endpoint
        return AnswerView(
            self,
            self._state,
            self._status(),
            Sentence("window-endpoint.model-at", model=endpoint.model, host=endpoint.host),
            self.text,
            tuple(self._calls),
            self._wait[0].reason if self._wait is not None else "",
            self.error,
            self.wants_key,
        )

    # Inside -------------------------------------------------------------------------------------------------

    def _take(self, items: tuple[object, ...]) -> None:
        self._wait = None
        pieces = [item.text for item in items if isinstance(item, TextPart)]
        if pieces:
            self.text += "".join(pieces)
            self._doing = Sentence("window-endpoint.answering")
        for item in items:
            if isinstance(item, ShownCall):
                self._calls.append(item)
            elif isinstance(item, StepEnd):
                self._end = item
            elif isinstance(item, EndpointError):
                self.wants_key = item.wants_key
        self.changed.emit()

    def _take_wait(self, wait: RetryWait) -> None:
        self._wait = wait, monotonic() + wait.seconds
        self.changed.emit()

    def _after_end(self, error: str | None) -> None:
        if error is not None:
            self._over(AnswerState.FAILED, error)
        elif self._end is None:
            self._over(AnswerState.CANCELLED)
        else:
            self._over(AnswerState.CUT if self._end.finish in _CUT else AnswerState.ENDED)

    def _over(self, state: AnswerState, error: str = "") -> None:
        if not self.is_running:
            return
        self._state, self.error, self._wait = state, error, None
        self._until = monotonic()
        self._seconds.stop()
        self.changed.emit()
        self.ended.emit()

    def _status(self) -> str:
        now = monotonic() if self.is_running else self._until
        seconds = max(int(now - self._since), 0)
        if self._wait is not None:
            wait, until = self._wait
            left = max(int(until - now + 0.999), 0)
            return Sentence("window-endpoint.waiting", seconds=left, attempt=wait.attempt, tries=wait.tries)
        if self.is_running:
            return Sentence("window-endpoint.for-seconds", what=self._doing, seconds=seconds)
        ended = _ENDINGS[self._end.finish if self._end else FinishReason.STOP]
        if self._state is AnswerState.CANCELLED:
            ended = Sentence("window-endpoint.cancelled")
        elif self._state is AnswerState.FAILED:
            has_some = self.text or self._calls
            ended = (
                Sentence("window-endpoint.broke-off") if has_some else Sentence("window-endpoint.no-answer")
            )
        if self._end is None or self._end.total is None:
            return Sentence("window-endpoint.for-seconds", what=ended, seconds=seconds)
        tokens = self._end.total
        return Sentence("window-endpoint.tokens-in-seconds", what=ended, tokens=tokens, seconds=seconds)


def _answered(sent: Sent, key: Key | None, cancelled: Cancelled, announce: Announce) -> Iterator[object]:
    from editor_app.runs.endpoint.exchange import Connection
    from editor_app.runs.endpoint.model import send_once

    connection = Connection(sent.endpoint, key, cancelled=cancelled, announce=announce)
    try:
        for item in send_once(connection, sent.body):
            if isinstance(item, ToolPart):  # shown from here, in the thread: its arguments may be long
                arguments = item.error or json.dumps(item.arguments, indent=2, ensure_ascii=False)
                yield ShownCall(item.name, arguments)
            else:
                yield item
    except EndpointError as error:
        yield error
        raise

"""A quiet word at the start about unsaved text of other libraries, which their own windows bring back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.clock import Clock
from editor_app.library.files.reading import quoted
from editor_app.library.journal.taking import UnsavedElsewhere
from editor_app.library.paths import is_folder
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.frame.notices import Notices
from editor_app.window.kit.work.runner import Runner
from editor_app.window.kit.work.timers import single_shot

LookElsewhere = Callable[[], tuple[UnsavedElsewhere, ...]]


class ElsewhereSearch(QObject):
    """Looks for unsaved text of other libraries in another thread, and says once what it finds."""

    open_requested = Signal(Path)
    bring_requested = Signal(Path)  # the library is not where it was, so that no window can open it

    def __init__(
        self, look: LookElsewhere, notifier: Notices, clock: Clock, parent: QObject | None = None
    ) -> None:
        """Use these parts; `look` may take a while."""
        super().__init__(parent)
        self._look = look
        self._notifier = notifier
        self._clock = clock
        self._waiting: Sequence[UnsavedElsewhere] = ()
        self._runner = Runner(self)
        self._soon = single_shot(self, 0, self._say)
        notifier.gone.connect(self._soon.start)

    def start(self) -> None:
        """Begin to look."""
        self._runner.do(self._look, self._take)

    def _take(self, unsaved: Sequence[UnsavedElsewhere]) -> None:
        self._waiting = unsaved
        self._say()

    def _say(self) -> None:
        """Say it, once no other notice is there: each of those is about what is open."""
        if not self._waiting or self._notifier.isVisible():
            return
        [newest, *others], self._waiting = self._waiting, ()
        place = home_relative(newest.root)
        more = ""
        if others:
            number = "1 other library" if len(others) == 1 else f"{len(others)} other libraries"
            more = f", and of {number}"
        sentence = f"Unsaved text of {quoted(place)} {_since(newest.at, self._clock())}{more}."
        if is_folder(newest.root):
            open_it = partial(self.open_requested.emit, newest.root)
            self._notifier.say(sentence, ("Open", open_it))
        else:
            bring = partial(self.bring_requested.emit, newest.root)
            self._notifier.say(f"{sentence} Its folder is not there now.", ("Bring it here", bring))


def _since(at: datetime, now: datetime) -> str:
    local = at.astimezone(now.tzinfo)
    if local.date() == now.date():
        return f"from {local:%H:%M}"
    if local.date() == (now - timedelta(days=1)).date():
        return "from yesterday"
    return f"from {local:%Y-%m-%d}"

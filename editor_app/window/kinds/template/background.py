"""Work that waits for disks and processes, done in a thread of its own so that the window never waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QObject

from editor_app.conversations.errors import ConversationError
from editor_app.window.kit.work.timers import single_shot

_LOOK_MS: Final = 20


class _Outstanding(NamedTuple):
    """Work that was begun, and what its result or its error is given to."""

    future: Future[Any]
    take: Callable[[Any], object]
    fail: Callable[[ConversationError], object]


class Background(QObject):
    """Does one piece of work after another; results are taken in the window's thread.

    The thread knows nothing of Qt: the window looks from time to time whether there is a result.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without work; the thread is begun with the first."""
        super().__init__(parent)
        self._worker: ThreadPoolExecutor | None = None
        self._outstanding: deque[_Outstanding] = deque()
        self._look = single_shot(self, _LOOK_MS)
        self._look.timeout.connect(self._take_results)

    def do(
        self,
        work: Callable[[], Any],
        take: Callable[[Any], object],
        fail: Callable[[ConversationError], object],
    ) -> None:
        """Do `work` after all that was asked for before; `take` gets its result, `fail` its error."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "conversations")
        self._outstanding.append(_Outstanding(self._worker.submit(work), take, fail))
        self._look_soon()

    def _take_results(self) -> None:
        while self._outstanding and self._outstanding[0].future.done():
            future, take, fail = self._outstanding.popleft()
            self._look_soon()  # also where this one raises
            try:
                result = future.result()
            except ConversationError as error:
                fail(error)
            else:
                take(result)
        self._look_soon()

    def _look_soon(self) -> None:
        if self._outstanding and not self._look.isActive():
            self._look.start()

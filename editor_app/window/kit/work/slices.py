"""A call that is done in slices: it is left where the work calls `PAUSE`, and gone on with later.

    self._slicer.start(in_slices(partial(analyse, text, kind)), self._take)

The work has a thread, but only one of the two runs: a slice hands over to the thread, and waits until it is
handed back. So the work does not slow the window down, and nothing changes beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from threading import Semaphore
from time import thread_time
from typing import Final, Generic, TypeVar

from editor_app.pausing import PAUSE
from editor_app.window.kit.work.runner import start_thread

_Result = TypeVar("_Result")
_MOMENT: Final = 0.03
"""The seconds of the processor that the first slice may take."""

_SECONDS: Final = 0.008
"""Those of the others."""

_CALLS: Final = 16
"""How many pauses there are to each look at the clock, which takes longer than what is between two."""


class _Stopped(BaseException):
    """Nobody waits for the work any more."""


def in_slices(work: Callable[[], _Result]) -> Iterator[_Result | None]:
    """Do `work`, and yield None after each slice and at last its result, which is not None.

    What it raises is raised. The first slice is longer than the others, so that most work is done within it.
    """
    worker = _Worker(work)
    try:
        worker.go_on(_MOMENT)
        while not worker.results and worker.error is None:
            yield None
            worker.go_on(_SECONDS)
    finally:
        worker.stop()
    if worker.error is not None:
        raise worker.error
    yield worker.results[0]


class _Worker(Generic[_Result]):
    """A call in a thread that runs only while `go_on` waits for it."""

    def __init__(self, work: Callable[[], _Result]) -> None:
        self.results: list[_Result] = []
        self.error: BaseException | None = None
        self._work = work
        self._turn, self._back = Semaphore(0), Semaphore(0)
        self._seconds = self._until = 0.0
        self._calls = 0
        self._is_stopped = False
        start_thread(self._run)

    def go_on(self, seconds: float) -> None:
        """Let the work go on until a pause after some seconds of the processor, or its end."""
        self._seconds = seconds
        self._turn.release()
        self._back.acquire()

    def stop(self) -> None:
        """End the work at its pause, if it is at one."""
        is_waiting = not self.results and self.error is None
        if is_waiting and not sys.is_finalizing():  # threads are not gone on with at the program's end
            self._is_stopped = True
            self.go_on(0)

    def _run(self) -> None:
        PAUSE.set(self._pause)
        self._wait()
        try:
            self.results.append(self._work())
        except BaseException as error:  # noqa: BLE001  it is raised where the result is waited for
            self.error = error
        self._back.release()

    def _pause(self) -> None:
        self._calls += 1
        if self._calls % _CALLS == 0 and thread_time() > self._until:
            self._back.release()
            self._wait()

    def _wait(self) -> None:
        self._turn.acquire()
        if self._is_stopped:
            raise _Stopped
        self._until = thread_time() + self._seconds

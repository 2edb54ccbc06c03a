"""Work off the window's thread: a function is called in another one, and its result taken in the window's.

    class FolderSize(QObject):
        def __init__(self, parent: QObject) -> None:
            super().__init__(parent)
            self._runner = Runner(self)

        def ask(self, folder: Path) -> None:
            self._runner.do(partial(size_of, folder), self._take, self._fail)

`size_of` must use nothing of Qt. `_take` gets what it returned, or `_fail` a sentence about the exception
that it raised; neither is called once the runner is deleted with its parent, or the job that `do` returned
is cancelled.

Qt's QThreadPool waits for its threads when it is deleted, at the end of the program too, and so for ever for
a call that hangs. Threads of Python that are daemons end with the program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import QObject

from editor_app.text import Sentence
from editor_app.window.kit.work.timers import single_shot

_Result = TypeVar("_Result")
_LONGEST_LOOK_MS: Final = 20
FAULT: Final = Sentence("window-kit.fault")


@dataclass(slots=True, eq=False)
class Job:
    """A call that was asked for, and what came of it once it is `over`."""

    work: Callable[[], Any]
    over: threading.Event = field(default_factory=threading.Event)
    result: Any = None
    error: str = ""
    is_awaited: bool = True
    """Whether something is still to be told of it."""

    def cancel(self) -> None:
        """Let nothing be told of it; if it is not begun yet, it never is."""
        self.is_awaited = False


NO_JOB: Final = Job(lambda: None, is_awaited=False)
"""What stands for the last job before there is one."""


class Runner(QObject):
    """Calls functions in threads of its own, at most `most` at once, and the others in their order.

    What an exception of the class `expected` says is told; any other is noted as a fault of the program.
    The threads are begun when they are needed, and know nothing of Qt: the window looks what is done.
    """

    def __init__(
        self, parent: QObject | None = None, *, most: int = 1, expected: type[Exception] | None = None
    ) -> None:
        """Start without a thread."""
        super().__init__(parent)
        self._most = most
        self._expected = expected or ()
        self._threads = 0
        self._jobs: _Jobs = SimpleQueue()
        self._open: list[_OpenJob] = []
        self._look = single_shot(self, 1, self._take_results)
        self.destroyed.connect(partial(_leave, self._open, self._jobs, most))

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be told."""
        return bool(self._open)

    def do(
        self,
        work: Callable[[], _Result],
        take: Callable[[_Result], object],
        failed: Callable[[str], object] = lambda _sentence: None,
    ) -> Job:
        """Call `work` in a thread, then `take` with its result, or `failed` with a sentence, in this one."""
        job = Job(work)
        self._open.append(_OpenJob(job, take, failed))
        if self._threads < min(self._most, len(self._open)):
            self._threads += 1
            start_thread(partial(_run_all, self._jobs, self._expected))
        self._jobs.put(job)
        self._look.start(1)
        return job

    def wait(self, seconds: float) -> bool:
        """Wait until all is done, which is told later; return False if `seconds` pass before."""
        until = monotonic() + seconds
        return all(opened.job.over.wait(max(until - monotonic(), 0)) for opened in self._open)

    def _take_results(self) -> None:
        while (done := next((opened for opened in self._open if opened.job.over.is_set()), None)) is not None:
            self._open.remove(done)
            self._look_again()  # also where taking this one fails
            job, take, failed = done
            was_awaited, job.is_awaited = job.is_awaited, False
            if was_awaited and job.error:
                failed(job.error)
            elif was_awaited:
                take(job.result)
        self._look_again()

    def _look_again(self) -> None:
        """Look soon at first, then ever more seldom."""
        if self._open and not self._look.isActive():
            self._look.start(min(2 * self._look.interval(), _LONGEST_LOOK_MS))


def wait_for_work(owner: QObject, seconds: float) -> bool:
    """Wait until all is done that objects below `owner` asked for; return False if `seconds` pass before."""
    until = monotonic() + seconds
    return all(runner.wait(until - monotonic()) for runner in owner.findChildren(Runner))


def start_thread(run: Callable[[], object]) -> None:
    """Call a function in a thread of its own, which never keeps the program from ending.

    It must use nothing of Qt; an exception goes to the hook for those in threads.
    """
    threading.Thread(target=run, name="window-work", daemon=True).start()


class _OpenJob(NamedTuple):
    """A job of which something is still to be told; a thread has the job alone, and nothing of Qt."""

    job: Job
    take: Callable[[Any], object]
    failed: Callable[[str], object]


_Jobs: TypeAlias = "SimpleQueue[Job | None]"
_Expected: TypeAlias = "type[Exception] | tuple[()]"


def _run_all(jobs: _Jobs, expected: _Expected) -> None:
    """Run jobs until there is a None among them."""
    while _run_next(jobs, expected):
        pass


def _run_next(jobs: _Jobs, expected: _Expected) -> bool:
    job = jobs.get()
    if job is None:
        return False
    try:
        if job.is_awaited:
            job.result = job.work()
    except expected as error:
        job.error = str(error)
    except BaseException as error:  # noqa: BLE001  the next job needs the thread, whatever this one did
        job.error = FAULT
        fault = (type(error), error, error.__traceback__, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(fault))
    job.over.set()
    return True


def _leave(open_jobs: list[_OpenJob], jobs: _Jobs, threads: int, _destroyed: QObject | None = None) -> None:
    """Cancel all jobs, and end the threads."""
    for opened in open_jobs:
        opened.job.cancel()
    for _ in range(threads):
        jobs.put(None)

"""Running a call in a child process that is stopped at each of its system calls, and hurt at one of them.

The child is forked from this process, which has all modules loaded: a point costs milliseconds. It must have
no threads when it forks. What the call says through its `Report` is what it acknowledges: once a line is in
the pipe, the user has been told.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

import ptracing
from ptracing import WALL, Stop
from system_calls import WRITES, Machine, is_in, this_machine

_CLONE_EVENT, _FILTER_EVENT = 3, 7
_LONGEST_SECONDS = 60  # a child that hangs ends itself; a run that works is done in milliseconds
_REPORT_FD = 250
NOBODY = 65534


class Kind(Enum):
    """What is done to a call."""

    KILL = auto()
    """The process is killed in front of it."""
    KILL_HALFWAY = auto()
    """The process is killed after half of what it writes."""
    FAIL = auto()
    """It does nothing and fails with an errno."""
    SHORT = auto()
    """It writes half of what it is given."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A fault at one call: `at` counts the calls that matter from 1."""

    kind: Kind
    at: int
    errno: int = 0

    def __str__(self) -> str:
        name = errno.errorcode[self.errno] if self.kind is Kind.FAIL else self.kind.name.lower()
        return f"{name} at call {self.at}"


@dataclass(slots=True)
class Outcome:
    """What became of a run: the names of its calls, what it acknowledged, whether the fault took place."""

    calls: list[str] = field(default_factory=list)
    said: list[dict[str, object]] = field(default_factory=list)
    hit: str | None = None
    is_killed: bool = False
    ended_by: int = 0
    """The signal that ended it, where that was not the tracer's."""

    def done(self) -> int:
        """Return how many steps were acknowledged as done."""
        return sum(int(str(line.get("done", 0))) for line in self.said)

    def refusal(self) -> str | None:
        """Return the sentence with which it refused to go on, None if it did not."""
        return next((str(line["refused"]) for line in self.said if "refused" in line), None)

    def raised(self) -> str | None:
        """Return what it raised that is not an answer to the user."""
        return next((str(line["raised"]) for line in self.said if "raised" in line), None)

    def warnings(self) -> str:
        """Return all that was said beside "done"."""
        return " ".join(str(line.get("warnings", "")) for line in self.said)


class Report:
    """What the call tells the user; each line is there for good once `done` returns."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def done(self, warnings: tuple[str, ...] = (), *, steps: int = 1) -> None:
        """Acknowledge a step, or several."""
        self.say(done=steps, warnings=" ".join(warnings))

    def say(self, **line: object) -> None:
        """Tell anything else."""
        os.write(self._descriptor, json.dumps(line).encode() + b"\n")


Act = Callable[[Report], object]
Watcher = Callable[[str, tuple[int, ...], int, int], None]
"""Called behind each call that matters, and each acknowledgement: name, arguments, result, process."""


def refusal_of_tracing() -> str | None:
    """Return why nothing can be traced here; None if it can."""
    if this_machine() is None:
        return "the tracer knows the system calls of x86_64 and aarch64 Linux alone"
    try:
        outcome = run(lambda report: report.done())
    except OSError as error:
        return f"ptrace is refused here: {error}"
    return None if outcome.done() else "a traced process did not run here"


def run(
    act: Act,
    plan: Plan | None = None,
    *,
    watcher: Watcher | None = None,
    gives_up_root: bool = False,
    only_in: Path | None = None,
) -> Outcome:
    """Run `act` in a traced child with the fault of `plan`, if any; `only_in` a folder calls matter."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _be_traced(act, reading, writing, gives_up_root=gives_up_root)
    os.close(writing)
    try:
        tracer = _Tracer(process, plan, watcher, only_in)
        tracer.follow()
        with os.fdopen(reading, "rb", closefd=False) as lines:
            tracer.outcome.said = [json.loads(line) for line in lines if line.endswith(b"\n")]
    finally:
        os.close(reading)
    return tracer.outcome


def _be_traced(act: Act, reading: int, writing: int, *, gives_up_root: bool) -> None:
    """Be the child: wait for the tracer, do the call, tell what came of it, end."""
    try:
        gc.disable()
        os.close(reading)
        os.dup2(writing, _REPORT_FD)
        os.close(writing)
        signal.alarm(_LONGEST_SECONDS)
        if gives_up_root and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        report = Report(_REPORT_FD)
        ptracing.ask_to_be_traced()
        os.kill(os.getpid(), signal.SIGSTOP)  # the tracer sets its options, without which the filter fails
        machine = this_machine()
        assert machine is not None
        ptracing.stop_at_calls(machine.names)
        try:
            act(report)
        except Exception as error:  # noqa: BLE001  any other than an answer in a sentence is counted
            sentence = getattr(error, "sentence", None)
            if sentence is None:
                report.say(raised=f"{type(error).__name__}: {error}")
            else:
                report.say(refused=sentence)
    finally:
        os._exit(0)


class _Tracer:
    """Follows one process and its threads from stop to stop."""

    def __init__(
        self, process: int, plan: Plan | None, watcher: Watcher | None, only_in: Path | None
    ) -> None:
        machine = this_machine()
        assert machine is not None
        self.outcome = Outcome()
        self._machine: Machine = machine
        self._process = process
        self._plan = plan
        self._watcher = watcher
        self._only_in = None if only_in is None else str(only_in)
        self._threads = {process}
        self._inside: dict[int, tuple[str, tuple[int, ...]]] = {}
        self._results: dict[int, int] = {}

    def follow(self) -> None:
        """Run the process to its end."""
        _, status = os.waitpid(self._process, WALL)
        if not os.WIFSTOPPED(status):
            raise OSError(errno.EPERM, "the process could not be traced")
        ptracing.set_options(self._process)
        ptracing.go_on(self._process)
        while True:
            thread, status = os.waitpid(-1, WALL)
            if os.WIFSTOPPED(status):
                self._on_stop(thread, status)
            elif thread == self._process:
                self._on_end(status)
                return

    def _on_end(self, status: int) -> None:
        if os.WIFSIGNALED(status) and not self.outcome.is_killed:
            self.outcome.ended_by = os.WTERMSIG(status)

    def _on_stop(self, thread: int, status: int) -> None:
        signal_number, event = os.WSTOPSIG(status), status >> 16
        to_end_of_call = False
        if event == _FILTER_EVENT or signal_number == signal.SIGTRAP | 0x80:
            stop = ptracing.stop_of(thread)
            if stop is None or not self._on_call(thread, stop):
                return
            to_end_of_call = stop.is_entry and thread in self._inside
            signal_number = 0
        elif event == _CLONE_EVENT or thread not in self._threads:  # a new thread starts with a stop
            self._threads.add(thread)
            signal_number = 0
        ptracing.go_on(thread, signal_number, to_end_of_call=to_end_of_call)

    def _on_call(self, thread: int, stop: Stop) -> bool:
        """Return whether the thread goes on."""
        if stop.is_entry:
            name = self._machine.has(stop.number)
            return name is None or self._on_entry(thread, name, stop.arguments)
        if thread in self._inside:
            return self._on_exit(thread, stop.result, *self._inside.pop(thread))
        return True

    def _on_entry(self, thread: int, name: str, arguments: tuple[int, ...]) -> bool:
        is_report = name == "write" and arguments[0] == _REPORT_FD
        is_elsewhere = self._only_in and not is_in(self._only_in, self._process, name, arguments)
        if is_elsewhere and not is_report:
            return True
        if self._watcher is not None:
            self._inside[thread] = (name, arguments)
        if is_report:
            return True
        self.outcome.calls.append(name)
        plan = self._plan
        if plan is None or plan.at != len(self.outcome.calls):
            return True
        self.outcome.hit = name
        if plan.kind is Kind.KILL:
            return self._kill()
        self._inside[thread] = (name, arguments)
        if plan.kind is Kind.FAIL:
            ptracing.skip_call(self._machine, thread)
            self._results[thread] = -plan.errno
        elif name in WRITES:
            ptracing.set_length(self._machine, thread, max(1, arguments[2] // 2))
        return True

    def _on_exit(self, thread: int, result: int, name: str, arguments: tuple[int, ...]) -> bool:
        forced = self._results.pop(thread, None)
        if forced is not None:
            ptracing.set_result(self._machine, thread, forced)
            result = forced
        is_report = name == "write" and arguments[0] == _REPORT_FD
        if self._plan is not None and self._plan.kind is Kind.KILL_HALFWAY:
            return self._kill()
        if self._watcher is not None:
            self._watcher("report" if is_report else name, arguments, result, self._process)
        return True

    def _kill(self) -> bool:
        self.outcome.is_killed = True
        os.kill(self._process, signal.SIGKILL)
        return False

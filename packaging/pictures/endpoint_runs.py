"""The states of a run at an endpoint that screenshots are taken of; nothing is asked, a script answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from threading import Event as Moment
from typing import Final, cast

from editor_app.runs.endpoint.addresses import DeniedError, EndpointError, RetryWait
from editor_app.runs.endpoint.model import EndpointRun
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import Records, RunResult, plan_of
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import Event, PartCreated, RunEnded, StepCompleted
from editor_app.runs.model.session import End, StepStatus, TextPart
from editor_app.window.app import Workbench
from editor_app.window.endpoint.asking import Announce, Cancelled
from editor_app.window.kinds.scenario.playing.file_run import (
    EndpointServices,
    RunQuestion,
    run_events,
)
from editor_app.window.kinds.scenario.scenario_perspective import ScenarioPerspective

_MODEL: Final = (
    "model: {endpoint: https://api.example.org/v1, name: large-model, tools: [read_file, search]}\n"
)
_STEPS: Final = 42
_TEXT: Final = (
    "The listing runs in the GUI thread, and the tree asks for one row at a time. I move it to a worker "
    "that hands over batches, so that the list stays live.\n\nFirst, `src/panels/library.py`:"
)
_LOOK_SECONDS: Final = 0.02


def ready(workbench: Workbench) -> Iterator[None]:
    """Show what a run would send where."""
    yield from _opened(workbench)


def running(workbench: Workbench) -> Iterator[None]:
    """Show a run that goes on, with the text of its step as it comes."""
    yield from _begun(workbench, _going_on)


def waiting(workbench: Workbench) -> Iterator[None]:
    """Show a run that waits before it asks again."""
    yield from _begun(workbench, _held_up)


def failed(workbench: Workbench) -> Iterator[None]:
    """Show a run whose answer broke off."""
    yield from _begun(workbench, _broken_off)


def denied(workbench: Workbench) -> Iterator[None]:
    """Show a run for which a key is wanted."""
    yield from _begun(workbench, _without_key)


def finished(workbench: Workbench) -> Iterator[None]:
    """Show a run that is over."""
    yield from _begun(workbench, _whole)


_MakeEvents = Callable[[EndpointServices, RunQuestion, Cancelled, Announce], Iterator[object]]


@dataclass(slots=True)
class _ScriptedRun:
    """A run that plays the steps of its scenario, cut off where it is said."""

    state: RunState
    events: Iterator[Event]
    error: EndpointError | None = None

    def result(self, records: Records) -> RunResult:
        """Return what the events gave so far."""
        return records.result(self.state)


def _events_of(run: _ScriptedRun) -> Iterator[object]:
    return run_events(cast("EndpointRun", run), deque())


def _opened(workbench: Workbench) -> Generator[None, None, ScenarioPerspective]:
    """Open a scenario with an endpoint, made of the sample’s long run."""
    runs = workbench.library.library.root / "runs"
    text = (runs / "long-refactor.yaml").read_text("utf-8")
    path = runs / "at-endpoint.yaml"
    path.write_text(text.replace("format: 1\n", f"format: 1\n{_MODEL}", 1), "utf-8")
    workbench.library.refresh()
    workbench.commands.files.open(path)
    yield
    perspective = workbench.current.perspective
    assert isinstance(perspective, ScenarioPerspective)
    return perspective


def _begun(workbench: Workbench, answer: _MakeEvents) -> Iterator[None]:
    workbench.commands.files.open(workbench.library.library.root / "runs" / "quick-question.yaml")
    first = workbench.current.perspective
    assert isinstance(first, ScenarioPerspective)
    first.endpoint_runs.services = replace(
        first.endpoint_runs.services, make_events=answer, seconds=_Seconds()
    )
    yield
    perspective = yield from _opened(workbench)
    perspective.run.run_endpoint()
    run = perspective.run.endpoint_run
    assert run is not None
    while run.is_running and not _is_seen(perspective):
        yield
    yield


class _Seconds:
    """Seconds that pass only between the beginning of a run and what is shown of it."""

    def __init__(self) -> None:
        self._is_begun = False

    def __call__(self) -> float:
        self._is_begun, was_begun = True, self._is_begun
        return 94.0 if was_begun else 0.0


def _is_seen(perspective: ScenarioPerspective) -> bool:
    run = perspective.run.endpoint_run
    progress = run.progress if run is not None else None
    return progress is not None and (progress.text == _TEXT or bool(progress.waiting))


def _run_of(question: RunQuestion, steps: int) -> _ScriptedRun:
    inputs = question.inputs
    plan, model = plan_of(inputs.scenario, inputs.triggers, system=inputs.system, values=inputs.values)
    state = RunState(plan)
    return _ScriptedRun(state, _cut(play(model, state), steps))


def _cut(events: Iterator[Event], steps: int) -> Iterator[Event]:
    """Yield events up to the parts of a step, whose text is another one."""
    over = 0
    for event in events:
        over += isinstance(event, StepCompleted)
        if over == steps and isinstance(event, PartCreated):
            yield PartCreated(event.number, TextPart(_TEXT))
            return
        yield event


def _going_on(
    _services: EndpointServices, question: RunQuestion, cancelled: Cancelled, _announce: Announce
) -> Iterator[object]:
    for item in _events_of(_run_of(question, _STEPS)):
        if not cancelled() and not hasattr(item, "result"):
            yield item
    _wait_for(cancelled)


def _held_up(
    _services: EndpointServices, question: RunQuestion, cancelled: Cancelled, announce: Announce
) -> Iterator[object]:
    for item in _events_of(_run_of(question, _STEPS)):
        if not hasattr(item, "result"):
            yield item
    announce(RetryWait(2, 4, 12.0, "api.example.org answered 429: Rate limit reached."))
    _wait_for(cancelled)


def _broken_off(
    _services: EndpointServices, question: RunQuestion, _cancelled: Cancelled, _announce: Announce
) -> Iterator[object]:
    error = EndpointError("api.example.org stopped in the middle of its answer: nothing came for 30 s.")
    yield from _ended(question, error, _STEPS)


def _without_key(
    _services: EndpointServices, question: RunQuestion, _cancelled: Cancelled, _announce: Announce
) -> Iterator[object]:
    yield from _ended(
        question, DeniedError("api.example.org answered 401. No key is stored for it. Add one."), 0
    )


def _whole(
    _services: EndpointServices, question: RunQuestion, _cancelled: Cancelled, _announce: Announce
) -> Iterator[object]:
    yield from _events_of(_run_of(question, -1))


def _ended(question: RunQuestion, error: EndpointError, steps: int) -> Iterator[object]:
    run = _run_of(question, steps)
    run.error = error
    run.events = _with_error(run, run.events, str(error))
    yield from _events_of(run)


def _with_error(run: _ScriptedRun, events: Iterator[Event], sentence: str) -> Iterator[Event]:
    yield from events
    opened = run.state.open_step
    if opened is not None:
        step = run.state.end_step(StepStatus.FAILED)
        yield StepCompleted(step.number, step)
    yield RunEnded(End.ERROR, sentence)


def _wait_for(cancelled: Cancelled) -> None:
    pause = Moment()
    while not cancelled():
        pause.wait(_LOOK_SECONDS)

"""A run that is stored, as what it gave: its steps, its requests, and how it ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from editor_app.runs.endpoint.storing import StoredRun
from editor_app.runs.loop.models import StepEnd
from editor_app.runs.loop.plan import RunPlan
from editor_app.runs.loop.results import RunResult, collected
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.events import (
    Compacted,
    Event,
    PartCreated,
    RunEnded,
    StepCompleted,
    StepCreated,
    SystemHint,
    SystemMessageCreated,
    UserMessageCreated,
)
from editor_app.runs.model.records import Firing
from editor_app.runs.model.session import (
    ASSISTANT,
    USER,
    HintPart,
    Session,
    SessionMessage,
    SessionStep,
    TextPart,
)
from editor_app.runs.model.words import End, FinishReason, Level
from editor_app.runs.triggers.checking import Memory

BROKEN_OFF = "The program ended before the run did."


def replayed(stored: StoredRun, plan: RunPlan) -> RunResult:
    """Return what a stored run gave; `plan` is what would be played now, for what is not stored.

    What was said at a step besides what providers refuse is lost.
    """
    setup, messages = stored.setup, stored.session.messages
    before = 0
    if setup is not None:
        before = setup.history
        plan = setup.plan_of(plan, tuple((one.role, _text(one)) for one in messages[:before]))
    else:
        plan = replace(plan, history=())
    state = RunState(plan)
    return collected(_events(state, stored, before), state)


def _events(state: RunState, stored: StoredRun, before: int) -> Iterator[Event]:
    """Yield what happened in a run, and bring its state to where it ended."""
    session = stored.session
    new: defaultdict[int, list[SessionMessage]] = defaultdict(list)
    for message in session.messages[before:]:
        if message.role != ASSISTANT:
            new[message.request].append(message)
    for step in _steps(session):
        yield from _before(state, new[step.number])
        yield from _step(state, step)
    state.memory = Memory(dict(session.flags))
    run = stored.run
    yield RunEnded(End.ERROR, BROKEN_OFF) if run.end is None else RunEnded(End(run.end), run.error or "")


def _steps(session: Session) -> list[SessionStep]:
    """Return the steps of a run in order, those before it left out."""
    found = (step for message in session.messages for step in message.steps if step.number >= 0)
    return sorted(found, key=lambda step: step.number)


def _before(state: RunState, new: list[SessionMessage]) -> Iterator[Event]:
    for message in new:
        if message.is_summary:
            yield Compacted(state.compact(message.text)[0], state.number)
    if state.number == 0 or any(one.role == USER and not one.is_summary for one in new):
        state.begin_turn()
    state.measured()
    for message in new:
        if message.trigger is not None:
            level = Level.MESSAGE if message.place is None else Level.STEP
            firing = Firing(message.trigger, level, message.tag or "", message.text)
            yield SystemMessageCreated(state.add_message(message), firing, state.number)
        elif message.role == USER and not message.is_summary:
            yield UserMessageCreated(state.add_user(message.text))


def _step(state: RunState, step: SessionStep) -> Iterator[Event]:
    opened, findings = state.begin_step()
    yield StepCreated(
        opened.id, opened.number, state.turn, state.turn_steps, state.figures, findings=findings
    )
    for part in step.parts:
        opened.add(part)
        if isinstance(part, HintPart):
            yield SystemHint(opened.number, part)
        else:
            yield PartCreated(opened.number, part)
    is_whole = step.finish_reason is not None or step.usage is not None
    end = StepEnd(step.finish_reason or FinishReason.STOP, step.usage) if is_whole else None
    yield StepCompleted(opened.number, state.end_step(step.status, end))


def _text(message: SessionMessage) -> str:
    if message.role != ASSISTANT:
        return message.text
    parts = (part for step in message.steps for part in step.parts)
    return "".join(part.text for part in parts if isinstance(part, TextPart))

"""The steps of a session gone through again, so that a run stands where they ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from editor_app.runs.loop.models import StepEnd
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import (
    Compacted,
    Event,
    Firing,
    PartCreated,
    StepCompleted,
    StepCreated,
    SystemHint,
    SystemMessageCreated,
    UserMessageCreated,
)
from editor_app.runs.model.session import (
    ASSISTANT,
    USER,
    FinishReason,
    HintPart,
    Level,
    SessionMessage,
    SessionStep,
)


def replayed_steps(state: RunState, messages: Sequence[SessionMessage]) -> Iterator[Event]:
    """Yield what happened up to the last step of a session, and bring the state of a run there.

    What stands behind that step is left: it belongs to the request of the next.
    """
    new: defaultdict[int, list[SessionMessage]] = defaultdict(list)
    for message in messages:
        if message.role != ASSISTANT:
            new[message.request].append(message)
    for step in _steps(messages):
        yield from _before(state, new[step.number])
        yield from _step(state, step)


def _steps(messages: Sequence[SessionMessage]) -> list[SessionStep]:
    """Return the steps of a run in order, those before it left out."""
    found = (step for message in messages for step in message.steps if step.number >= 0)
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

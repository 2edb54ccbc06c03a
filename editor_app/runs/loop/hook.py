"""The check before the next step of a live agent, by the functions that a run is played with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from editor_app.requests.building import message_entries
from editor_app.runs.loop.models import RunPlan, StepEnd, StepInput
from editor_app.runs.loop.playing import events_before_step
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
    Session,
    SessionMessage,
    SessionStep,
    StepPlace,
    Strategy,
    ToolPart,
)
from editor_app.runs.sent.placement import placed_chunk
from editor_app.runs.triggers.checking import Memory, check_triggers


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
    steps = (step for message in messages for step in message.steps if step.number >= 0)
    return sorted(steps, key=lambda step: step.number)


def _before(state: RunState, new: list[SessionMessage]) -> Iterator[Event]:
    for message in new:
        if message.is_summary:
            yield Compacted(state.compact(message.text)[0], state.number)
    if state.number == 0 or any(message.role == USER and not message.is_summary for message in new):
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


@dataclass(frozen=True, slots=True)
class CheckedSession:
    """What is to be added before the next step: the messages that fired, and hints, which are only shown.

    `entries` are what the next request has more than the last, as the provider takes them; `session` has the
    messages and flags to hand in the next time.
    """

    fired: tuple[Firing, ...]
    hints: tuple[Firing, ...]
    entries: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    session: Session


def check_session(plan: RunPlan, session: Session, tokens: int | None = None) -> CheckedSession:
    """Check the triggers of a plan before the step that comes next in a session; nothing is stored.

    `plan` has the figures of now as those of its start, `tokens` are those in the context, None to take the
    last reported total and what was added since.
    """
    plan = replace(plan, start=replace(plan.start, total=None, flags={}), check_requests=False)
    state = RunState(plan)
    for _ in replayed_steps(state, session.messages):
        pass
    waiting = [
        message
        for message in session.messages
        if message.role != ASSISTANT and message.request == state.number
    ]
    if any(message.trigger is not None for message in waiting):
        return CheckedSession((), (), (), (), session)  # the check of this step was made already
    fired_at = {
        message.trigger: message.request for message in session.messages if message.trigger is not None
    }
    state.memory = Memory(dict(session.flags), fired_at)
    state.is_compacted = False  # the check before each step that is over has seen it
    if tokens is not None:
        state.context.restart(tokens)
    hints = _hints(state, session)
    summaries = (message.text for message in waiting if message.is_summary)
    users = (message.text for message in waiting if message.role == USER and not message.is_summary)
    created = [
        event
        for event in events_before_step(state, StepInput(next(users, None), next(summaries, None)))
        if isinstance(event, SystemMessageCreated)
    ]
    provider = plan.settings.provider
    placed = placed_chunk(state.new, provider, plan.settings.deliver)
    added = _added(session, [event.message for event in created])
    return CheckedSession(
        tuple(event.firing for event in created),
        hints,
        tuple(entry for message in placed for entry in message_entries(provider, message)),
        (*state.before_step.notes, *state.notes),
        Session((*session.messages, *added), dict(state.memory.flags), session.error),
    )


def _hints(state: RunState, session: Session) -> tuple[Firing, ...]:
    """Return what triggers say to the user after so many calls of the turn, where the strategy is that."""
    settings = state.plan.settings
    steps = [step for message in session.messages for step in message.steps]
    if settings.strategy is not Strategy.HINTS or not steps or not state.turn_steps:
        return ()
    calls = [sum(isinstance(part, ToolPart) for part in step.parts) for step in steps[-state.turn_steps :]]
    every = settings.hints_every
    if sum(calls) // every == sum(calls[:-1]) // every:
        return ()
    last = max((message.request for message in session.messages if message.is_summary), default=0)
    flags: dict[str, bool] = {}
    for part in (part for step in steps if step.number >= last for part in step.parts):
        trigger = state.plan.triggers.named(part.trigger) if isinstance(part, HintPart) else None
        if trigger is not None and isinstance(part, HintPart):
            flags[trigger.flag] = part.trigger == trigger.id
    situation = state.situation(state.measured(), is_compacted=False)
    checked = check_triggers(
        state.enabled, situation, Memory(flags), check=Level.STEP, values=state.plan.texts.values
    )
    return checked.fired


def _added(session: Session, created: list[SessionMessage]) -> list[SessionMessage]:
    """Return new messages with ids of their own, at their places in the session that was handed in."""
    known = {message.id for message in session.messages}
    last = session.messages[-1] if session.messages else None
    added: list[SessionMessage] = []
    number = len(session.messages)
    for message in created:
        while f"msg-{number}" in known:
            number += 1
        known.add(f"msg-{number}")
        place = message.place
        if place is not None and last is not None and last.role == ASSISTANT:
            place = StepPlace(last.id, len(last.steps))
        added.append(replace(message, id=f"msg-{number}", place=place))
    return added

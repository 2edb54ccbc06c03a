"""The loop: turns of steps, with the checks of triggers before and between them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace

from editor_app.runs.loop.models import ModelCancelledError, ModelError, RunModel, StepEnd, StepInput, goes_on
from editor_app.runs.loop.state import BeforeStep, OpenStep, RunState
from editor_app.runs.model.records import (
    Compacted,
    Event,
    Firing,
    PartCreated,
    RunEnded,
    Situation,
    StepCompleted,
    StepCreated,
    SystemHint,
    SystemMessageCreated,
    UserMessageCreated,
)
from editor_app.runs.model.session import (
    SYSTEM,
    USER,
    Deliver,
    End,
    FinishReason,
    HintPart,
    Level,
    SessionMessage,
    SessionStep,
    StepStatus,
    Strategy,
    TextPart,
    ToolPart,
)
from editor_app.runs.sent.placement import CLOSING, OPENING, takes_system
from editor_app.runs.triggers.checking import TriggerCheck, check_triggers
from editor_app.text import Sentence
from editor_app.text.tokens import byte_length

Cancelled = Callable[[], bool]


def never() -> bool:
    """Never cancel."""
    return False


def play(model: RunModel, state: RunState, cancelled: Cancelled = never) -> Iterator[Event]:
    """Yield what happens in a run, the end last; `state` has the session at every moment.

    Between any two events `cancelled` is asked; then the step in progress keeps what came of it, and open
    calls are closed.
    """
    if cancelled():
        yield RunEnded(End.CANCELLED)
        return
    events = _turns(model, state)
    while True:
        try:
            event = next(events)
        except ModelError as error:
            if isinstance(error, ModelCancelledError) or cancelled():
                yield from _stopped(state, StepStatus.CANCELLED, "Cancelled.")
                yield RunEnded(End.CANCELLED)
                return
            yield from _stopped(state, StepStatus.FAILED, f"Failed: {error}")
            yield RunEnded(End.ERROR, error.sentence)
            return
        yield event
        if isinstance(event, RunEnded):
            return
        if cancelled():
            events.close()
            yield from _stopped(state, StepStatus.CANCELLED, "Cancelled.")
            yield RunEnded(End.CANCELLED)
            return


def _turns(model: RunModel, state: RunState) -> Generator[Event, None, None]:
    upcoming = model.upcoming(0)
    if upcoming is None:
        yield RunEnded(End.SCRIPT_END)
        return
    while True:
        yield from events_before_step(state, upcoming)
        last, notes = yield from _step(model, state)
        wanted = goes_on(last.finish_reason, (call.name for call in last.calls), state.plan.settings.go_on)
        following = model.upcoming(state.number)
        begins_turn = following is not None and following.user is not None
        ended = _end(state, last, following, goes_on=wanted)
        if ended is End.POLICY and not begins_turn:
            notes.append(Sentence("runs.results-unread-here"))
        if wanted and begins_turn and ended is None:
            notes.append(Sentence("runs.turn-begins-instead"))
        yield StepCompleted(last.number, last, tuple(notes))
        if last.status is StepStatus.FAILED:
            yield RunEnded(End.ERROR, Sentence("runs.step-failed", step=str(last.number)))
            return
        if ended is not None and not (begins_turn and ended in {End.FINISHED, End.POLICY}):
            is_limit = ended is End.MAX_STEPS
            # The session's error, which programs know by these words.
            yield RunEnded(
                ended, f"Maximum iteration limit ({state.step_limit}) reached." if is_limit else ""
            )
            return
        assert following is not None
        upcoming = following


def _end(state: RunState, last: SessionStep, following: StepInput | None, *, goes_on: bool) -> End | None:
    """Return why a turn ends after its last step; None where it goes on or the user interrupts it."""
    if not goes_on:
        has_calls = last.finish_reason is FinishReason.TOOL_CALLS and bool(last.calls)
        return End.POLICY if has_calls else End.FINISHED
    if state.turn_steps >= state.step_limit:
        return End.MAX_STEPS
    return End.SCRIPT_END if following is None else None


def fires_next(state: RunState) -> tuple[str, ...]:
    """Return the ids that would fire if the user wrote now; nothing is stored."""
    level, _ = _levels(state.plan.settings.strategy, begins_turn=True, is_compacted=False)
    if level is None:
        return ()
    situation = state.situation(state.measured(), is_compacted=state.is_compacted)
    turn = replace(situation, turn_steps=0, steps_left=state.step_limit, last_calls={})
    checked = check_triggers(state.enabled, turn, state.memory, check=level, values=state.plan.texts.values)
    return tuple(firing.trigger for firing in checked.fired)


# Before a step


def events_before_step(state: RunState, upcoming: StepInput) -> Iterator[Event]:
    """Yield what comes before a step: the compaction, the user's message, and what fires."""
    cleared: dict[str, bool] = {}
    if not state.number and any(OPENING in text for role, text in state.plan.texts.chat if role == USER):
        state.notes.append(Sentence("runs.forged-in-chat", tag=OPENING))
    if upcoming.compact is not None:
        summary, cleared = state.compact(upcoming.compact)
        yield Compacted(summary, state.number)
    begins = upcoming.user is not None or state.number == 0
    if begins:
        state.begin_turn()
    situation = state.situation(state.measured(), is_compacted=state.is_compacted)
    level, stored = _levels(
        state.plan.settings.strategy, begins_turn=begins, is_compacted=upcoming.compact is not None
    )
    checked = TriggerCheck()
    if level is not None and stored is Level.MESSAGE and upcoming.compact is not None:
        checked = yield from _check(state, situation, level, stored)
        level = None
    if upcoming.user is not None:
        yield UserMessageCreated(state.add_user(upcoming.user))
        if OPENING in upcoming.user:
            state.notes.append(Sentence("runs.forged-in-user", tag=OPENING))
    if level is not None:
        checked = yield from _check(state, situation, level, stored)
    state.before_step = BeforeStep({**cleared, **checked.flag_updates}, checked.notes)


def _levels(strategy: Strategy, *, begins_turn: bool, is_compacted: bool) -> tuple[Level | None, Level]:
    """Return which triggers the check before a step asks, None where there is none, and what it stores."""
    if strategy is Strategy.MULTI_STEP:
        if is_compacted:
            return Level.BOTH, Level.STEP
        return (None if begins_turn else Level.STEP), Level.STEP
    if strategy is Strategy.HYBRID:
        if is_compacted:
            return Level.BOTH, Level.MESSAGE
        return (Level.MESSAGE, Level.MESSAGE) if begins_turn else (Level.STEP, Level.STEP)
    return (Level.MESSAGE if begins_turn or is_compacted else None), Level.MESSAGE


def _check(
    state: RunState, situation: Situation, level: Level, stored: Level
) -> Generator[Event, None, TriggerCheck]:
    created: list[tuple[SessionMessage, Firing]] = []

    def keep(firing: Firing) -> str | None:
        place = state.next_place() if stored is Level.STEP else None
        plain = state.message(SYSTEM, firing.text)
        message = replace(plain, tag=firing.tag, trigger=firing.trigger, place=place)
        refusal = state.plan.store(message)
        if refusal is not None:
            return Sentence("runs.not-stored", trigger=firing.trigger, reason=refusal)
        created.append((state.add_message(message), firing))
        return None

    checked = check_triggers(
        state.enabled,
        situation,
        state.memory,
        check=level,
        stored=stored,
        values=state.plan.texts.values,
        keep=keep,
    )
    state.memory, state.is_compacted = checked.memory, False
    for message, firing in created:
        yield SystemMessageCreated(message, firing, state.number)
        if CLOSING in firing.text:
            state.notes.append(Sentence("runs.text-with-end", trigger=firing.trigger, tag=CLOSING))
    settings = state.plan.settings
    if created and settings.deliver is Deliver.SYSTEM and not takes_system(settings.provider):
        state.notes.append(Sentence("runs.sent-as-user", maker=settings.provider.maker))
    return checked


# A step


def _step(model: RunModel, state: RunState) -> Generator[Event, None, tuple[SessionStep, list[str]]]:
    """Yield what a step gives; return it as it was stored, and what is to be said of it."""
    before = state.before_step
    opened, findings = state.begin_step()
    notes = (*before.notes, *state.notes)
    state.notes.clear()
    yield StepCreated(
        opened.id,
        opened.number,
        state.turn,
        state.turn_steps,
        state.figures,
        before.flag_updates,
        findings,
        notes,
    )
    end: StepEnd | None = None
    with closing(model.stream(opened.number, state.request)) as stream:
        for produced in stream:
            if isinstance(produced, StepEnd):
                end = produced
                break
            yield from _part(state, opened, produced)
    if end is None:
        raise ModelError(Sentence("runs.answer-broke-off"))
    has_failed = end.finish is FinishReason.ERROR
    if has_failed:
        for part in state.close_calls("Failed: the model ended with an error."):
            yield PartCreated(opened.number, part)
    return state.end_step(StepStatus.FAILED if has_failed else StepStatus.COMPLETED, end), opened.notes


def _part(state: RunState, opened: OpenStep, part: TextPart | ToolPart) -> Iterator[Event]:
    is_new_call = False
    if isinstance(part, ToolPart):
        is_new_call = part.id not in opened.at
        part, note = cut_result(part)
        if note is not None:
            opened.notes.append(note)
        if part.is_answered and OPENING in (part.result or part.error or ""):
            opened.notes.append(
                Sentence("runs.forged-in-result", name=part.name[:64], id=part.id[:64], tag=OPENING)
            )
    opened.add(part)
    yield PartCreated(opened.number, part)
    if is_new_call and isinstance(part, ToolPart):
        state.calls_in_turn += 1
        settings = state.plan.settings
        if settings.strategy is Strategy.HINTS and state.calls_in_turn % settings.hints_every == 0:
            yield from _hints(state, opened, part.id)


def _hints(state: RunState, opened: OpenStep, call: str) -> Iterator[Event]:
    """Yield what the triggers of level step would say after a call, on the figures last known."""
    situation = state.situation(state.figures, is_compacted=state.is_compacted_for_hints)
    checked = check_triggers(
        state.enabled, situation, state.hint_memory, check=Level.STEP, values=state.plan.texts.values
    )
    state.hint_memory, state.is_compacted_for_hints = checked.memory, False
    opened.notes += checked.notes
    for firing in checked.fired:
        hint = HintPart(firing.trigger, firing.tag, firing.text, call)
        opened.add(hint)
        yield SystemHint(opened.number, hint)


def _stopped(state: RunState, status: StepStatus, error: str) -> Iterator[Event]:
    """Yield what a stop in the middle does: open calls are closed, and the step in progress is stored."""
    opened = state.open_step
    for part in state.close_calls(error):
        yield PartCreated(state.number if opened is not None else state.number - 1, part)
    if opened is not None:
        step = state.end_step(status)
        yield StepCompleted(step.number, step, tuple(opened.notes))


MOST_BYTES = 1_000_000


def cut_result(part: ToolPart) -> tuple[ToolPart, str | None]:
    """Return a call with at most 1 MB of its answer, and a note; None where all of it is kept."""
    answer = part.error if part.error is not None else part.result
    if answer is None or len(answer) * 4 <= MOST_BYTES or (size := byte_length(answer)) <= MOST_BYTES:
        return part, None
    beginning = answer.encode("utf-8", "surrogatepass")[:MOST_BYTES].decode("utf-8", "ignore")
    whole = f"{size / 1_000_000:,.1f}"
    shown = f"{beginning}\n[The result was cut at 1 MB of {whole} MB.]"
    cut = part._replace(result=shown) if part.error is None else part._replace(error=shown)
    return cut, Sentence("runs.result-cut", name=part.name[:64], id=part.id[:64], size=whole)

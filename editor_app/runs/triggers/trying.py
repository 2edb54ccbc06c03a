"""Trying one trigger: whether it fires on given figures, why, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from editor_app.runs.model.triggers import Trigger
from editor_app.runs.model.words import Signal
from editor_app.runs.triggers.checking import Memory, Wording, fires_as_recovery, unusable, wording
from editor_app.runs.triggers.conditions import has_recovered, holds
from editor_app.runs.triggers.situation import Situation
from editor_app.runs.triggers.variables import run_values

_SHOWN = {Signal.CONTEXT: "The context", Signal.CPU: "The CPU", Signal.MEMORY: "The memory"}


@dataclass(frozen=True, slots=True)
class TriggerTrial:
    """Whether a trigger fires, and in a sentence why; `said` is what it would say, None where it is silent.

    A trigger that fires and has nothing to send (`is_sent` false) says why in `why`.
    """

    fires: bool
    why: str
    said: Wording | None = None
    is_sent: bool = False
    flag_updates: Mapping[str, bool] = field(default_factory=dict)


def try_trigger(
    trigger: Trigger, situation: Situation, memory: Memory, values: Mapping[str, str] | None = None
) -> TriggerTrial:
    """Return what a trigger does in a situation; `values` are those of variables besides the figures."""
    if not trigger.enabled:
        return TriggerTrial(fires=False, why="It is switched off.")
    is_recovery = fires_as_recovery(trigger, situation, memory)
    if is_recovery is None:
        return TriggerTrial(fires=False, why=_why_silent(trigger, situation, memory))
    known = {**(values or {}), **run_values(situation)}
    said = wording(trigger, known, is_recovery=is_recovery)
    why = _figure(trigger, situation, below=is_recovery)
    if is_recovery:
        why += f" Its flag ‘{trigger.flag}’ was set, and is cleared."
    problem = unusable(said)
    if problem is not None:
        return TriggerTrial(fires=True, why=problem, said=said)
    updates = {} if trigger.every is not None else {trigger.flag: not is_recovery}
    has_flag = trigger.once or trigger.recovery is not None
    return TriggerTrial(
        fires=True, why=why, said=said, is_sent=True, flag_updates=updates if has_flag else {}
    )


def _why_silent(trigger: Trigger, situation: Situation, memory: Memory) -> str:
    is_set = memory.flags.get(trigger.flag, False)
    if trigger.recovery is not None and is_set:
        if has_recovered(trigger, situation):
            return ""
        return f"It has fired (its flag ‘{trigger.flag}’ is set), and {_lower(_figure(trigger, situation))}"
    if not holds(trigger, situation):
        return _figure(trigger, situation)
    if is_set and trigger.once:
        return f"It has fired already: its flag ‘{trigger.flag}’ is set."
    last = memory.fired_at.get(trigger.id, 0)
    ago = situation.step - last
    steps = "1 step ago" if ago == 1 else f"{ago} steps ago"
    return f"It fired {steps}, and fires at most once in {trigger.every} steps."


def _figure(trigger: Trigger, situation: Situation, *, below: bool = False) -> str:
    """Return in a sentence what the signal is, beside what the trigger asks for."""
    signal, at = trigger.signal, trigger.at
    if signal is Signal.FIRST_MESSAGE:
        first = situation.user_messages == 0
        return "No message of the user is stored yet." if first else "It is not the first message."
    if signal is Signal.COMPACTION:
        return f"There was {'a' if situation.is_compacted else 'no'} compaction since the last check."
    if at is None:
        return "It has no ‘at’."
    if signal.is_percent:
        recovery = trigger.recovery
        wanted = recovery.below if below and recovery is not None and recovery.below is not None else at
        return _percent_sentence(signal, situation, wanted)
    if signal is Signal.STEPS:
        return f"The turn has taken {situation.turn_steps} steps; it waits for {at}."
    if signal is Signal.STEPS_LEFT:
        return f"The turn has {situation.steps_left} steps left; it waits for {at} or fewer."
    last = situation.last_calls.get(trigger.tool or "")
    since = "not in this turn" if last is None else f"{situation.turn_steps - last} steps ago"
    return (
        f"‘{trigger.tool}’ was called last: {since}. The turn has taken {situation.turn_steps} steps; "
        f"it waits for {at} without that call."
    )


def _percent_sentence(signal: Signal, situation: Situation, at: Decimal) -> str:
    name, figures = _SHOWN[signal], situation.figures
    if signal is Signal.CONTEXT:
        tokens = situation.tokens
        if tokens is None or not figures.limit:
            return "The context has no limit, so that it has no percentage: a trigger on it is silent."
        over, under = tokens * 100, figures.limit
    else:
        share = figures.cpu if signal is Signal.CPU else figures.memory
        if share is None:
            return f"{name} has no figure: a trigger on it is silent."
        over, under = share.as_integer_ratio()
        over *= 100
    exact = Decimal(over) / Decimal(under)
    shown = f"{exact.quantize(Decimal('0.01')).normalize():f}"
    top, bottom = at.as_integer_ratio()
    side = "at or over" if over * bottom >= top * under else "below"
    return f"{name} is at {shown} %, {side} {at:f} %."


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

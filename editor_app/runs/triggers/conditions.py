"""Whether the signal of a trigger holds."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from editor_app.runs.model.scenario import Trigger
from editor_app.runs.model.session import Signal
from editor_app.runs.triggers.situation import Situation


def holds(trigger: Trigger, situation: Situation) -> bool:
    """Whether a trigger's signal holds; without a figure it does not."""
    signal = trigger.signal
    if signal is Signal.FIRST_MESSAGE:
        return situation.user_messages == 0
    if signal is Signal.COMPACTION:
        return situation.is_compacted
    at = trigger.at
    if at is None:
        return False
    if signal.is_percent:
        return bool(reaches(signal, at, situation))
    if signal is Signal.STEPS:
        return situation.turn_steps >= at
    if signal is Signal.STEPS_LEFT:
        return situation.steps_left <= at
    last = situation.last_calls.get(trigger.tool or "", -1)
    return situation.turn_steps >= at and last < situation.turn_steps - at


def has_recovered(trigger: Trigger, situation: Situation) -> bool:
    """Whether the figure of a trigger is below what its recovery asks for; without a figure it is not."""
    recovery = trigger.recovery
    at = None if recovery is None else recovery.below if recovery.below is not None else trigger.at
    if at is None or not trigger.signal.is_percent:
        return False
    return reaches(trigger.signal, at, situation) is False


def reaches(signal: Signal, at: Decimal, situation: Situation) -> bool | None:
    """Whether a figure is at least `at` percent, compared exactly; None without a figure or a limit."""
    over, under = _ratio(at)
    figures = situation.figures
    if signal is Signal.CONTEXT:
        return _context_reaches(over, under, situation)
    share = figures.cpu if signal is Signal.CPU else figures.memory
    if share is None:
        return None
    top, bottom = _ratio(share)
    return top * 100 * under >= over * bottom


def _context_reaches(over: int, under: int, situation: Situation) -> bool | None:
    limit = situation.figures.limit
    if not limit:
        return None
    if situation.figures.tokens is None and situation.between is not None:
        least, most = (tokens * 100 * under >= over * limit for tokens in situation.between)
        if least == most:  # counting could not change the answer
            return least
    tokens = situation.tokens
    return None if tokens is None else tokens * 100 * under >= over * limit


@lru_cache(maxsize=1024)
def _ratio(number: Decimal) -> tuple[int, int]:
    return number.as_integer_ratio()

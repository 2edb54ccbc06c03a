"""The names of strategies, and what their comparison shows in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from editor_app.runs.loop.comparing import ReachedRow
from editor_app.runs.model.session import Strategy

STRATEGY_TITLES: Final = {
    Strategy.MESSAGE_ONLY: "Message-only",
    Strategy.HINTS: "Hints",
    Strategy.MULTI_STEP: "Multi-step",
    Strategy.HYBRID: "Hybrid",
}
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DEFAULT: Final = Strategy.HYBRID


def comparison_sentence(rows: Sequence[ReachedRow]) -> str:
    """Return which strategies reach the model with the messages of all triggers in `rows`."""
    if not rows:
        return "No trigger fires under any strategy."
    reached = {one: sum(row.reached[one].step is not None for row in rows) for one in Strategy}
    whole = [one for one in Strategy if reached[one] == len(rows)]
    every = _every(len(rows))
    default = STRATEGY_TITLES[_DEFAULT]
    if not whole:
        best = max(Strategy, key=lambda one: (reached[one], one is _DEFAULT))
        most = "" if best is _DEFAULT else f"{STRATEGY_TITLES[best]} with {_number(reached[best])}, "
        with_default = f"{default}, the default, with {_number(reached[_DEFAULT])}"
        return f"No strategy reaches the model with {every}: {most}{with_default}."
    if whole == [_DEFAULT]:
        return f"{default} is the default: only it reaches the model with {every}."
    if len(whole) == len(STRATEGY_TITLES):
        return f"Every strategy reaches the model with {every}. {default} is the default."
    if _DEFAULT in whole:
        return f"{_joined(whole)} reach the model with {every}. {default} is the default."
    verb = "reaches" if len(whole) == 1 else "reach"
    return (
        f"Only {_joined(whole)} {verb} the model with {every}; {default}, the default, "
        f"with {_number(reached[_DEFAULT])}."
    )


def _every(count: int) -> str:
    return {1: "the one message", 2: "both messages"}.get(count, f"all {_number(count)}")


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _joined(strategies: Iterable[Strategy]) -> str:
    *first, last = (STRATEGY_TITLES[one] for one in strategies)
    return f"{', '.join(first)} and {last}" if first else last

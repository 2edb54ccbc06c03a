"""What the page of a run shows: its settings, its triggers with their steps, and its expectations."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, NamedTuple

from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import ExpectedText, TriggerSet
from editor_app.runs.model.session import Signal

_MOST_STEPS: Final = 2


class TriggerRow(NamedTuple):
    """A trigger, when it fires, and the steps at which it did; `step` is the first of these.

    `at` is None for a signal that has none.
    """

    id: str
    when: str
    steps: str
    step: int | None
    is_enabled: bool
    at: Decimal | None
    signal: Signal

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        return ", ".join((self.id, self.when, self.steps if self.is_enabled else "switched off"))


class ExpectationRow(NamedTuple):
    """An expectation, whether it holds, and what happened instead at which step.

    One of a run that is not over, or not made, is not checked.
    """

    text: str
    held: bool
    message: str
    step: int | None
    offset: int
    is_checked: bool = True

    @property
    def link(self) -> str:
        """The words of the link to the step."""
        return "" if self.held or self.step is None or not self.is_checked else f"Go to step {self.step}"

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        state = ("holds" if self.held else "failed") if self.is_checked else "not checked yet"
        return ". ".join(part for part in (f"{self.text}: {state}", self.message, self.link) if part)


def trigger_rows(triggers: TriggerSet, result: RunResult | None) -> tuple[TriggerRow, ...]:
    """Return the triggers in the order they are asked, with the steps at which they fired."""
    steps: dict[str, list[int]] = {}
    for record in result.steps if result is not None else ():
        for one in record.fired:
            steps.setdefault(one.trigger, []).append(record.number)
    rows = []
    for trigger in triggers.triggers:
        found = sorted(step for id_ in trigger.ids for step in steps.get(id_, ()))
        unit = "\u202f%" if trigger.signal.is_percent else ""
        when = (
            f"{trigger.signal.value} {trigger.at.normalize():f}{unit}" if trigger.at else trigger.signal.value
        )
        first = found[0] if found else None
        words, is_on = steps_in_words(found), trigger.enabled
        rows.append(TriggerRow(trigger.id, when, words, first, is_on, trigger.at, trigger.signal))
    return tuple(rows)


def expectation_rows(checked: tuple[CheckedExpectation, ...]) -> tuple[ExpectationRow, ...]:
    """Return the expectations, those that failed first."""
    rows = [
        ExpectationRow(one.text, one.held, one.message, one.step, one.span.start if one.span else 0)
        for one in checked
    ]
    return tuple(sorted(rows, key=lambda row: row.held))


def unchecked_rows(expected: tuple[ExpectedText, ...]) -> tuple[ExpectationRow, ...]:
    """Return the expectations of a run that is not over, or not made."""
    return tuple(
        ExpectationRow(
            one.text,
            held=True,
            message="",
            step=None,
            offset=one.span.start if one.span else 0,
            is_checked=False,
        )
        for one in expected
    )


def steps_in_words(steps: list[int]) -> str:
    """Return the steps at which a trigger fired: "start", "step 87", "61, 66", "7 times" or "not fired"."""
    if not steps:
        return "not fired"
    if len(steps) == 1:
        return f"step {steps[0]}" if steps[0] else "start"
    return ", ".join(map(str, steps)) if len(steps) <= _MOST_STEPS else f"{len(steps)} times"

"""One scenario under every strategy: the step at which each trigger reached the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import TriggerSet
from editor_app.runs.model.session import Strategy


class FirstFiring(NamedTuple):
    """When a trigger first reached the model: the step whose request holds it, None where none does.

    With `is_next` it would with the user's next message. `times` is how often it fired.
    """

    step: int | None
    is_next: bool = False
    times: int = 0

    @property
    def words(self) -> str:
        """What a table says of it."""
        if self.step is not None:
            return f"step {self.step}"
        return "with the next user message" if self.is_next else "never"


class FirstFirings(NamedTuple):
    """A trigger's id, and when it reached the model under each strategy."""

    trigger: str
    by_strategy: Mapping[Strategy, FirstFiring]


def compare_strategies(
    results: Mapping[Strategy, RunResult], triggers: TriggerSet
) -> tuple[FirstFirings, ...]:
    """Return a row for each id that an enabled trigger fires under, in the order they are asked."""
    firsts = {strategy: _firsts(result) for strategy, result in results.items()}
    times = {strategy: result.fired_ids() for strategy, result in results.items()}
    rows = []
    for id_ in (id_ for trigger in triggers.enabled for id_ in trigger.ids):
        firings = {
            strategy: FirstFiring(firsts[strategy].get(id_), id_ in result.fires_next, times[strategy][id_])
            for strategy, result in results.items()
        }
        rows.append(FirstFirings(id_, firings))
    return tuple(rows)


def _firsts(result: RunResult) -> dict[str, int]:
    firsts: dict[str, int] = {}
    for step in result.steps:
        for firing in step.fired:
            firsts.setdefault(firing.trigger, step.number)
    return firsts

"""Which scenarios fire each trigger, and which enabled triggers none fires."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import TriggerSet


@dataclass(frozen=True, slots=True)
class TriggerCoverage:
    """An enabled trigger, and the scenarios in which it fires, under its own id or that of its recovery."""

    trigger: str
    scenarios: tuple[str, ...] = ()


def trigger_coverage(
    played: Iterable[tuple[str, TriggerSet, RunResult]],
) -> tuple[TriggerCoverage, ...]:
    """Return the coverage of each trigger that is enabled in one of the scenarios that were played.

    Each comes with its name, its triggers and its run.
    """
    found: dict[str, dict[str, None]] = {}
    for name, triggers, result in played:
        fired = result.fired_ids()
        for trigger in triggers.enabled:
            scenarios = found.setdefault(trigger.id, {})
            if any(id_ in fired for id_ in trigger.ids):
                scenarios[name] = None
    return tuple(TriggerCoverage(id_, tuple(scenarios)) for id_, scenarios in found.items())

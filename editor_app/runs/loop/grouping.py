"""The steps of a run in groups, as they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from editor_app.runs.model.records import StepRecord


class Grouping(StrEnum):
    """Where a group begins: at each step, where a request changes, or where the work does."""

    ALL = "all"
    BOUNDARIES = "boundaries"
    PHASES = "phases"


def grouped(steps: Sequence[StepRecord], grouping: Grouping) -> tuple[range, ...]:
    """Return the groups in order, each as the numbers of its steps.

    Of the boundaries, one begins at each turn, compaction and firing; a phase at each turn, compaction and
    step with text.
    """
    starts = [step.number for step in steps if _begins(step, grouping)]
    ends = [*starts, len(steps)]
    return tuple(range(start, end) for start, end in pairwise(ends))


def _begins(step: StepRecord, grouping: Grouping) -> bool:
    if grouping is Grouping.ALL or step.turn_step == 0 or step.is_compacted:
        return True
    return bool(step.fired) if grouping is Grouping.BOUNDARIES else step.has_text

"""The chart of a run as data: the context before each step, limits, firings and what is refused."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from itertools import islice, takewhile
from typing import Final, NamedTuple

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import TriggerSet
from editor_app.runs.model.session import Signal
from editor_app.text import Sentence, listed

_NINETY: Final = 90
_MOST_LIMITS: Final = 2


class MarkShape(StrEnum):
    """The shape of a mark: of the lower and upper limits, of other triggers, hints and refusals."""

    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    RING = "ring"
    HINT = "hint"
    REFUSED = "refused"


SHAPE_ROLES: Final = {
    MarkShape.TRIANGLE: "warn",
    MarkShape.DIAMOND: "err",
    MarkShape.RING: "acc",
    MarkShape.HINT: "soft",
    MarkShape.REFUSED: "err",
}
"""The colour role of each shape."""


_LEGEND_WORDS: Final = {
    MarkShape.RING: Sentence("window-scenario.other-trigger"),
    MarkShape.HINT: Sentence("window-scenario.hint-not-sent"),
    MarkShape.REFUSED: Sentence("window-scenario.refused"),
}


class ChartMark(NamedTuple):
    """Something that happens before a step, or a hint in it."""

    step: int
    shape: MarkShape
    label: str


class Threshold(NamedTuple):
    """The limit of a trigger on the context, in percent."""

    trigger: str
    at: Decimal
    shape: MarkShape

    @property
    def label(self) -> str:
        """The words at its end."""
        return Sentence("window-scenario.percent", number=f"{self.at.normalize():f}")


class LegendEntry(NamedTuple):
    """A shape of the chart and what it stands for."""

    shape: MarkShape
    words: str


@dataclass(frozen=True)
class ChartData:
    """The tokens before each step, None where there is no figure, the most of them, and what stands above."""

    tokens: tuple[int | None, ...] = ()
    limit: int | None = None
    marks: tuple[ChartMark, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    most: int = 0

    @cached_property
    def marked_steps(self) -> tuple[int, ...]:
        """The steps with marks in order, each once."""
        return tuple(sorted({mark.step for mark in self.marks}))

    def marks_at(self, step: int) -> tuple[ChartMark, ...]:
        """Return the marks of a step."""
        start = bisect_left(self.marks, step, key=lambda mark: mark.step)
        return tuple(takewhile(lambda mark: mark.step == step, islice(self.marks, start, None)))

    @property
    def top(self) -> int:
        """The tokens at the top of the chart."""
        return max(self.limit or 0, self.most, 1)

    def percent(self, step: int) -> str:
        """Return how full the context is before a step, in words."""
        tokens = self.tokens[step]
        if tokens is None:
            return Sentence("window-scenario.no-figure")
        if self.limit:
            return Sentence("window-scenario.percent", number=tokens * 100 // self.limit)
        return Sentence("window-scenario.tokens", count=tokens)


def chart_data(result: RunResult, triggers: TriggerSet) -> ChartData:
    """Return the chart of a run."""
    thresholds = thresholds_of(triggers)
    tokens = tuple(step.figures.tokens for step in result.steps)
    return ChartData(
        tokens,
        result.settings.context_limit,
        marks_of(result, thresholds),
        thresholds if result.settings.context_limit else (),
        max((count for count in tokens if count is not None), default=0),
    )


def legend_of(thresholds: Sequence[Threshold], marks: Iterable[ChartMark]) -> tuple[LegendEntry, ...]:
    """Return what the shapes of a chart stand for: the limits, and the others as far as they are in it."""
    marked = {mark.shape for mark in marks}
    entries = []
    for shape in MarkShape:
        labels = list(dict.fromkeys(limit.label for limit in thresholds if limit.shape is shape))
        if labels:
            words = listed(labels)
            if len(labels) > _MOST_LIMITS:
                words = Sentence("window-scenario.limits", lowest=labels[0], highest=labels[-1])
            entries.append(LegendEntry(shape, words))
        elif shape in _LEGEND_WORDS and shape in marked:
            entries.append(LegendEntry(shape, _LEGEND_WORDS[shape]))
    return tuple(entries)


def thresholds_of(triggers: TriggerSet) -> tuple[Threshold, ...]:
    """Return the limits of the triggers on the context, the lowest first; those from 90 % on are upper."""
    limits = (
        Threshold(trigger.id, trigger.at, MarkShape.DIAMOND if trigger.at >= _NINETY else MarkShape.TRIANGLE)
        for trigger in triggers.enabled
        if trigger.signal is Signal.CONTEXT and trigger.at is not None
    )
    return tuple(sorted(limits, key=lambda limit: limit.at))


def marks_of(result: RunResult, thresholds: Iterable[Threshold]) -> tuple[ChartMark, ...]:
    """Return the marks of a run in the order of its steps."""
    shapes = {limit.trigger: limit.shape for limit in thresholds}
    marks: list[ChartMark] = []
    for step in result.steps:
        if not (step.fired or step.hints or step.findings or step.summary is not None):
            continue
        if step.is_compacted:
            marks.append(ChartMark(step.number, MarkShape.RING, Sentence("window-scenario.compacted")))
        marks += (
            ChartMark(step.number, shapes.get(firing.trigger, MarkShape.RING), firing.trigger)
            for firing in step.fired
        )
        marks += (ChartMark(step.number, MarkShape.HINT, hint.trigger) for hint in step.hints)
        if step.refused:
            marks.append(
                ChartMark(
                    step.number,
                    MarkShape.REFUSED,
                    Sentence("window-scenario.refused-by", maker=step.refused[0].provider.maker),
                )
            )
    return tuple(marks)

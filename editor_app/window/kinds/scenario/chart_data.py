"""The chart of a run: context, limits, firings and refusals, and where all that and its words stand.

Words stand beside their marks, and on no line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from itertools import islice, pairwise, takewhile
from math import ceil
from operator import itemgetter
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics

from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.scenario import TriggerSet
from editor_app.runs.model.session import Signal
from editor_app.text import Sentence, listed
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.plain_text import counted_tokens

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


_HINT: Final = Sentence("window-scenario.hint-for-user")
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
        return counted_tokens(tokens, is_estimate=False)


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


def legend_of(
    thresholds: Sequence[Threshold], marks: Iterable[ChartMark], *, is_wide: bool = False
) -> tuple[LegendEntry, ...]:
    """Return what the shapes of a chart stand for: the limits, and the others as far as they are in it.

    `is_wide` says where there is room to explain a hint.
    """
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
            is_explained = is_wide and shape is MarkShape.HINT
            entries.append(LegendEntry(shape, _HINT if is_explained else _LEGEND_WORDS[shape]))
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


_RIGHT: Final = 60
_LINE: Final = 16
_HIGH: Final = 44
_MOST_LABELLED: Final = 60


class ChartLabel(NamedTuple):
    """Words over a chart and where they stand; strong are those of the chosen step."""

    words: str
    place: QRectF
    is_strong: bool = False


class _MarkName(NamedTuple):
    """The name of the first mark of a step, and the places beside it where no line and no other mark is."""

    step: int
    words: str
    free: tuple[QRectF, ...]


@dataclass(frozen=True)
class ChartPlaces:
    """Where steps and percentages are in a chart of a size; with `has_lanes`, strategies stand below it."""

    rect: QRect
    data: ChartData
    theme: Theme
    has_lanes: bool = False

    @cached_property
    def plot(self) -> QRect:
        """The area of the curve."""
        px = self.theme.px
        right = px(_RIGHT) if self.data.thresholds else px(16)
        left = px(104 if self.has_lanes else 52)  # the names of strategies stand beside the chart, too
        return self.rect.adjusted(left, px(12), -right, -px(22))

    @property
    def _last(self) -> int:
        return max(1, len(self.data.tokens) - 1)

    def x_of(self, step: int) -> float:
        """Return the x of a step."""
        return self.plot.left() + self.plot.width() * step / self._last

    def y_of(self, tokens: int) -> float:
        """Return the y of a number of tokens."""
        return self.plot.bottom() - self.plot.height() * min(1.0, tokens / self.data.top)

    def step_at(self, x: int) -> int:
        """Return the step nearest to an x."""
        step = round((x - self.plot.left()) * self._last / max(1, self.plot.width()))
        return max(0, min(len(self.data.tokens) - 1, step))

    def y_of_step(self, step: int) -> float:
        """Return the y of the curve at a step."""
        return self.y_of(self.data.tokens[step] or 0)

    def y_of_percent(self, percent: Decimal | int) -> float:
        """Return the y of a percentage of the limit."""
        return self.y_of(int(Decimal(self.data.limit or self.data.top) * percent / 100))

    def percent_at(self, y: int) -> Decimal:
        """Return the whole percentage of the limit at a y, from 1 to 100."""
        share = (self.plot.bottom() - y) / max(1, self.plot.height())
        percent = round(share * self.data.top * 100 / (self.data.limit or self.data.top))
        return Decimal(max(1, min(100, percent)))

    @cached_property
    def curve(self) -> tuple[QPointF, ...]:
        """The points of the curve; of the steps in one column of pixels the lowest, highest and last."""
        points: list[QPointF] = []
        start, tokens, plot = 0, self.data.tokens, self.plot
        while start < len(tokens):
            next_column = int(self.x_of(start)) + 1 - plot.left()
            end = max(start + 1, ceil(next_column * self._last / max(1, plot.width())))
            column = [
                (step, count) for step, count in enumerate(tokens[start:end], start) if count is not None
            ]
            if column:
                by_tokens = itemgetter(1)
                corners = {min(column, key=by_tokens), max(column, key=by_tokens), column[-1]}
                points += (QPointF(self.x_of(step), self.y_of(count)) for step, count in sorted(corners))
            start = end
        return tuple(points)

    def is_crossed(self, place: QRectF) -> bool:
        """Whether the curve or a limit’s line runs through a place."""
        first = bisect_left(self.curve, place.left(), key=QPointF.x) - 1
        end = bisect_right(self.curve, place.right(), key=QPointF.x) + 1
        for before, after in pairwise(self.curve[max(0, first) : end]):
            if place.top() <= before.y() <= place.bottom():
                return True
            high, low = sorted((before.y(), after.y()))
            if after.x() <= place.right() and high <= place.bottom() and low >= place.top():
                return True
        lines = (self.y_of_percent(limit.at) for limit in self.data.thresholds)
        return any(place.top() < y < place.bottom() for y in lines)

    def chips(self) -> list[QRect]:
        """Return where the labels of the limits stand, moved apart."""
        px, plot = self.theme.px, self.plot
        height, taken = px(18), self.rect.bottom() + 1
        chips = []
        for limit in self.data.thresholds:
            top = min(round(self.y_of_percent(limit.at)) - height // 2, taken - height - px(2))
            chips.append(QRect(plot.right() + px(6), max(0, top), px(_RIGHT - 12), height))
            taken = top
        return chips

    def labels(self, chosen: int) -> list[ChartLabel]:
        """Return the words of the chosen step, then the names of marks that have room beside them."""
        context = self.data.percent(chosen)
        words = Sentence("window-scenario.step-and-context", step=str(chosen), context=context)
        labels = [ChartLabel(words, self._place_beside_step(chosen, words), is_strong=True)]
        taken = [QRectF(self.x_of(chosen) - 1, 0, 2, self.plot.bottom()), labels[0].place]
        for name in self._names:
            place = next((place for place in name.free if not any(map(place.intersects, taken))), None)
            if place is not None and name.step != chosen:
                taken.append(place)
                labels.append(ChartLabel(name.words, place))
        return labels

    def _place_beside_step(self, step: int, words: str) -> QRectF:
        """Return where the words of the chosen step stand: at its line, as low as the curve leaves room."""
        theme, plot = self.theme, self.plot
        width = QFontMetrics(theme.font("small strong")).horizontalAdvance(words) + 1
        height, gap, x = theme.px(_LINE), theme.px(8), self.x_of(step)
        sides = [left for left in (x - gap - width, x + gap) if plot.left() < left < plot.right() - width]
        lowest = plot.bottom() - height - theme.px(3)
        tops = range(lowest, plot.top(), -height)
        around = [QRectF(left, top, width, height) for top in tops for left in sides or (x + gap,)]
        return next((place for place in around if not self.is_crossed(place)), around[0])

    @cached_property
    def _names(self) -> tuple[_MarkName, ...]:
        """The names of the marks in the order of steps, none where there are very many."""
        named = {mark.step: mark.label for mark in reversed(self.data.marks)}
        if len(named) > _MOST_LABELLED:
            return ()
        side, reach = self.theme.px(12), self.theme.px(_HIGH)
        # the ground above and below each mark: the name of another one would seem to be its name there
        grounds = {
            step: QRectF(self.x_of(step) - side / 2, self.y_of_step(step) - reach, side, 2 * reach)
            for step in named
        }
        return tuple(self._name(step, label, grounds) for step, label in sorted(named.items()))

    def _name(self, step: int, label: str, grounds: dict[int, QRectF]) -> _MarkName:
        """Return the name of a mark with its free places, the best first; on no other mark’s ground."""
        px, plot, metrics = self.theme.px, self.plot, QFontMetrics(self.theme.font("small"))
        brief = label.removeprefix("resource-").removeprefix("session-start-")
        words = metrics.elidedText(brief, Qt.TextElideMode.ElideRight, px(160))
        width, x, y = metrics.horizontalAdvance(words) + 1, self.x_of(step), self.y_of_step(step)
        inside = QRectF(plot.left(), 0, plot.width() + px(2), plot.bottom())
        others = [ground for other, ground in grounds.items() if other != step]
        tops = y - px(20), y - px(30), y - px(_HIGH), y + px(4)
        beside = [
            QRectF(left, top, width, px(_LINE)) for top in tops for left in (x - width - px(4), x + px(4))
        ]
        free = (
            place
            for place in beside
            if inside.contains(place)
            and not any(map(place.intersects, others))
            and not self.is_crossed(place)
        )
        return _MarkName(step, words, tuple(free))

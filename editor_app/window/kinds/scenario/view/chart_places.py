"""Where the parts of the chart of a run stand, and the words over it: beside their marks, and on no line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, inf
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics

from editor_app.text import Sentence
from editor_app.window.kinds.scenario.chart_data import ChartData, ChartMark
from editor_app.window.kit.theme.theme import Theme

_RIGHT: Final = 60


class Scale(NamedTuple):
    """How steps and tokens are scaled to the pixels of the area of the curve.

    `last` is the last step, at least 1, and `top` the tokens at the top.
    """

    left: int
    width: int
    bottom: int
    height: int
    last: int
    top: int

    def x_of(self, step: int) -> float:
        """Return the x of a step."""
        return self.left + self.width * step / self.last

    def y_of(self, tokens: int) -> float:
        """Return the y of a number of tokens."""
        return self.bottom - self.height * min(1.0, tokens / self.top)

    def first_step_from(self, x: int) -> int:
        """Return the first step that stands at an x or right of it."""
        return ceil((x - self.left) * self.last / max(1, self.width))


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

    @cached_property
    def scale(self) -> Scale:
        """How steps and tokens are scaled."""
        plot, last = self.plot, max(1, len(self.data.tokens) - 1)
        return Scale(plot.left(), plot.width(), plot.bottom(), plot.height(), last, self.data.top)

    def step_at(self, x: int) -> int:
        """Return the step nearest to an x."""
        scale = self.scale
        step = round((x - scale.left) * scale.last / max(1, scale.width))
        return max(0, min(len(self.data.tokens) - 1, step))

    def y_of_step(self, step: int) -> float:
        """Return the y of the curve at a step."""
        return self.scale.y_of(self.data.tokens[step] or 0)

    def y_of_percent(self, percent: Decimal | int) -> float:
        """Return the y of a percentage of the limit."""
        return self.scale.y_of(int(Decimal(self.data.limit or self.data.top) * percent / 100))

    def percent_at(self, y: int) -> Decimal:
        """Return the whole percentage of the limit at a y, from 1 to 100."""
        share = (self.plot.bottom() - y) / max(1, self.plot.height())
        percent = round(share * self.data.top * 100 / (self.data.limit or self.data.top))
        return Decimal(max(1, min(100, percent)))

    @cached_property
    def curve(self) -> tuple[QPointF, ...]:
        """The points of the curve; of the steps in one column of pixels the lowest, highest and last."""
        return _curve(self.scale, self.data.tokens)

    @cached_property
    def columns(self) -> tuple[tuple[float, float], ...]:
        """The highest and the lowest y of the curve in each column of pixels of the widget."""
        return _columns(self.scale, self.data.tokens, self.rect.width())

    def is_crossed(self, place: QRectF) -> bool:
        """Whether the curve or a limit’s line runs through a place."""
        left, right = max(0, int(place.left())), int(place.right()) + 1
        if any(top <= place.bottom() and bottom >= place.top() for top, bottom in self.columns[left:right]):
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


# While a limit is dragged, the data are other ones at each move, and the curve stays.
@lru_cache(maxsize=4)
def _curve(scale: Scale, tokens: tuple[int | None, ...]) -> tuple[QPointF, ...]:
    points: list[QPointF] = []
    start, count = 0, len(tokens)
    while start < count:
        end = max(start + 1, scale.first_step_from(int(scale.x_of(start)) + 1))
        column = tokens[start:end]
        values = [value for value in column if value is not None]
        if values:
            last = max(index for index, value in enumerate(column) if value is not None)
            corners = sorted({column.index(min(values)), column.index(max(values)), last})
            points += (QPointF(scale.x_of(start + at), scale.y_of(column[at] or 0)) for at in corners)
        start = end
    return tuple(points)


@lru_cache(maxsize=4)
def _columns(scale: Scale, tokens: tuple[int | None, ...], width: int) -> tuple[tuple[float, float], ...]:
    points = _curve(scale, tokens)
    columns = [(inf, -inf)] * (width + 1)

    def take(x: float, *ys: float) -> None:
        if 0 <= x <= width:
            top, bottom = columns[int(x)]
            columns[int(x)] = min(top, *ys), max(bottom, *ys)

    for point in points[:1]:
        take(point.x(), point.y(), point.y())
    for before, after in pairwise(points):
        for x in range(int(before.x()), int(after.x()) + 1):
            take(x, before.y(), before.y())
        take(after.x(), before.y(), after.y())
    return tuple(columns)


_LINE: Final = 16
_HIGH: Final = 44
_DROP: Final = 4
_MOST_LABELLED: Final = 60


class ChartLabel(NamedTuple):
    """Words over a chart and where they stand; strong are those of the chosen step."""

    words: str
    place: QRectF
    is_strong: bool = False


class MarkName(NamedTuple):
    """The name of the first mark of a step, and the places beside it where no line and no other mark is."""

    step: int
    words: str
    free: tuple[QRectF, ...]


@dataclass(frozen=True)
class ChartLabels:
    """The words over a chart; what does not depend on the chosen step is worked out once."""

    places: ChartPlaces

    @cached_property
    def names(self) -> tuple[MarkName, ...]:
        """The names of the marks in the order of steps, none where there are very many."""
        named = {mark.step: mark for mark in reversed(self.places.data.marks)}
        if len(named) > _MOST_LABELLED:
            return ()
        places, side, reach = self.places, self.places.theme.px(12), self.places.theme.px(_HIGH)
        metrics = QFontMetrics(places.theme.font("small"))
        # the ground above and below each mark: the name of another one would seem to be its name there
        grounds = {
            step: QRectF(places.scale.x_of(step) - side / 2, places.y_of_step(step) - reach, side, 2 * reach)
            for step in named
        }
        return tuple(_name_of(places, mark, metrics, grounds) for _, mark in sorted(named.items()))

    def at(self, chosen: int) -> list[ChartLabel]:
        """Return the words of the chosen step, then the names of marks that have room beside them."""
        places = self.places
        context = places.data.percent(chosen)
        words = Sentence("window-scenario.step-and-context", step=str(chosen), context=context)
        labels = [ChartLabel(words, _place_beside_step(places, chosen, words), is_strong=True)]
        taken = [QRectF(places.scale.x_of(chosen) - 1, 0, 2, places.plot.bottom()), labels[0].place]
        for name in self.names:
            free = (place for place in name.free if not any(map(place.intersects, taken)))
            place = next(free, None)
            if place is not None and name.step != chosen:
                taken.append(place)
                labels.append(ChartLabel(name.words, place))
        return labels


def _place_beside_step(places: ChartPlaces, step: int, words: str) -> QRectF:
    """Return where the words of the chosen step stand: at its line, as low as the curve leaves room."""
    theme, plot = places.theme, places.plot
    width = QFontMetrics(theme.font("small strong")).horizontalAdvance(words) + 1
    height, gap, x = theme.px(_LINE), theme.px(8), places.scale.x_of(step)
    sides = [left for left in (x - gap - width, x + gap) if plot.left() < left < plot.right() - width]
    lowest = plot.bottom() - height - theme.px(3)
    tops = range(lowest, plot.top(), -height)
    around = [QRectF(left, top, width, height) for top in tops for left in sides]
    free = (place for place in around if not places.is_crossed(place))
    return next(free, around[0] if around else QRectF(x + gap, lowest, width, height))


def _name_of(
    places: ChartPlaces, mark: ChartMark, metrics: QFontMetrics, grounds: Mapping[int, QRectF]
) -> MarkName:
    """Return the name of a mark with its free places; the `grounds` of other marks are not free."""
    brief = mark.label.removeprefix("resource-").removeprefix("session-start-")
    words = metrics.elidedText(brief, Qt.TextElideMode.ElideRight, places.theme.px(160))
    px, plot, height = places.theme.px, places.plot, places.theme.px(_LINE)
    width = metrics.horizontalAdvance(words) + 1
    x, y = places.scale.x_of(mark.step), places.y_of_step(mark.step)
    before, after = x - width - px(4), x + px(4)
    # the best first: above the mark at the left, at the right, higher, below it
    corners = [(left, y - px(lift)) for lift in (20, 30) for left in (before, after)]
    corners += [(after, y - px(_HIGH)), (before, y + px(_DROP)), (after, y + px(_DROP))]
    others = [ground for step, ground in grounds.items() if step != mark.step]
    free = []
    for left, top in corners:
        place = QRectF(left, top, width, height)
        is_beside = plot.left() <= left and left + width <= plot.right() + px(2)
        is_inside = is_beside and 0 <= top <= plot.bottom() - height
        if is_inside and not any(map(place.intersects, others)) and not places.is_crossed(place):
            free.append(place)
    return MarkName(mark.step, words, tuple(free))

"""Where the parts of the chart of a run stand, and the words over it: beside their marks, and on no line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, inf
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics

from editor_app.window.kinds.scenario.chart_data import ChartData, ChartMark
from editor_app.window.kit.theme.theme import Theme

_LEFT: Final = 52
_LEFT_OF_LANES: Final = 104  # beside the chart stand the names of the strategies below it
_RIGHT: Final = 60
_TOP: Final = 12
_BOTTOM: Final = 22
_CHIP: Final = 18


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
        left = px(_LEFT_OF_LANES if self.has_lanes else _LEFT)
        return self.rect.adjusted(left, px(_TOP), -right, -px(_BOTTOM))

    @cached_property
    def scale(self) -> Scale:
        """How steps and tokens are scaled."""
        plot, last = self.plot, max(1, len(self.data.tokens) - 1)
        return Scale(plot.left(), plot.width(), plot.bottom(), plot.height(), last, self.data.top)

    def step_at(self, x: int) -> int:
        """Return the step nearest to an x."""
        plot, last = self.plot, len(self.data.tokens) - 1
        return max(0, min(last, round((x - plot.left()) * max(1, last) / max(1, plot.width()))))

    def y_of_percent(self, percent: Decimal | int) -> float:
        """Return the y of a percentage of the limit."""
        return self.scale.y_of(int(Decimal(self.data.limit or self.data.top) * percent / 100))

    def percent_at(self, y: int) -> Decimal:
        """Return the whole percentage of the limit at a y, from 1 to 100."""
        plot = self.plot
        share = (plot.bottom() - y) / max(1, plot.height())
        return Decimal(
            max(1, min(100, round(share * self.data.top * 100 / (self.data.limit or self.data.top))))
        )

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
        lines = (self.y_of_percent(one.at) for one in self.data.thresholds)
        return any(place.top() < y < place.bottom() for y in lines)

    def chips(self) -> list[QRect]:
        """Return where the labels of the limits stand, moved apart."""
        px, plot = self.theme.px, self.plot
        height, taken = px(_CHIP), self.rect.bottom() + 1
        found = []
        for one in self.data.thresholds:
            top = min(round(self.y_of_percent(one.at)) - height // 2, taken - height - px(2))
            found.append(QRect(plot.right() + px(6), max(0, top), px(_RIGHT - 12), height))
            taken = top
        return found


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
            last = max(at for at, value in enumerate(column) if value is not None)
            kept = {column.index(min(values)), column.index(max(values)), last}
            points += (QPointF(scale.x_of(start + at), scale.y_of(column[at] or 0)) for at in sorted(kept))
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


_LABEL: Final = 160
_LINE: Final = 16
_LIFTS: Final = (20, 30)
_HIGH: Final = 44
_DROP: Final = 4
_MOST_LABELLED: Final = 60
_MARK: Final = 12


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
        grounds = {step: _ground_of(self.places, step) for step in named}
        metrics = QFontMetrics(self.places.theme.font("small"))
        return tuple(_name_of(self.places, mark, metrics, grounds) for _, mark in sorted(named.items()))

    def at(self, chosen: int) -> list[ChartLabel]:
        """Return the words of the chosen step, then the names of marks that have room beside them."""
        places = self.places
        words = f"step {chosen} · {places.data.percent(chosen)}"
        labels = [ChartLabel(words, _beside_step(places, chosen, words), is_strong=True)]
        taken = [QRectF(places.scale.x_of(chosen) - 1, 0, 2, places.plot.bottom()), labels[0].place]
        for name in self.names:
            free = (one for one in name.free if not any(one.intersects(other) for other in taken))
            place = next(free, None)
            if place is not None and name.step != chosen:
                taken.append(place)
                labels.append(ChartLabel(name.words, place))
        return labels


def _beside_step(places: ChartPlaces, step: int, words: str) -> QRectF:
    """Return where the words of the chosen step stand: at its line, as low as the curve leaves room."""
    theme, plot = places.theme, places.plot
    width = QFontMetrics(theme.font("small strong")).horizontalAdvance(words) + 1
    height, gap, x = theme.px(_LINE), theme.px(8), places.scale.x_of(step)
    sides = [left for left in (x - gap - width, x + gap) if plot.left() < left < plot.right() - width]
    lowest = plot.bottom() - height - theme.px(3)
    heights = range(lowest, plot.top(), -height)
    found = [QRectF(left, top, width, height) for top in heights for left in sides]
    free = (place for place in found if not places.is_crossed(place))
    return next(free, found[0] if found else QRectF(x + gap, lowest, width, height))


def _name_of(
    places: ChartPlaces, mark: ChartMark, metrics: QFontMetrics, grounds: Mapping[int, QRectF]
) -> MarkName:
    brief = mark.label.removeprefix("resource-").removeprefix("session-start-")
    words = metrics.elidedText(brief, Qt.TextElideMode.ElideRight, places.theme.px(_LABEL))
    others = [ground for step, ground in grounds.items() if step != mark.step]
    around = _places_of(places, mark, metrics.horizontalAdvance(words) + 1)
    free = (one for one in around if not any(one.intersects(other) for other in others))
    return MarkName(mark.step, words, tuple(one for one in free if not places.is_crossed(one)))


def _places_of(places: ChartPlaces, mark: ChartMark, width: int) -> Iterator[QRectF]:
    """Yield the places around a mark, the best first: above it at the left, at the right, higher, below."""
    px, plot, height = places.theme.px, places.plot, places.theme.px(_LINE)
    x, y = places.scale.x_of(mark.step), places.scale.y_of(places.data.tokens[mark.step] or 0)
    before, after = x - width - px(4), x + px(4)
    tops = [(left, y - px(lift)) for lift in _LIFTS for left in (before, after)]
    for left, top in (*tops, (after, y - px(_HIGH)), (before, y + px(_DROP)), (after, y + px(_DROP))):
        is_inside = plot.left() <= left and left + width <= plot.right() + px(2)
        if is_inside and 0 <= top <= plot.bottom() - height:
            yield QRectF(left, top, width, height)


def _ground_of(places: ChartPlaces, step: int) -> QRectF:
    """Return the ground above and below a mark: a label on it would seem to be its name."""
    side, reach = places.theme.px(_MARK), places.theme.px(_HIGH)
    y = places.scale.y_of(places.data.tokens[step] or 0)
    return QRectF(places.scale.x_of(step) - side / 2, y - reach, side, 2 * reach)

"""Where the parts of the chart of a run stand."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, inf
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF

from editor_app.window.kinds.scenario.chart_data import ChartData
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

    def x_of(self, step: int) -> float:
        """Return the x of a step."""
        return self.scale.x_of(step)

    def step_at(self, x: int) -> int:
        """Return the step nearest to an x."""
        plot, last = self.plot, len(self.data.tokens) - 1
        return max(0, min(last, round((x - plot.left()) * max(1, last) / max(1, plot.width()))))

    def y_of(self, tokens: int) -> float:
        """Return the y of a number of tokens."""
        return self.scale.y_of(tokens)

    def y_of_percent(self, percent: Decimal | int) -> float:
        """Return the y of a percentage of the limit."""
        return self.y_of(int(Decimal(self.data.limit or self.data.top) * percent / 100))

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

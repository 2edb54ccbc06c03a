"""Where the parts of the chart of a run stand, and their painting."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF

from editor_app.window.kinds.scenario.chart_data import (
    SHAPE_ROLES,
    ChartData,
    ChartMark,
    MarkShape,
    Threshold,
)
from editor_app.window.style.icons import paint_icon
from editor_app.window.style.theme import Theme

_LEFT: Final = 52
_LEFT_OF_LANES: Final = 104  # beside the chart stand the names of the strategies below it
_RIGHT: Final = 60
_TOP: Final = 12
_BOTTOM: Final = 22
_CHIP: Final = 18
_MARK: Final = 9
_LABEL: Final = 160
_GRID: Final = (0, 50, 100)
_TICKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000)
_TICK_ROOM: Final = 64
_MOST_LABELLED: Final = 60


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

    def x_of(self, step: int) -> float:
        """Return the x of a step."""
        plot, last = self.plot, max(1, len(self.data.tokens) - 1)
        return plot.left() + plot.width() * step / last

    def first_step_from(self, x: int) -> int:
        """Return the first step that stands at an x or right of it."""
        plot, last = self.plot, max(1, len(self.data.tokens) - 1)
        return ceil((x - plot.left()) * last / max(1, plot.width()))

    def step_at(self, x: int) -> int:
        """Return the step nearest to an x."""
        plot, last = self.plot, len(self.data.tokens) - 1
        return max(0, min(last, round((x - plot.left()) * max(1, last) / max(1, plot.width()))))

    def y_of(self, tokens: int) -> float:
        """Return the y of a number of tokens."""
        plot = self.plot
        return plot.bottom() - plot.height() * min(1.0, tokens / self.data.top)

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


def paint_ground(painter: QPainter, places: ChartPlaces) -> None:
    """Paint what stays while the step moves: the grid and the curve."""
    theme = places.theme
    painter.fillRect(places.rect, theme.color("paper"))
    painter.setFont(theme.number_font())
    _paint_grid(painter, places)
    if places.data.tokens:
        _paint_curve(painter, places)


def paint_chart(painter: QPainter, places: ChartPlaces, step: int, *, has_focus: bool, dragged: str) -> None:
    """Paint limits, marks and the chosen step above the ground; `dragged` is the trigger of a moved limit."""
    theme = places.theme
    painter.setFont(theme.number_font())
    if places.data.tokens:
        for threshold, chip in zip(places.data.thresholds, places.chips(), strict=True):
            _paint_threshold(painter, places, threshold, chip, is_dragged=threshold.trigger == dragged)
        _paint_step(painter, places, step)
        _paint_marks(painter, places, step)
    if has_focus:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(theme.color("acc"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(places.rect.adjusted(0, 0, -1, -1))


def paint_mark(painter: QPainter, centre: QPointF, shape: MarkShape, theme: Theme) -> None:
    """Paint a mark around a point: a triangle, a diamond, a ring, an eye or a problem."""
    size = theme.px(_MARK)
    half = size / 2
    role = SHAPE_ROLES[shape]
    if shape in {MarkShape.HINT, MarkShape.REFUSED}:
        side = theme.px(13)
        place = QRect(round(centre.x() - side / 2), round(centre.y() - side / 2), side, side)
        paint_icon(painter, place, "eye" if shape is MarkShape.HINT else "circle-alert", theme, role)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("paper"), 1))
    painter.setBrush(theme.color(role))
    x, y = centre.x(), centre.y()
    if shape is MarkShape.TRIANGLE:
        painter.drawPolygon(
            QPolygonF(
                [QPointF(x, y - half - 1), QPointF(x + half + 1, y + half), QPointF(x - half - 1, y + half)]
            )
        )
    elif shape is MarkShape.DIAMOND:
        points = ((x, y - half - 1), (x + half + 1, y), (x, y + half + 1), (x - half - 1, y))
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))
    else:
        painter.setPen(QPen(theme.color(role), 2))
        painter.setBrush(theme.color("paper"))
        painter.drawEllipse(centre, half - 0.5, half - 0.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _paint_grid(painter: QPainter, places: ChartPlaces) -> None:
    theme, plot, data = places.theme, places.plot, places.data
    height = theme.px(18)
    for share in _GRID:
        y = round(plot.bottom() - plot.height() * share / 100)
        painter.fillRect(plot.left(), y, plot.width(), 1, theme.color("line"))
        tokens = data.top * share // 100
        if data.limit:
            words = f"{tokens * 100 // data.limit}" + ("\u202f%" if share == _GRID[-1] else "")
        else:
            words = _short(tokens)
        painter.setPen(theme.color("soft"))
        label = QRect(0, y - height // 2, plot.left() - theme.px(8), height)
        painter.drawText(label, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
    last = len(data.tokens) - 1
    if last < 1:
        return
    most = max(1, plot.width() // theme.px(_TICK_ROOM))
    every = next((one for one in _TICKS if last / one <= most), last)
    for step in {*range(0, last + 1, every), last}:
        if step != last and last - step < every / 2:
            continue
        place = QRect(
            round(places.x_of(step)) - theme.px(30), plot.bottom() + theme.px(3), theme.px(60), height
        )
        painter.setPen(theme.color("soft"))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), str(step))


def _paint_curve(painter: QPainter, places: ChartPlaces) -> None:
    theme, plot = places.theme, places.plot
    points = curve_points(places)
    if not points:
        return
    corners = [points[0]]
    for before, after in pairwise(points):
        corners += (QPointF(after.x(), before.y()), after)
    bottom = float(plot.bottom())
    area = (QPointF(points[0].x(), bottom), *corners, QPointF(points[-1].x(), bottom))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("blkbg"))
    painter.drawPolygon(QPolygonF(area))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("acc"), 1.5))
    painter.drawLines([QLineF(before, after) for before, after in pairwise(corners)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def curve_points(places: ChartPlaces) -> list[QPointF]:
    """Return the points of the curve; of the steps in one column of pixels the lowest, highest and last."""
    points: list[QPointF] = []
    tokens, x_of, y_of = places.data.tokens, places.x_of, places.y_of
    start, count = 0, len(tokens)
    while start < count:
        end = max(start + 1, places.first_step_from(int(x_of(start)) + 1))
        column = tokens[start:end]
        values = [value for value in column if value is not None]
        if values:
            last = max(at for at, value in enumerate(column) if value is not None)
            kept = {column.index(min(values)), column.index(max(values)), last}
            points += (QPointF(x_of(start + at), y_of(column[at] or 0)) for at in sorted(kept))
        start = end
    return points


def _paint_threshold(
    painter: QPainter, places: ChartPlaces, threshold: Threshold, chip: QRect, *, is_dragged: bool
) -> None:
    theme, plot = places.theme, places.plot
    colour = theme.color(SHAPE_ROLES[threshold.shape])
    style = Qt.PenStyle.DotLine if threshold.shape is MarkShape.DIAMOND else Qt.PenStyle.DashLine
    y = round(places.y_of_percent(threshold.at)) + 0.5
    painter.setPen(QPen(colour, 2 if is_dragged else 1, style))
    painter.drawLine(QLineF(plot.left(), y, chip.left(), y))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 2 if is_dragged else 1))
    painter.setBrush(theme.color("paper"))
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), threshold.label)


def _paint_step(painter: QPainter, places: ChartPlaces, step: int) -> None:
    theme, plot = places.theme, places.plot
    x = places.x_of(step)
    painter.setPen(QPen(theme.color("ink"), 1.5))
    painter.drawLine(QLineF(x, plot.top() - theme.px(6), x, plot.bottom()))
    painter.setFont(theme.font("small strong"))
    words = f"step {step} · {places.data.percent(step)}"
    _paint_beside(painter, places, x, plot.bottom() - theme.px(20), words)
    painter.setFont(theme.number_font())


def _paint_marks(painter: QPainter, places: ChartPlaces, chosen: int) -> None:
    theme, data = places.theme, places.data
    taken = _walls(places, chosen)
    painter.setFont(theme.font("small"))
    metrics = QFontMetrics(theme.font("small"))
    labelled = {mark.step: mark for mark in reversed(data.marks) if mark.step != chosen}
    if len(labelled) <= _MOST_LABELLED:
        for _, mark in sorted(labelled.items()):
            _paint_label(painter, places, mark, metrics, taken)
    seen: dict[int, int] = {}
    painted: set[tuple[int, int, MarkShape]] = set()
    for mark in sorted(data.marks, key=lambda one: one.shape is not MarkShape.RING):  # limits above rings
        number = seen[mark.step] = seen.get(mark.step, -1) + 1
        column = (round(places.x_of(mark.step)), number, mark.shape)
        if column in painted:
            continue
        painted.add(column)
        tokens = data.tokens[mark.step] or 0
        centre = QPointF(places.x_of(mark.step), places.y_of(tokens) - number * theme.px(3))
        paint_mark(painter, centre, mark.shape, theme)


def _walls(places: ChartPlaces, chosen: int) -> list[QRectF]:
    """Return what no label may cross: the line of the chosen step with its words, and falls of the curve."""
    theme, plot, tokens = places.theme, places.plot, places.data.tokens
    x = places.x_of(chosen)
    words = theme.px(110)
    walls = [QRectF(x - 1, 0, 2, plot.bottom())]
    walls.append(QRectF(x - words if x - words > plot.left() else x, plot.bottom() - theme.px(20), words, 18))
    walls += (
        QRectF(places.x_of(step) - 1, places.y_of(tokens[step - 1] or 0), 2, plot.bottom())
        for step in places.data.falls
    )
    return walls


def _paint_label(
    painter: QPainter, places: ChartPlaces, mark: ChartMark, metrics: QFontMetrics, taken: list[QRectF]
) -> None:
    """Paint the name beside a mark, where no other stands and the curve leaves room."""
    theme, plot = places.theme, places.plot
    words = metrics.elidedText(_brief(mark.label), Qt.TextElideMode.ElideRight, theme.px(_LABEL))
    width, height = metrics.horizontalAdvance(words), theme.px(16)
    x = places.x_of(mark.step)
    y = places.y_of(places.data.tokens[mark.step] or 0) - theme.px(20)
    left = x - width - theme.px(4) if x - width - theme.px(4) > plot.left() else x + theme.px(2)
    place = QRectF(left, max(0.0, y), width + 2, height)
    lines = (places.y_of_percent(one.at) for one in places.data.thresholds)
    if any(place.intersects(one) for one in taken) or any(place.top() < y < place.bottom() for y in lines):
        return
    taken.append(place)
    painter.setPen(theme.color("ink"))
    painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), words)


def _paint_beside(painter: QPainter, places: ChartPlaces, x: float, top: int, words: str) -> None:
    theme, plot = places.theme, places.plot
    metrics = painter.fontMetrics()
    width, gap = metrics.horizontalAdvance(words), theme.px(8)
    is_left = x - gap - width > plot.left()
    place = QRectF(x - gap - width if is_left else x + gap, top, width + 1, theme.px(18))
    painter.setPen(theme.color("ink"))
    painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), words)


def _brief(label: str) -> str:
    return label.removeprefix("resource-").removeprefix("session-start-")


def _short(tokens: int) -> str:
    return f"{tokens // 1000}k" if tokens >= 10_000 else str(tokens)

"""The painting of the chart of a run."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor_app.window.kinds.scenario.chart_data import (
    SHAPE_ROLES,
    ChartMark,
    MarkShape,
    Threshold,
)
from editor_app.window.kinds.scenario.view.chart_places import ChartLabels, ChartPlaces
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme

_MARK: Final = 9
_GRID: Final = (0, 50, 100)
_TICKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000)
_TICK_ROOM: Final = 64


def paint_ground(painter: QPainter, places: ChartPlaces) -> None:
    """Paint what stays while the step moves: the grid and the curve."""
    theme = places.theme
    painter.fillRect(places.rect, theme.color("paper"))
    painter.setFont(theme.font("small number"))
    _paint_grid(painter, places)
    if places.data.tokens:
        _paint_curve(painter, places)


def paint_chart(painter: QPainter, labels: ChartLabels, step: int, *, has_focus: bool, dragged: str) -> None:
    """Paint limits, marks and the chosen step above the ground; `dragged` is the trigger of a moved limit."""
    places, theme = labels.places, labels.places.theme
    painter.setFont(theme.font("small number"))
    if places.data.tokens:
        for threshold, chip in zip(places.data.thresholds, places.chips(), strict=True):
            _paint_threshold(painter, places, threshold, chip, is_dragged=threshold.trigger == dragged)
        x = places.scale.x_of(step)
        painter.setPen(QPen(theme.color("ink"), 1.5))
        painter.drawLine(QLineF(x, places.plot.top() - theme.px(6), x, places.plot.bottom()))
        for label in labels.at(step):
            painter.setFont(theme.font("small strong" if label.is_strong else "small"))
            painter.drawText(label.place, int(Qt.AlignmentFlag.AlignVCenter), label.words)
        _paint_marks(painter, places)
    if has_focus:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(theme.color("acc"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(places.rect.adjusted(0, 0, -1, -1))


def is_above(mark: ChartMark) -> bool:
    """Whether a mark is painted above the rings, which would hide what it says of a limit."""
    return mark.shape is not MarkShape.RING


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
            words = f"{tokens // 1000}k" if tokens >= 10_000 else str(tokens)
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
            round(places.scale.x_of(step)) - theme.px(30), plot.bottom() + theme.px(3), theme.px(60), height
        )
        painter.setPen(theme.color("soft"))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), str(step))


def _paint_curve(painter: QPainter, places: ChartPlaces) -> None:
    theme, plot = places.theme, places.plot
    points = places.curve
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


def _paint_marks(painter: QPainter, places: ChartPlaces) -> None:
    theme, data = places.theme, places.data
    seen: dict[int, int] = {}
    painted: set[tuple[int, int, MarkShape]] = set()
    for mark in sorted(data.marks, key=is_above):
        number = seen[mark.step] = seen.get(mark.step, -1) + 1
        column = (round(places.scale.x_of(mark.step)), number, mark.shape)
        if column in painted:
            continue
        painted.add(column)
        tokens = data.tokens[mark.step] or 0
        centre = QPointF(places.scale.x_of(mark.step), places.scale.y_of(tokens) - number * theme.px(3))
        paint_mark(painter, centre, mark.shape, theme)

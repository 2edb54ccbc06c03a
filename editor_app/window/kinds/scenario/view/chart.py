"""The chart of a run: how full the context is before each step, the limits to drag, and every firing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from editor_app.text import Sentence, listed
from editor_app.window.kinds.scenario.actions import (
    RUN_CANCEL,
    RUN_FIRING_BEFORE,
    RUN_FIRST,
    RUN_LAST,
    RUN_NEXT_FIRING,
    RUN_PLAY,
    RUN_REQUEST,
    RUN_STEPS,
)
from editor_app.window.kinds.scenario.chart_data import (
    SHAPE_ROLES,
    ChartData,
    ChartMark,
    ChartPlaces,
    MarkShape,
    Threshold,
)
from editor_app.window.kit.focus.panel_keys import PanelKey
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_box, paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.labels import plain_tooltip


class RunChart(QWidget):
    """Shows a `ChartData` and the chosen step; keys and clicks choose another.

    `threshold_moved` tells the limit of a trigger while it is dragged, `threshold_released` the last one, and
    `threshold_restored` that Esc or the pointer took it back.
    """

    step_chosen = Signal(int)
    threshold_moved = Signal(str, object)
    threshold_released = Signal(str, object)
    threshold_restored = Signal()
    play_requested = Signal()
    request_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a run."""
        super().__init__(
            parent,
            focusPolicy=Qt.FocusPolicy.StrongFocus,
            mouseTracking=True,
            accessibleName=Sentence("window-scenario.context-before-each-step"),
        )
        self.data = ChartData()
        self.has_lanes = False  # it begins where those of strategies below it begin, or further left
        self._places = ChartPlaces(self.rect(), self.data, current_theme())
        self.step = 0
        """The chosen step."""
        self._dragged: Threshold | None = None
        self._taken: Threshold | None = None
        self._was_moved = False

    @property
    def is_dragging(self) -> bool:
        """Whether a limit that was moved is held."""
        return self._dragged is not None and self._was_moved

    @property
    def places(self) -> ChartPlaces:
        """Where what is shown stands; the same as before while nothing of it changed."""
        places = ChartPlaces(self.rect(), self.data, current_theme(), self.has_lanes)
        if places != self._places:
            self._places = places
        return self._places

    def show_data(self, data: ChartData) -> None:
        """Show another run."""
        self.data = data
        self.show_step(self.step)

    def show_step(self, step: int) -> None:
        """Mark a step."""
        self.step = max(0, min(step, len(self.data.tokens) - 1))
        words: str = Sentence("window-scenario.no-steps")
        if self.data.tokens:
            labels = [mark.label for mark in self.data.marks_at(self.step)]
            last = str(len(self.data.tokens) - 1)
            parts = (
                Sentence("window-scenario.step-of", step=str(self.step), last=last),
                self.data.percent(self.step),
                *labels,
            )
            words = listed(parts)
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the usual size."""
        return QSize(current_theme().px(560), current_theme().px(196))

    # Keys and the mouse -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the step, play, go to the request, or take a dragged limit back."""
        if RUN_CANCEL.is_pressed(event) and self._dragged is not None:
            self._dragged = None
            self.threshold_restored.emit()
            return
        if not self.do_key(event):
            super().keyPressEvent(event)

    def do_key(self, event: QKeyEvent) -> bool:
        """Do what a key of the run means; return False for any other."""
        acts: dict[PanelKey, Callable[[], object]] = {
            **{key: partial(self._choose, self.step + steps) for key, steps in RUN_STEPS.items()},
            RUN_FIRING_BEFORE: partial(self._choose, self.firing_beside(-1)),
            RUN_NEXT_FIRING: partial(self._choose, self.firing_beside(1)),
            RUN_FIRST: partial(self._choose, 0),
            RUN_LAST: partial(self._choose, len(self.data.tokens) - 1),
            RUN_PLAY: self.play_requested.emit,
            RUN_REQUEST: self.request_requested.emit,
            RUN_CANCEL: self.cancel_requested.emit,
        }
        act = next((act for key, act in acts.items() if key.is_pressed(event)), None)
        if act is not None:
            act()
        return act is not None

    def firing_beside(self, side: int) -> int:
        """Return the step of the next firing, to the left for -1; the chosen one if there is none."""
        steps = self.data.marked_steps
        index = bisect_right(steps, self.step) if side > 0 else bisect_left(steps, self.step) - 1
        return steps[index] if 0 <= index < len(steps) else self.step

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a limit's line or choose a step."""
        if event.button() != Qt.MouseButton.LeftButton or not self.data.tokens:
            return
        place = event.position().toPoint()
        self._dragged = self._taken = self._threshold_at(place)
        self._was_moved = False
        if self._dragged is None:
            self._choose(self.places.step_at(place.x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move a limit that was taken, or the step."""
        place = event.position().toPoint()
        if self._dragged is None:
            if event.buttons() & Qt.MouseButton.LeftButton and self.data.tokens:
                self._choose(self.places.step_at(place.x()))
            near = self._threshold_at(place) is not None
            self.setCursor(Qt.CursorShape.SplitVCursor if near else Qt.CursorShape.ArrowCursor)
            return
        percent = self.places.percent_at(place.y())
        if percent != self._dragged.at:
            self._dragged = self._dragged._replace(at=percent)
            self._was_moved = True
            self.threshold_moved.emit(self._dragged.trigger, percent)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Announce where a limit was left, if that is not where it was."""
        if event.button() != Qt.MouseButton.LeftButton or self._dragged is None:
            return
        dragged, self._dragged = self._dragged, None
        if dragged != self._taken:
            self.threshold_released.emit(dragged.trigger, dragged.at)
        elif self._was_moved:
            self.threshold_restored.emit()

    def event(self, event: QEvent) -> bool:
        """Say what a mark stands for in a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.data.tokens:
            step = self.places.step_at(event.pos().x())
            near = [mark for mark in self.data.marks if abs(mark.step - step) <= 1]
            words = "\n".join(
                Sentence("window-scenario.step-says", step=str(mark.step), what=mark.label)
                for mark in near[:6]
            )
            QToolTip.showText(event.globalPos(), plain_tooltip(words) if words else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the chart."""
        dragged = self._dragged.trigger if self._dragged is not None else ""
        with QPainter(self) as painter:
            paint_grid(painter, self.places)
            paint_curve(painter, self.places)
            paint_chart(painter, self.places, self.step, has_focus=self.hasFocus(), dragged=dragged)

    # Inside -------------------------------------------------------------------------------------------------

    def _choose(self, step: int) -> None:
        step = max(0, min(step, len(self.data.tokens) - 1))
        if step != self.step:
            self.show_step(step)
            self.step_chosen.emit(step)

    def _threshold_at(self, place: QPoint) -> Threshold | None:
        places, near = self.places, current_theme().px(5)
        for threshold, chip in zip(self.data.thresholds, places.chips(), strict=True):
            if QRect(chip).contains(place):
                return threshold
        if not places.plot.adjusted(0, -near, 0, near).contains(place):
            return None

        def distance(limit: Threshold) -> float:
            return abs(places.y_of_percent(limit.at) - place.y())

        nearest = min(self.data.thresholds, key=distance, default=None)
        return nearest if nearest is not None and distance(nearest) <= near else None


_GRID: Final = (0, 50, 100)
_TICKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000)


def paint_chart(painter: QPainter, places: ChartPlaces, step: int, *, has_focus: bool, dragged: str) -> None:
    """Paint limits, marks and the chosen step above the ground; `dragged` is the trigger of a moved limit."""
    theme = places.theme
    painter.setFont(theme.font("small number"))
    if places.data.tokens:
        for threshold, chip in zip(places.data.thresholds, places.chips(), strict=True):
            _paint_threshold(painter, places, threshold, chip, is_dragged=threshold.trigger == dragged)
        x = places.x_of(step)
        painter.setPen(QPen(theme.color("ink"), 1.5))
        painter.drawLine(QLineF(x, places.plot.top() - theme.px(6), x, places.plot.bottom()))
        for label in places.labels(step):
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
    half = theme.px(9) / 2
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
    top, left, right = QPointF(x, y - half - 1), x - half - 1, x + half + 1
    if shape is MarkShape.TRIANGLE:
        painter.drawPolygon(QPolygonF([top, QPointF(right, y + half), QPointF(left, y + half)]))
    elif shape is MarkShape.DIAMOND:
        bottom = QPointF(x, y + half + 1)
        painter.drawPolygon(QPolygonF([top, QPointF(right, y), bottom, QPointF(left, y)]))
    else:
        painter.setPen(QPen(theme.color(role), 2))
        painter.setBrush(theme.color("paper"))
        painter.drawEllipse(centre, half - 0.5, half - 0.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def paint_grid(painter: QPainter, places: ChartPlaces) -> None:
    """Paint the ground of the chart, with the shares of the limit at the left and the steps below."""
    theme, plot, data = places.theme, places.plot, places.data
    painter.fillRect(places.rect, theme.color("paper"))
    painter.setFont(theme.font("small number"))
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
    most = max(1, plot.width() // theme.px(64))
    every = next((tick for tick in _TICKS if last / tick <= most), last)
    for step in {*range(0, last + 1, every), last}:
        if step != last and last - step < every / 2:
            continue
        place = QRect(
            round(places.x_of(step)) - theme.px(30), plot.bottom() + theme.px(3), theme.px(60), height
        )
        painter.setPen(theme.color("soft"))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), str(step))


def paint_curve(painter: QPainter, places: ChartPlaces) -> None:
    """Paint how full the context is before each step."""
    theme, plot = places.theme, places.plot
    points = places.curve
    if not points:
        return
    corners = [points[0]]
    for before, after in pairwise(points):
        corners += (QPointF(after.x(), before.y()), after)
    bottom = float(plot.bottom())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("blkbg"))
    # one polygon of all corners takes Qt fifty times as long
    painter.drawRects([QRectF(before, QPointF(after.x(), bottom)) for before, after in pairwise(points)])
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
    paint_box(painter, chip, "paper", SHAPE_ROLES[threshold.shape], width=2 if is_dragged else 1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), threshold.label)


def _paint_marks(painter: QPainter, places: ChartPlaces) -> None:
    theme, data = places.theme, places.data
    seen: dict[int, int] = {}
    painted: set[tuple[int, int, MarkShape]] = set()
    for mark in sorted(data.marks, key=is_above):
        number = seen[mark.step] = seen.get(mark.step, -1) + 1
        column = (round(places.x_of(mark.step)), number, mark.shape)
        if column in painted:
            continue
        painted.add(column)
        top = places.y_of_step(mark.step) - number * theme.px(3)
        paint_mark(painter, QPointF(places.x_of(mark.step), top), mark.shape, theme)

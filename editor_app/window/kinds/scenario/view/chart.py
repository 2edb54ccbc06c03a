"""The chart of a run: how full the context is before each step, the limits to drag, and every firing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from editor_app.window.kinds.scenario.actions import (
    RUN_BACK,
    RUN_CANCEL,
    RUN_FIRING_BEFORE,
    RUN_FIRST,
    RUN_FORWARD,
    RUN_LAST,
    RUN_NEXT_FIRING,
    RUN_PLAY,
    RUN_REQUEST,
    RUN_TEN_BACK,
    RUN_TEN_FORWARD,
)
from editor_app.window.kinds.scenario.chart_data import (
    SHAPE_ROLES,
    ChartData,
    ChartMark,
    MarkShape,
    Threshold,
)
from editor_app.window.kinds.scenario.view.chart_places import ChartLabels, ChartPlaces
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.labels import plain_tooltip

_NEAR: Final = 5
_TEN: Final = 10


class RunChart(QWidget):
    """Shows a `ChartData` and the chosen step; keys and clicks choose another.

    `threshold_moved` tells the limit of a trigger while it is dragged, `threshold_released` the last one, and
    `threshold_restored` that Esc took it back.
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
        theme = current_theme()
        super().__init__(parent)
        self.data = ChartData()
        self.has_lanes = False  # it begins where those of strategies below it begin, or further left
        self._labels = ChartLabels(ChartPlaces(self.rect(), self.data, theme))
        self.step = 0
        """The chosen step."""
        self._dragged: Threshold | None = None
        self._taken: Threshold | None = None
        self._was_moved = False
        self._ground: QPixmap | None = None
        self._ground_key: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Context before each step")

    @property
    def is_dragging(self) -> bool:
        """Whether a limit is held."""
        return self._dragged is not None

    @property
    def places(self) -> ChartPlaces:
        """Where what is shown stands; the same as before while nothing of it changed."""
        places = ChartPlaces(self.rect(), self.data, current_theme(), self.has_lanes)
        if places != self._labels.places:
            self._labels = ChartLabels(places)
        return self._labels.places

    def show_data(self, data: ChartData) -> None:
        """Show another run."""
        self.data = data
        self.show_step(self.step)

    def show_step(self, step: int) -> None:
        """Mark a step."""
        self.step = max(0, min(step, len(self.data.tokens) - 1))
        if self.data.tokens:
            here = [mark.label for mark in self.data.marks_at(self.step)]
            words = (f"Step {self.step} of {len(self.data.tokens) - 1}", self.data.percent(self.step), *here)
            self.setAccessibleDescription(", ".join(words))
        else:
            self.setAccessibleDescription("No steps")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the usual size."""
        return QSize(current_theme().px(560), current_theme().px(196))

    def minimumSizeHint(self) -> QSize:
        """Return the size at which limits and steps can still be told apart."""
        return QSize(current_theme().px(200), current_theme().px(100))

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
        moves = {
            RUN_BACK: self.step - 1,
            RUN_FORWARD: self.step + 1,
            RUN_TEN_BACK: self.step - _TEN,
            RUN_TEN_FORWARD: self.step + _TEN,
            RUN_FIRING_BEFORE: self.firing_beside(-1),
            RUN_NEXT_FIRING: self.firing_beside(1),
            RUN_FIRST: 0,
            RUN_LAST: len(self.data.tokens) - 1,
        }
        for key, moved in moves.items():
            if key.is_pressed(event):
                if self.data.tokens:
                    self._choose(max(0, min(moved, len(self.data.tokens) - 1)))
                return True
        asked = {
            RUN_PLAY: self.play_requested,
            RUN_REQUEST: self.request_requested,
            RUN_CANCEL: self.cancel_requested,
        }
        signal = next((signal for key, signal in asked.items() if key.is_pressed(event)), None)
        if signal is not None:
            signal.emit()
        return signal is not None

    def firing_beside(self, side: int) -> int:
        """Return the step of the next firing, to the left for -1; the chosen one if there is none."""
        found = self.data.marked_steps
        at = bisect_right(found, self.step) if side > 0 else bisect_left(found, self.step) - 1
        return found[at] if 0 <= at < len(found) else self.step

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
        at = self.places.percent_at(place.y())
        if at != self._dragged.at:
            self._dragged = self._dragged._replace(at=at)
            self._was_moved = True
            self.threshold_moved.emit(self._dragged.trigger, at)

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
            words = "\n".join(f"Step {mark.step}: {mark.label}" for mark in near[:6])
            QToolTip.showText(event.globalPos(), plain_tooltip(words) if words else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the chart."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn_ground(self.places))
        dragged = self._dragged.trigger if self._dragged is not None else ""
        paint_chart(painter, self._labels, self.step, has_focus=self.hasFocus(), dragged=dragged)
        painter.end()

    # Inside -------------------------------------------------------------------------------------------------

    def _drawn_ground(self, places: ChartPlaces) -> QPixmap:
        """Return the picture of grid and curve, drawn anew for another run, size or theme."""
        ratio = self.devicePixelRatioF()
        key = (
            self.data.tokens,
            self.data.limit,
            bool(self.data.thresholds),
            self.size(),
            ratio,
            self.has_lanes,
            current_theme(),
        )
        if self._ground is None or key != self._ground_key:
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground_key = key
            painter = QPainter(self._ground)
            paint_ground(painter, places)
            painter.end()
        return self._ground

    def _choose(self, step: int) -> None:
        if step != self.step:
            self.show_step(step)
            self.step_chosen.emit(step)

    def _threshold_at(self, place: QPoint) -> Threshold | None:
        places, near = self.places, current_theme().px(_NEAR)
        for threshold, chip in zip(self.data.thresholds, places.chips(), strict=True):
            if QRect(chip).contains(place):
                return threshold
        if not places.plot.adjusted(0, -near, 0, near).contains(place):
            return None
        lines = [(abs(places.y_of_percent(one.at) - place.y()), one) for one in self.data.thresholds]
        found = min(lines, key=lambda one: one[0], default=None)
        return found[1] if found is not None and found[0] <= near else None


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

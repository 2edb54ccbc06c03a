"""The chart of a run: how full the context is before each step, the limits to drag, and every firing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
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
from editor_app.window.kinds.scenario.chart_data import ChartData, Threshold
from editor_app.window.kinds.scenario.view.chart_paint import paint_chart, paint_ground
from editor_app.window.kinds.scenario.view.chart_places import ChartLabels, ChartPlaces
from editor_app.window.kit.theme.current import current_theme
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
        self._ground_theme = theme
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
        known = self._labels.places
        if (
            known.data is not self.data
            or known.theme is not current_theme()
            or (known.rect, known.has_lanes) != (self.rect(), self.has_lanes)
        ):
            places = ChartPlaces(self.rect(), self.data, current_theme(), self.has_lanes)
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
        )
        if self._ground is None or key != self._ground_key or self._ground_theme is not current_theme():
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground_key, self._ground_theme = key, current_theme()
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

"""The strip left of the text: severity, line numbers, and room for folding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Severity
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.laid_lines import VisibleLine

_EDGE = 4
_SEVERITY_LANE = 20
_FOLD_GAP = 12
_FOLD_LANE = 16
_TEXT_GAP = 2
_FEWEST_DIGITS = 2


class GutterLine(NamedTuple):
    """What stands beside a line: its number, the worst problem in it, and whether the cursor is there.

    `is_folded` says of a line below which others can be folded whether they are.
    """

    line: VisibleLine
    severity: Severity | None
    is_current: bool
    is_folded: bool | None = None


def gutter_width(theme: Theme, metrics: QFontMetricsF, lines: int) -> int:
    """Return the width of the gutter of a text of so many lines, in whose font `metrics` are."""
    px = theme.px
    return _numbers_right(theme, metrics, lines) + px(_FOLD_GAP) + px(_FOLD_LANE) + px(_TEXT_GAP)


def _numbers_right(theme: Theme, metrics: QFontMetricsF, lines: int) -> int:
    digits = max(_FEWEST_DIGITS, len(str(lines)))
    lane_right = theme.px(_EDGE) + theme.px(_SEVERITY_LANE)
    return lane_right + theme.px(4) + round(digits * metrics.horizontalAdvance("0"))


class Gutter(QWidget):
    """Paints the numbers and severity icons of visible lines; clicks are announced by signals."""

    pressed = Signal(QPoint, bool)
    dragged = Signal(QPoint)
    severity_clicked = Signal(int)
    fold_clicked = Signal(int)
    severity_hovered = Signal(int, QRect)
    left = Signal()

    def __init__(
        self, font: QFont, lines: Callable[[float, float], Sequence[GutterLine]], parent: QWidget
    ) -> None:
        """Take the text's font, and `lines`, which returns the visible lines between two heights."""
        super().__init__(parent)
        self._lines = lines
        self.count = self.least_count = 1
        """The number of lines, and for how many at least there is room."""
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.set_look(font, current_theme().line_height("code"))

    def set_look(self, font: QFont, line_height: int) -> None:
        """Take the theme's colours, the font of the text and the height of its lines."""
        self._font = font
        self._metrics = QFontMetricsF(font)
        self._line_height = line_height
        self._colors = {role: current_theme().color(role) for role in ("paper", "cur", "ink", "faint")}
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width; the height is the editor's."""
        return QSize(gutter_width(current_theme(), self._metrics, max(self.count, self.least_count)), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines that the event touches."""
        clip = event.rect()
        with QPainter(self) as painter:
            painter.fillRect(clip, self._colors["paper"])
            painter.setFont(self._font)
            right = _numbers_right(current_theme(), self._metrics, max(self.count, self.least_count))
            digit = self._metrics.horizontalAdvance("0")
            lift = max(1.0, (self._line_height - self._metrics.height()) / 2) + self._metrics.ascent()
            for line, severity, is_current, is_folded in self._lines(clip.top(), clip.bottom() + 1):
                if is_current:
                    painter.fillRect(QRectF(0, line.top, self.width(), line.height), self._colors["cur"])
                if severity is not None:
                    icon, role = SEVERITY_ICONS[severity]
                    paint_icon(painter, self._icon_place(line), icon, current_theme(), role)
                if is_folded is not None:
                    mark = "chevron-right" if is_folded else "chevron-down"
                    paint_icon(painter, self._fold_place(line), mark, current_theme(), "soft")
                if line.number:
                    number = str(line.number)
                    painter.setPen(self._colors["ink" if is_current else "faint"])
                    painter.drawText(QPointF(right - digit * len(number), line.top + lift), number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Announce a click on an icon, or the start of selecting lines."""
        place = event.position().toPoint()
        line, fold = self._marks_at(place)
        if line is not None:
            self.severity_clicked.emit(line.start)
        elif fold is not None:
            self.fold_clicked.emit(fold.start)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(place, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Announce lines dragged over, or an icon under the pointer."""
        place = event.position().toPoint()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(place)
            return
        line, fold = self._marks_at(place)
        shapes = Qt.CursorShape
        self.setCursor(shapes.ArrowCursor if line is fold is None else shapes.PointingHandCursor)
        if line is None:
            self.left.emit()
        else:
            icon = self._icon_place(line)
            self.severity_hovered.emit(line.start, QRect(self.mapToGlobal(icon.topLeft()), icon.size()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Accept the end of a click or drag, so that it goes to no other widget."""
        event.accept()

    def leaveEvent(self, _event: object) -> None:
        """Announce that the pointer has left."""
        self.left.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the editor."""
        event.ignore()

    def _marks_at(self, place: QPoint) -> tuple[VisibleLine | None, VisibleLine | None]:
        """Return the line whose icon is at a place, and that whose fold mark is there."""
        px = current_theme().px
        on_icon = place.x() < px(_EDGE) + px(_SEVERITY_LANE)
        on_fold = place.x() >= self.width() - px(_FOLD_LANE) - px(_TEXT_GAP)
        lines = self._lines(place.y(), place.y() + 1)
        icon = next((one.line for one in lines if on_icon and one.severity is not None), None)
        return icon, next((one.line for one in lines if on_fold and one.is_folded is not None), None)

    def _fold_place(self, line: VisibleLine) -> QRect:
        px = current_theme().px
        side = px(14)
        left = self.width() - px(_TEXT_GAP) - px(_FOLD_LANE) + (px(_FOLD_LANE) - side) // 2
        return QRect(left, round(line.top) + (self._line_height - side + 1) // 2, side, side)

    def _icon_place(self, line: VisibleLine) -> QRect:
        side = current_theme().px(14)
        top = round(line.top) + (self._line_height - side + 1) // 2
        return QRect(current_theme().px(_EDGE) + 2, top, side, side)

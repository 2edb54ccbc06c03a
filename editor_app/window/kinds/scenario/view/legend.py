"""The legend of the chart: what its shapes stand for."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.window.kinds.scenario.chart_data import ChartData, MarkShape
from editor_app.window.kinds.scenario.view.chart_paint import paint_mark
from editor_app.window.style.theme import Theme

_MARK: Final = 16
_GAP: Final = 12
_OTHERS: Final = {
    MarkShape.RING: "other trigger",
    MarkShape.HINT: "hint",
    MarkShape.REFUSED: "refused",
}


class ChartLegend(QWidget):
    """Shows each shape that a chart has, with the limit or the words it stands for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self.entries: tuple[tuple[MarkShape, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    @property
    def full_width(self) -> int:
        """The width of all entries, in pixels."""
        theme = self._theme
        words = sum(self.fontMetrics().horizontalAdvance(words) for _shape, words in self.entries)
        return words + len(self.entries) * theme.px(_MARK + _GAP)

    def show_data(self, data: ChartData) -> None:
        """Show the shapes of another run."""
        entries = legend_of(data)
        if entries != self.entries:
            self.entries = entries
            self.setAccessibleName(f"Legend: {', '.join(words for _shape, words in entries)}")
            self.updateGeometry()
            self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self._theme = theme
        self.setFont(theme.font("small"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all entries."""
        return QSize(self.full_width, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """Return no width: the owner leaves the legend out where it has no room."""
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries from the left."""
        painter = QPainter(self)
        theme, left = self._theme, 0
        for shape, words in self.entries:
            middle = QPointF(left + theme.px(_MARK) / 2, self.height() / 2)
            paint_mark(painter, middle, shape, theme)
            left += theme.px(_MARK)
            width = self.fontMetrics().horizontalAdvance(words)
            painter.setPen(theme.color("soft"))
            place = QRect(left, 0, width + 1, self.height())
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)
            left += width + theme.px(_GAP)
        painter.end()


def legend_of(data: ChartData) -> tuple[tuple[MarkShape, str], ...]:
    """Return the shapes of a chart in order: the limits, then what else is marked."""
    limits: dict[MarkShape, list[str]] = {}
    for one in data.thresholds:
        limits.setdefault(one.shape, []).append(one.label)
    shown = {mark.shape for mark in data.marks}
    of_limits = ((shape, ", ".join(dict.fromkeys(labels))) for shape, labels in limits.items())
    return (*of_limits, *((shape, words) for shape, words in _OTHERS.items() if shape in shown))

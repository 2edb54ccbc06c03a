"""The legend of the chart of a run: its shapes and what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor_app.window.kinds.scenario.chart_data import LegendEntry
from editor_app.window.kinds.scenario.view.chart_paint import paint_mark
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.words.labels import set_plain_tooltip

_SHAPE: Final = 14
_GAP: Final = 5
_BETWEEN: Final = 14
_HEIGHT: Final = 24


class ChartLegend(QWidget):
    """Shows `entries` in one line; its tooltip has all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.entries: tuple[LegendEntry, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend")

    def show_entries(self, entries: Sequence[LegendEntry]) -> None:
        """Show other entries."""
        if tuple(entries) == self.entries:
            return
        self.entries = tuple(entries)
        words = ", ".join(f"{one.shape.value} {one.words}" for one in self.entries)
        self.setAccessibleDescription(words)
        set_plain_tooltip(self, words[:1].upper() + words[1:])
        self.updateGeometry()
        self.update()

    @property
    def least_width(self) -> int:
        """The width of all entries in brief words, in pixels."""
        return self._whole(one.brief for one in self.entries)

    def sizeHint(self) -> QSize:
        """Return the room that all entries take."""
        return QSize(self._whole(one.words for one in self.entries), row_style().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return no width: the owner leaves the legend out where it has no room."""
        return QSize(0, row_style().px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries, in brief words if need be, as far as they fit whole."""
        style, left = row_style(), 0
        is_brief = self._whole(one.words for one in self.entries) > self.width()
        painter = QPainter(self)
        for one in self.entries:
            said = one.brief if is_brief else one.words
            width = self._width(said)
            if left + width > self.width():
                break
            centre = QPointF(left + style.px(_SHAPE) / 2, self.height() / 2)
            paint_mark(painter, centre, one.shape, style.theme)
            words = left + style.px(_SHAPE + _GAP)
            painter.setFont(style.fonts["small"])
            painter.setPen(style.theme.color("soft"))
            place = QRect(words, 0, left + width - words + 1, self.height())
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), said)
            left += width + style.px(_BETWEEN)
        painter.end()

    def _whole(self, said: Iterable[str]) -> int:
        widths = [self._width(words) for words in said]
        return sum(widths) + row_style().px(_BETWEEN) * max(0, len(widths) - 1)

    def _width(self, words: str) -> int:
        return row_style().px(_SHAPE + _GAP) + row_style().metrics["small"].horizontalAdvance(words) + 1

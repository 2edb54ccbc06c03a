"""Two columns with the rows of a difference, line beside line, that scroll together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollBar, QWidget

from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.difference.rows import Row, RowKind
from editor_app.window.text.difference.rows_pane import RowsPane


class DifferenceColumns(QWidget):
    """The text before at the left, the text after at the right; a shorter row is filled up to the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._rows: tuple[Sequence[Row], Sequence[Row]] = ((), ())
        self.left = RowsPane("Before", self)
        self.right = RowsPane("After", self)
        self._between = QFrame(self)
        self._between.setProperty("look", "line")
        self._between.setFixedWidth(1)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._later = single_shot(self, 0)
        self._later.timeout.connect(self._fill)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left, 1)
        row.addWidget(self._between)
        row.addWidget(self.right, 1)
        row.addWidget(self._bar)
        self._scroll_together()
        on_theme(self, self._restyle)

    def name(self, before: str, after: str) -> None:
        """Give the columns their accessible names."""
        self.left.setAccessibleName(f"Difference, {before}")
        self.right.setAccessibleName(f"Difference, {after}")

    def show_rows(self, left: Sequence[Row], right: Sequence[Row]) -> None:
        """Show these rows, as many at the left as at the right."""
        self._rows = left, right
        self._fill()

    def _restyle(self) -> None:
        self._later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill up the rows anew at another width."""
        super().resizeEvent(event)
        self._later.start()

    def _fill(self) -> None:
        left, right = self._rows
        pads: list[int] = []
        new_pads: list[int] = []
        for row, new in zip(left, right, strict=True):
            lines = new_lines = 0
            if row.kind is not new.kind or row.kind in {RowKind.REMOVED, RowKind.ADDED}:
                lines, new_lines = self.left.lines_needed(row), self.right.lines_needed(new)
            pads.append(max(new_lines - lines, 0))
            new_pads.append(max(lines - new_lines, 0))
        self.left.show_rows(left, pads)
        self.right.show_rows(right, new_pads)

    def _scroll_together(self) -> None:
        bars = (self.left.verticalScrollBar(), self.right.verticalScrollBar(), self._bar)
        for pane in (self.left, self.right):
            pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for bar in bars:
            for other in bars:
                if other is not bar:
                    bar.valueChanged.connect(other.setValue)
        self.right.verticalScrollBar().rangeChanged.connect(self._follow_range)
        self._bar.hide()

    def _follow_range(self, least: int, most: int) -> None:
        real = self.right.verticalScrollBar()
        self._bar.setRange(least, most)
        self._bar.setPageStep(real.pageStep())
        self._bar.setSingleStep(real.singleStep())
        self._bar.setVisible(most > least)

"""Two columns with the rows of a difference, line beside line, that scroll together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollBar, QWidget

from editor_app.window.kit.layouts import row
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
        between = QFrame(self)
        between.setProperty("look", "line")
        between.setFixedWidth(1)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._later = single_shot(self, 0, self._fill)
        row(self, (self.left, 1), between, (self.right, 1), self._bar)
        self._scroll_together()
        on_theme(self, self._later.start)

    def name(self, before: str, after: str) -> None:
        """Give the columns their accessible names."""
        self.left.setAccessibleName(f"Difference, {before}")
        self.right.setAccessibleName(f"Difference, {after}")

    def show_rows(self, left: Sequence[Row], right: Sequence[Row]) -> None:
        """Show these rows, as many at the left as at the right."""
        self._rows = left, right
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill up the rows anew at another width."""
        super().resizeEvent(event)
        self._later.start()

    def _fill(self) -> None:
        show_beside((self.left, self.right), list(zip(*self._rows, strict=True)))

    def _scroll_together(self) -> None:
        bars = (self.left.verticalScrollBar(), self.right.verticalScrollBar(), self._bar)
        for pane in (self.left, self.right):
            pane.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll_together(bars)
        self.right.verticalScrollBar().rangeChanged.connect(self._follow_range)
        self._bar.hide()

    def _follow_range(self, least: int, most: int) -> None:
        real = self.right.verticalScrollBar()
        self._bar.setRange(least, most)
        self._bar.setPageStep(real.pageStep())
        self._bar.setSingleStep(real.singleStep())
        self._bar.setVisible(most > least)


def show_beside(panes: Sequence[RowsPane], rows: Sequence[tuple[Row, ...]]) -> None:
    """Show rows that belong beside each other, each filled up to the highest of them."""
    pads = [_pads_of(panes, beside) for beside in rows]
    for at, pane in enumerate(panes):
        pane.show_rows([beside[at] for beside in rows], [pad[at] for pad in pads])


def _pads_of(panes: Sequence[RowsPane], beside: tuple[Row, ...]) -> tuple[int, ...]:
    kinds = {row.kind for row in beside}
    if len(kinds) == 1 and not kinds & {RowKind.REMOVED, RowKind.ADDED}:
        return (0,) * len(beside)
    needed = [pane.lines_needed(row) for pane, row in zip(panes, beside, strict=True)]
    return tuple(max(needed) - lines for lines in needed)


def scroll_together(bars: Sequence[QScrollBar]) -> None:
    """Let each scroll bar follow the others."""
    for bar, other in permutations(bars, 2):
        bar.valueChanged.connect(other.setValue)

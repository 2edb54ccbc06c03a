"""A table of frozen rows, each with a cell in every column.

    table = RowTable("Files by folder", lambda file, column: RowContent(file.columns[column]), parent)
    table.setItemDelegate(RowDelegate(table, paint_cell, cell_size))
    table.cell_changed.connect(lambda file, column: self.opened.emit(file.path))
    table.show_rows(files, ("Name", "Folder"))

Without a delegate, Qt paints the words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from editor_app.window.kit.rows.content import RowContent
from editor_app.window.kit.rows.models import Index, R, RowTableModel

_ANY_HEIGHT: Final = (1 << 24) - 1  # QWIDGETSIZE_MAX


class RowTable(QTableView, Generic[R]):
    """A table without frame and grid; `content` says what a cell shows and says, of a row and a column.

    `cell_changed` has the row and the column of the cell that became current, unless it was made so here.
    """

    cell_changed = Signal(object, int)

    def __init__(self, name: str, content: Callable[[R, int], RowContent], parent: QWidget | None) -> None:
        """Create an empty table with an accessible name."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.cells = RowTableModel(content, self)
        self._is_showing = False
        self.setModel(self.cells)
        self.selectionModel().currentChanged.connect(self._tell_cell)

    @property
    def rows(self) -> Sequence[R]:
        """The rows shown."""
        return self.cells.rows

    def set_room_above(self, height: int) -> None:
        """Leave room above the heads, in pixels."""
        heads, flag = self.horizontalHeader(), Qt.AlignmentFlag
        across = heads.defaultAlignment() & flag.AlignHorizontal_Mask
        heads.setDefaultAlignment(across | (flag.AlignBottom if height else flag.AlignVCenter))
        least = heads.sizeHint().height() + height if height else 0
        heads.setMinimumHeight(least)
        heads.setMaximumHeight(least or _ANY_HEIGHT)
        self.updateGeometries()

    def row_at(self, index: Index) -> R | None:
        """Return the row of a cell, None outside of the table."""
        return self.cells.row_at(index)

    def show_rows(self, rows: Sequence[R], heads: tuple[str, ...]) -> None:
        """Show other rows; the current cell is the one at the same place."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        self.cells.show(rows, heads)
        if row >= 0:
            self.show_cell(row, column)

    def show_cell(self, row: int, column: int) -> None:
        """Make a cell current, or none."""
        self._is_showing = True
        self.setCurrentIndex(self.cells.index(row, column))
        self._is_showing = False

    def _tell_cell(self, index: QModelIndex) -> None:
        row = self.row_at(index)
        if row is not None and not self._is_showing:
            self.cell_changed.emit(row, index.column())

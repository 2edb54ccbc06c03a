"""The matrix panel: a table of the blocks' outcomes by situation; a click on a cell chooses both."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.panels.matrix.rows import MatrixRows
from editor_app.window.kinds.system_message.panels.matrix.table import ROW, MatrixTable
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.layouts import column, row, stacked
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.theme.icons import with_icon

_NARROWEST: Final = 96
_WIDEST: Final = 180
_HEADS: Final = 210


class MatrixPanel(QWidget):
    """Shows a column for each saved situation and a row for each block, and announces the chosen cell.

    `header_tools` has the button that hides the blocks whose outcome is the same in all situations.
    """

    cell_chosen = Signal(str, object)
    situation_chosen = Signal(str)
    block_chosen = Signal(object)
    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._all = MatrixRows()
        self.table = MatrixTable(self)
        sized(self.table.row_heads, width=_HEADS)
        sized(self.table.horizontalHeader(), height=ROW)
        self.differing = with_icon(QToolButton(), "git-compare", "soft")
        self.header_tools = QWidget()
        self._nothing = EmptyPlace(
            "No saved situations",
            "Save the situation in use; here it stands beside the others.",
            "Save as…",
        )
        self._no_blocks = EmptyPlace("No blocks to compare")
        self._pages = stacked(self, self.table, self._nothing, self._no_blocks)
        self._build()
        self._connect()
        on_theme(self, self._fit_columns)
        self.show_matrix(MatrixRows())

    def show_matrix(self, shown: MatrixRows) -> None:
        """Show the outcome of each block in each situation; the selected cell stays selected."""
        self._all = shown
        self._refresh()

    def set_selected(self, situation: str | None, path: BlockPath | None) -> None:
        """Select a cell without a signal, and scroll to it."""
        names = self.table.cells.heads
        number = next((at for at, one in enumerate(self.table.rows) if one.path == path), -1)
        if number < 0 or situation not in names:
            self.table.setCurrentIndex(QModelIndex())
            return
        self.table.show_cell(number, names.index(situation))
        self.table.scrollTo(self.table.currentIndex())

    def _refresh(self) -> None:
        situations, rows = self._all.situations, self._all.rows
        shown = tuple(one for one in rows if one.differs) if self.differing.isChecked() else rows
        names = self.table.cells.heads
        self.table.show_rows(shown, situations)
        if situations != names:
            self._fit_columns()
        agree = bool(rows) and not shown
        self._no_blocks.say("The situations agree on every block" if agree else "No blocks to compare", "")
        page: QWidget = self.table if shown else self._no_blocks
        self._pages.setCurrentWidget(page if situations else self._nothing)
        self.differing.setEnabled(bool(situations))

    def _fit_columns(self) -> None:
        px, header = current_theme().px, self.table.horizontalHeader()
        metrics = header.fontMetrics()
        for number, name in enumerate(self.table.cells.heads):
            width = metrics.horizontalAdvance(name) + px(18)
            header.resizeSection(number, min(max(width, px(_NARROWEST)), px(_WIDEST)))

    def _choose(self, index: QModelIndex) -> None:
        row = self.table.row_at(index)
        if row is not None:
            self.cell_chosen.emit(self.table.cells.heads[index.column()], row.path)

    def _choose_block(self, section: int) -> None:
        self.block_chosen.emit(self.table.rows[section].path)

    def _connect(self) -> None:
        self.table.clicked.connect(self._choose)
        self.table.entered_cell.connect(self._choose)
        self.table.horizontalHeader().sectionClicked.connect(
            lambda section: self.situation_chosen.emit(self.table.cells.heads[section])
        )
        self.table.row_heads.sectionClicked.connect(self._choose_block)
        self.differing.toggled.connect(lambda _checked: self._refresh())
        self._nothing.chosen.connect(self.save_requested)

    def _build(self) -> None:
        self.setAccessibleName("Matrix")
        self.differing.setProperty("look", "icon")
        self.differing.setCheckable(True)
        self.differing.setAccessibleName("Only where situations differ")
        self.differing.setToolTip("Only where situations differ")
        row(self.header_tools, self.differing)
        column(self, self._pages)
        self.setFocusProxy(self.table)

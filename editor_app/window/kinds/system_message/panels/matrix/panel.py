"""The matrix panel: a table of the blocks' outcomes by situation; a click on a cell chooses both."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.actions import MATRIX_CHOOSE
from editor_app.window.kinds.system_message.panels.matrix.model import (
    ROW,
    BlockHeads,
    CellDelegate,
    MatrixModel,
    SituationHeads,
)
from editor_app.window.kinds.system_message.panels.matrix.rows import MatrixRows
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size

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
        self._model = MatrixModel(self)
        self.table = _Table(self)
        self._heads = BlockHeads(self.table)
        self._delegate = CellDelegate(self.table)
        self.differing = QToolButton()
        self.header_tools = QWidget()
        self._nothing = EmptyPlace(
            "No saved situations",
            "Save the situation in use; here it stands beside the others.",
            "Save as…",
        )
        self._no_blocks = EmptyPlace("No blocks to compare")
        self._pages = QStackedWidget(self)
        self._build()
        self._connect()
        on_theme(self, self._restyle)
        self.show_matrix(MatrixRows())

    def show_matrix(self, shown: MatrixRows) -> None:
        """Show the outcome of each block in each situation; the selected cell stays selected."""
        self._all = shown
        self._refresh()

    def set_selected(self, situation: str | None, path: BlockPath | None) -> None:
        """Select a cell without a signal, and scroll to it."""
        rows, names = self._model.shown.rows, self._model.shown.situations
        number = next((at for at, row in enumerate(rows) if row.path == path), -1)
        if number < 0 or situation not in names:
            self.table.setCurrentIndex(QModelIndex())
            return
        index = self._model.index(number, names.index(situation))
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index)

    def _restyle(self) -> None:
        theme = current_theme()
        self._heads.setFixedWidth(theme.px(_HEADS))
        self.table.horizontalHeader().setFixedHeight(theme.px(ROW))
        self.differing.setIcon(icon("git-compare", "soft"))
        self.differing.setIconSize(icon_size())
        self._fit_columns()
        self.table.viewport().update()

    def _refresh(self) -> None:
        shown = self._all
        if self.differing.isChecked():
            shown = MatrixRows(shown.situations, tuple(row for row in shown.rows if row.differs))
        before = self.table.currentIndex()
        cell = before.row(), before.column()
        names = self._model.shown.situations
        self._model.show(shown)
        if shown.situations != names:
            self._fit_columns()
        if cell[0] >= 0 and not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self._model.index(*cell))
        agree = bool(self._all.rows) and not shown.rows
        self._no_blocks.say("The situations agree on every block" if agree else "No blocks to compare", "")
        page: QWidget = self.table if shown.rows else self._no_blocks
        self._pages.setCurrentWidget(page if shown.situations else self._nothing)
        self.differing.setEnabled(bool(shown.situations))

    def _fit_columns(self) -> None:
        px, header = current_theme().px, self.table.horizontalHeader()
        metrics = header.fontMetrics()
        for column, name in enumerate(self._model.shown.situations):
            width = metrics.horizontalAdvance(name) + px(18)
            header.resizeSection(column, min(max(width, px(_NARROWEST)), px(_WIDEST)))

    def _choose(self, index: QModelIndex) -> None:
        row = self._model.row(index.row())
        if row is not None and index.isValid():
            self.cell_chosen.emit(self._model.shown.situations[index.column()], row.path)

    def _choose_block(self, section: int) -> None:
        row = self._model.row(section)
        if row is not None:
            self.block_chosen.emit(row.path)

    def _connect(self) -> None:
        self.table.clicked.connect(self._choose)
        self.table.entered_cell.connect(self._choose)
        self.table.horizontalHeader().sectionClicked.connect(
            lambda section: self.situation_chosen.emit(self._model.shown.situations[section])
        )
        self._heads.sectionClicked.connect(self._choose_block)
        self.differing.toggled.connect(lambda _checked: self._refresh())
        self._nothing.chosen.connect(self.save_requested)

    def _build(self) -> None:
        self.setAccessibleName("Matrix")
        self.table.setModel(self._model)
        self.table.setHorizontalHeader(SituationHeads(self.table))
        self.table.setVerticalHeader(self._heads)
        self.table.setItemDelegate(self._delegate)
        self.differing.setProperty("look", "icon")
        self.differing.setCheckable(True)
        self.differing.setAccessibleName("Only where situations differ")
        self.differing.setToolTip("Only where situations differ")
        tools = QHBoxLayout(self.header_tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.addWidget(self.differing)
        for page in (self.table, self._nothing, self._no_blocks):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)
        self.setFocusProxy(self.table)


class _Table(QTableView):
    entered_cell = Signal(QModelIndex)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Blocks in each situation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current cell with Enter or Space."""
        chooses = MATRIX_CHOOSE.is_pressed(event) or event.key() == Qt.Key.Key_Space
        if chooses and self.currentIndex().isValid():
            self.entered_cell.emit(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

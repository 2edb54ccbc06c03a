"""The matrix: a table of the outcomes of blocks in the saved situations; a click on a cell chooses both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from editor_app.system_messages.model.entities import BlockPath
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.text import Sentence
from editor_app.window.kinds.system_message.block_rows import WINS, BlockRow, tree_rows
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.layouts import column, row, stacked
from editor_app.window.kit.rows.content import (
    FADED,
    Icon,
    RowContent,
    RowPainting,
    Words,
    indent,
    paint_content,
)
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.models import Index
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect

_ICONS: Final = {
    BlockState.ACTIVE: Icon("circle-check", "ok", 14),
    BlockState.OPEN: Icon("circle-dashed", "soft", 14),
    BlockState.INACTIVE: Icon("circle-slash-2", "faint", 14),
}


class MatrixRow(NamedTuple):
    """A block, as it is in each of one or more situations."""

    cells: tuple[BlockRow, ...]

    @property
    def block(self) -> BlockRow:
        """The block in the first of them."""
        return self.cells[0]

    @property
    def differs(self) -> bool:
        """Whether the outcome differs between situations."""
        return len({(cell.outcome.state, cell.contest.badge) for cell in self.cells}) > 1


@dataclass(frozen=True, slots=True)
class MatrixRows:
    """The names of the situations, and the rows of the blocks in file order."""

    situations: tuple[str, ...] = ()
    rows: tuple[MatrixRow, ...] = ()


CELLS_IN_SLICE: Final = 1_000


def matrix_in_slices(
    reading: SystemMessageReading, situations: tuple[NamedSituation, ...]
) -> Iterator[MatrixRows | None]:
    """Resolve the blocks in each situation; yield None between slices, and last the matrix."""
    cells, columns = 0, []
    for saved in situations:
        outcome = resolve_blocks(reading.blocks, saved.situation, reading.head.priority_model)
        columns.append(tree_rows(reading.blocks, outcome))
        cells += len(reading.blocks)
        if cells >= CELLS_IN_SLICE:
            cells = 0
            yield None
    names = tuple(saved.name for saved in situations)
    yield MatrixRows(names, tuple(MatrixRow(cells_of_block) for cells_of_block in zip(*columns, strict=True)))


ROW: Final = 26


class MatrixTable(RowTable[MatrixRow]):
    """A table with a column for each saved situation and a row for each block."""

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(Sentence("window-system_message.blocks-in-situations"), self._content, parent)
        differs = Sentence("window-system_message.not-the-same")
        self.cells.row_head = lambda row: RowContent(
            row.block.name, f"{row.block.name}\n{differs}" if row.differs else row.block.name
        )
        self.row_heads = BlockHeads(self)
        self.setHorizontalHeader(SituationHeads(self))
        self.setVerticalHeader(self.row_heads)
        self.setItemDelegate(RowDelegate(self, self._paint, lambda _index: QSize(0, row_style().px(ROW))))
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def _content(self, row: MatrixRow, column: int) -> RowContent:
        cell, situation = row.cells[column], self.cells.heads[column]
        name, words = one_line(cell.name), cell.result
        why = "\n".join(filter(None, (cell.outcome.sentence, cell.contest.sentence)))
        about = Sentence("window-system_message.cell", name=name, words=words)
        spoken = Sentence("window-system_message.cell-in", name=name, situation=situation, words=words)
        ink = "acc" if cell.contest.badge is WINS else "soft" if cell.is_in else FADED
        shown = Words(cell.contest.badge or cell.state, ink, "small")
        icon = _ICONS[cell.outcome.state]
        return RowContent(words, f"{about}\n{why}", f"{spoken} {why}", shown, lead=(icon,))

    def _paint(self, at: RowPainting, index: Index) -> None:
        """Paint a cell; at the edge of what is in sight its words are shortened, and no icon is cut."""
        style, place = at.style, QRect(at.rect)
        place.setRight(min(place.right(), self.viewport().width() - style.px(2)))
        at.background()
        if place.width() > style.px(8 + 14):
            content = self._content(self.rows[index.row()], index.column())
            paint_content(
                at._replace(rect=place), content, place.left() + style.px(8), 0, on_tint=at.is_selected
            )


class SituationHeads(QHeaderView):
    """The column headings: names of situations; one that is partly visible is shortened to that part."""

    def __init__(self, table: QTableView) -> None:
        """Make the headings of `table`."""
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSectionsClickable(True)

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        """Paint a name into the visible part of its section."""
        super().paintSection(painter, rect.intersected(self.viewport().rect()), index)


class BlockHeads(QHeaderView):
    """The row headings: the blocks, which stay in place when the table is scrolled sideways."""

    def __init__(self, table: MatrixTable) -> None:
        """Make the row headings of `table`."""
        super().__init__(Qt.Orientation.Vertical, table)
        self._table = table
        self.setSectionsClickable(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        on_theme(self, self._take_sizes)

    def _take_sizes(self) -> None:
        theme = current_theme()
        self.setMinimumSectionSize(theme.px(ROW))
        self.setDefaultSectionSize(theme.px(ROW))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a block's icon and name, strong if its outcome differs between situations."""
        row, style = self._table.rows[section], row_style()
        block, look = row.block, look_of_type(row.block.type)
        painter.fillRect(rect, style.theme.color("panel"))
        words = Words(block.name, font="strong" if row.differs else "body")
        content = RowContent(block.name, main=words, lead=(Icon(look.icon, look.role),))
        left = rect.left() + style.px(SIDE) + indent(style, block.depth, rect.width())
        at = RowPainting(painter, style, rect, is_selected=False, has_focus=False)
        paint_content(at, content, left, style.px(8), on_tint=False)


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
        super().__init__(parent, accessibleName=Sentence("window-system_message.compare"))
        self._all = MatrixRows()
        self.table = MatrixTable(self)
        sized(self.table.row_heads, width=210)
        sized(self.table.horizontalHeader(), height=ROW)
        self.differing = icon_button(
            "git-compare", Sentence("window-system_message.only-differing"), None, self._refresh
        )
        self.differing.setCheckable(True)
        self.header_tools = QWidget()
        self._nothing = EmptyPlace(
            Sentence("window-system_message.no-saved-situations"),
            Sentence("window-system_message.save-to-compare"),
            Sentence("window-system_message.save-as"),
        )
        self._no_blocks = EmptyPlace(Sentence("window-system_message.nothing-to-compare"))
        self._pages = stacked(self, self.table, self._nothing, self._no_blocks)
        row(self.header_tools, self.differing)
        column(self, self._pages)
        self.setFocusProxy(self.table)
        keep_key(self.table, "Space", lambda: self._choose(self.table.currentIndex()))
        connect(
            (self.table.clicked, self._choose),
            (self.table.activated, self._choose),
            (
                self.table.horizontalHeader().sectionClicked,
                lambda section: self.situation_chosen.emit(self.table.cells.heads[section]),
            ),
            (
                self.table.row_heads.sectionClicked,
                lambda section: self.block_chosen.emit(self.table.rows[section].block.path),
            ),
            (self._nothing.chosen, self.save_requested),
        )
        on_theme(self, self._fit_columns)
        self.show_matrix(MatrixRows())

    def show_matrix(self, shown: MatrixRows) -> None:
        """Show the outcome of each block in each situation; the selected cell stays selected."""
        self._all = shown
        self._refresh()

    def set_selected(self, situation: str | None, path: BlockPath | None) -> None:
        """Select a cell without a signal, and scroll to it."""
        names = self.table.cells.heads
        number = next((index for index, row in enumerate(self.table.rows) if row.block.path == path), -1)
        if number < 0 or situation not in names:
            self.table.setCurrentIndex(QModelIndex())
            return
        self.table.show_cell(number, names.index(situation))
        self.table.scrollTo(self.table.currentIndex())

    def _refresh(self) -> None:
        situations, rows, names = self._all.situations, self._all.rows, self.table.cells.heads
        shown = tuple(row for row in rows if row.differs) if self.differing.isChecked() else rows
        self.table.show_rows(shown, situations)
        if situations != names:
            self._fit_columns()
        self._no_blocks.say(
            Sentence("window-system_message.all-the-same")
            if rows
            else Sentence("window-system_message.nothing-to-compare"),
            "",
        )
        page: QWidget = self.table if shown else self._no_blocks
        self._pages.setCurrentWidget(page if situations else self._nothing)
        self.differing.setEnabled(bool(situations))

    def _fit_columns(self) -> None:
        px, header = current_theme().px, self.table.horizontalHeader()
        for number, name in enumerate(self.table.cells.heads):
            width = header.fontMetrics().horizontalAdvance(name) + px(18)
            header.resizeSection(number, min(max(width, px(96)), px(180)))

    def _choose(self, index: QModelIndex) -> None:
        row = self.table.row_at(index)
        if row is not None:
            self.cell_chosen.emit(self.table.cells.heads[index.column()], row.block.path)

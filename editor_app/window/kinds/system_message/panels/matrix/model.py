"""The Qt model of the matrix, and the painting of its cells and headings."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.panels.matrix.rows import (
    STATES,
    MatrixCell,
    MatrixRow,
    MatrixRows,
)
from editor_app.window.kit.rows.row_style import SIDE, faded, row_style
from editor_app.window.kit.rows.row_tree import Index, indent
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

ROW: Final = 26

_ROLES: Final = {BlockState.ACTIVE: "ok", BlockState.OPEN: "soft", BlockState.INACTIVE: "faint"}
_TONES: Final = {"wins": "accent", "outranked": "neutral"}
_GAP: Final = 6


class MatrixModel(QAbstractTableModel):
    """A table with a column for each saved situation and a row for each block."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.shown = MatrixRows()

    def show(self, shown: MatrixRows) -> None:
        """Show `shown`; where rows and columns are the same, only the cells are repainted."""
        old, self.shown = self.shown, shown
        same = old.situations == shown.situations and len(old.rows) == len(shown.rows)
        if same and shown.rows and shown.situations:
            last = self.index(len(shown.rows) - 1, len(shown.situations) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(shown.rows) - 1)
            return
        self.shown = old
        self.beginResetModel()
        self.shown = shown
        self.endResetModel()

    def cell(self, index: Index) -> MatrixCell | None:
        """Return the cell at `index`, None outside of the table."""
        row = self.row(index.row())
        return row.cells[index.column()] if row is not None and index.isValid() else None

    def row(self, number: int) -> MatrixRow | None:
        """Return the row of a block by its number, None if there is none."""
        return self.shown.rows[number] if 0 <= number < len(self.shown.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return the number of blocks."""
        return 0 if parent.isValid() else len(self.shown.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as above
        """Return the number of situations."""
        return 0 if parent.isValid() else len(self.shown.situations)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell's words, its reasons as tooltip, and both for screen readers."""
        cell, row = self.cell(index), self.row(index.row())
        if cell is None or row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(f"{row.name}: {cell.words}\n{cell.sentence}".strip())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            situation = self.shown.situations[index.column()]
            return one_line(f"{row.name} in {situation}: {cell.words}. {cell.sentence}".strip())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        """Return the name of a situation or a block."""
        across = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        name = self.shown.situations[section] if across else self.shown.rows[section].name
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(name)
        differs = not across and self.shown.rows[section].differs
        return plain_tooltip(f"{name}\nBold: not the same in all situations" if differs else name)


class CellDelegate(QStyledItemDelegate):
    """Paints the state of a block as an icon with a word."""

    def __init__(self, table: QTableView) -> None:
        """Paint cells of `table`."""
        super().__init__(table)
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of the icon and the word."""
        model = index.model()
        cell = model.cell(index) if isinstance(model, MatrixModel) else None
        width = row_style().metrics["small"].horizontalAdvance(_word(cell)) if cell else 0
        return QSize(row_style().px(SIDE + 14 + _GAP + 12 + 8) + width, row_style().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell."""
        model = index.model()
        cell = model.cell(index) if isinstance(model, MatrixModel) else None
        if cell is None:
            return
        style, rect = row_style(), option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        style.background(painter, rect, selected=selected, focused=self._table.hasFocus())
        left, right = (
            rect.left() + style.px(8),
            min(rect.right(), self._table.viewport().width() - style.px(2)),
        )
        name, role = STATES[cell.state][0], _ROLES[cell.state]
        if left + style.px(14) > right:  # nothing is painted in part at the edge of the viewport
            painter.restore()
            return
        left = style.icon(painter, rect, left, name, role, 14) + style.px(_GAP)
        word, tone = _word(cell), _TONES.get(cell.contest, "")
        width = style.metrics["small"].horizontalAdvance(word) + style.px(12)
        if tone and left + width <= right:
            style.badge(
                painter, QRect(left, rect.top(), width, rect.height()), word, tone, filled=not selected
            )
        else:
            place = QRect(left, rect.top(), right - left, rect.height())
            style.text(
                painter, place, word, "soft" if cell.state.is_in else faded(selected=selected), "small"
            )
        painter.restore()


def _word(cell: MatrixCell) -> str:
    return cell.contest or STATES[cell.state][1]


class SituationHeads(QHeaderView):
    """The column headings: names of situations; one that is partly visible is shortened to that part."""

    def __init__(self, table: QTableView) -> None:
        """Make the headings of `table`."""
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        """Paint a name into the visible part of its section."""
        super().paintSection(painter, rect.intersected(self.viewport().rect()), index)


class BlockHeads(QHeaderView):
    """The row headings: the blocks, which stay in place when the table is scrolled sideways."""

    def __init__(self, table: QTableView) -> None:
        """Make the row headings of `table`."""
        super().__init__(Qt.Orientation.Vertical, table)
        self.setSectionsClickable(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        theme = current_theme()
        self.setMinimumSectionSize(theme.px(ROW))
        self.setDefaultSectionSize(theme.px(ROW))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a block's icon and name, strong if its outcome differs between situations."""
        model = self.model()
        row = model.row(section) if isinstance(model, MatrixModel) else None
        if row is None:
            return
        style = row_style()
        painter.save()
        painter.fillRect(rect, style.theme.color("panel"))
        left = rect.left() + style.px(SIDE) + indent(style, row.depth, rect.width())
        look = look_of_type(row.type)
        left = style.icon(painter, rect, left, look.icon, look.role) + style.px(_GAP)
        place = QRect(left, rect.top(), rect.right() - style.px(8) - left, rect.height())
        style.text(painter, place, row.name, "ink", "strong" if row.differs else "body")
        painter.restore()

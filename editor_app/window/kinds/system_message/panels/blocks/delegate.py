"""The painting of a block's row, and the editing of its id in place."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.panels.blocks.model import BlockModel
from editor_app.window.kinds.system_message.panels.blocks.rows import TONES, BlockRow
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, faded, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, indent
from editor_app.window.kit.words.plain_text import one_line

ROW: Final = 24
NARROW: Final = 240
LABEL_LEFT: Final = 24

_ICON_ROOM: Final = 22
_GAP: Final = 8
_RANK_GAP: Final = 6


class BlockDelegate(RowDelegate):
    """Paints twisty, icon, name, problem counts, badge and priority."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(ROW))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one row."""
        model = self.tree.model()
        row = model.row_at(index) if isinstance(model, BlockModel) else None
        if row is None or not isinstance(model, BlockModel):
            return
        style = row_style()
        style.background(painter, rect, selected=selected, focused=focused)
        if model.rowCount(index):
            self.twisty(painter, rect, index)
        left = name_left(style, row, rect.width())
        wide = _is_wide(style, rect.width())
        look = look_of_type(row.type)
        style.icon(painter, rect, left - style.px(_ICON_ROOM), look.icon, look.role)
        right = self._paint_right(painter, rect, row, wide=wide, selected=selected)
        place = QRect(left, rect.top(), max(0, right - left), rect.height())
        style.text(painter, place, one_line(row.name), "ink" if row.is_in else faded(selected=selected))

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """Return the field that edits the id."""
        field = LineField(parent)
        field.setAccessibleName("Id")
        field.setStyleSheet("QLineEdit { min-height: 0; padding: 0 3px }")
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the field with the block's id, selected."""
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Announce the id that was typed."""
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Place the field over the name."""
        model = self.tree.model()
        row = model.row_at(index) if isinstance(model, BlockModel) else None
        if row is not None:
            rect = option.rect
            left = name_left(row_style(), row, rect.width()) - 5
            editor.setGeometry(QRect(left, rect.top(), rect.width() - left - 6, rect.height()))

    def _paint_right(
        self, painter: QPainter, rect: QRect, row: BlockRow, *, wide: bool, selected: bool
    ) -> int:
        """Paint counts, badge and priority at the right; return the x at which the name must end."""
        style = row_style()
        right = rect.right() + 1 - style.px(SIDE)
        place = QRect(rect.left(), rect.top(), right - rect.left(), rect.height())
        number = style.text(
            painter,
            place,
            row.priority,
            "soft" if row.is_in else faded(selected=selected),
            "number",
            right=True,
        )
        right -= max(style.metrics["number"].horizontalAdvance("100"), number) + style.px(_GAP)
        if row.badge:
            place.setRight(right - 1)
            right = style.badge(painter, place, row.badge, TONES[row.badge], filled=not selected) - style.px(
                4
            )
        if row.rank and row.is_in and (wide or not row.badge):
            place.setRight(right - style.px(_RANK_GAP) - 1)
            right -= style.text(painter, place, row.rank, "soft", "small", right=True) + style.px(
                _RANK_GAP + 4
            )
        if wide and row.state is BlockState.OPEN and row.badge in {"wins", "outranked"}:
            right -= style.px(14)
            style.icon(painter, rect, right, "circle-dashed", "soft", 14)
            right -= style.px(4)
        if wide and row.counts.total:
            place.setRight(right - 1)
            right = style.counts(painter, place, row.counts) - style.px(4)
        return right


def _is_wide(style: RowStyle, width: int) -> bool:
    return width >= style.px(NARROW)


def name_left(style: RowStyle, row: BlockRow, width: int) -> int:
    """Return the x at which the name begins: after the type icon, which is shown at any width."""
    return style.px(LABEL_LEFT) + indent(style, row.depth, width) + style.px(_ICON_ROOM)

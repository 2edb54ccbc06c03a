"""The delegate of all lists and tables: functions say how a row or cell is painted, and its size.

    table.setItemDelegate(RowDelegate(table, self._paint_cell, self._cell_size))

The view owns it. Painted is a `RowPainting`, for an index; a size is in pixels.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from editor_app.window.kit.rows.content import RowPainting
from editor_app.window.kit.rows.models import Index
from editor_app.window.kit.rows.row_style import row_style


class RowDelegate(QStyledItemDelegate):
    """Paints rows or cells of a view in the style of rows."""

    def __init__(
        self,
        view: QAbstractItemView,
        paint: Callable[[RowPainting, Index], None],
        size: Callable[[Index], QSize],
    ) -> None:
        """Paint for `view`; sizes are in pixels."""
        super().__init__(view)
        self._view = view
        self._paint = paint
        self._size = size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row or cell."""
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        has_focus = self._view.hasFocus()
        at = RowPainting(painter, row_style(), option.rect, is_selected, has_focus, index.row())
        self._paint(at, index)
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row or cell."""
        return self._size(index)

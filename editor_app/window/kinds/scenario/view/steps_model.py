"""The Qt model of the steps of a run, and the painting of their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from editor_app.window.kinds.scenario.rows import RowKind, RunRow, RunRows
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_ROW: Final = 26
_TWISTY: Final = 14
TWISTY_END: Final = SIDE + _TWISTY + 4
"""Where the twisties of the rows end."""
_NUMBERS: Final = 64
_LABEL: Final = 76
_ICONS: Final = {
    RowKind.GROUP: ("wrench", "soft"),
    RowKind.STEP: ("wrench", "soft"),
    RowKind.USER: ("messages-square", "soft"),
    RowKind.MESSAGE: ("message-square-text", "acc"),
    RowKind.HINT: ("eye", "soft"),
    RowKind.COMPACTION: ("minimize-2", "acc"),
    RowKind.REFUSED: ("circle-alert", "err"),
    RowKind.NOTE: ("info", "soft"),
}
_TINTED: Final = frozenset({RowKind.MESSAGE, RowKind.COMPACTION})


class StepsModel(QAbstractListModel):
    """The rows of the list of steps."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: Sequence[RunRow] = ()
        self.widest_numbers = ""

    def show(self, rows: RunRows | None) -> None:
        """Show other rows, or none."""
        self.beginResetModel()
        self.rows = rows if rows is not None else ()
        self.widest_numbers = rows.widest_numbers if rows is not None else ""
        self.endResetModel()

    def row_at(self, index: Index) -> RunRow | None:
        """Return the row at an index."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the words of a row, for screen readers all of them."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.words)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(row.spoken)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip("\n".join(filter(None, (row.words, row.detail))))
        return None


class StepsDelegate(RowDelegate):
    """Paints steps, groups of them, what came between, and the parts of a step."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(_ROW))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one row."""
        model, style = self.tree.model(), row_style()
        if not isinstance(model, StepsModel) or (row := model.row_at(index)) is None:
            return
        if row.kind in _TINTED and not selected:
            painter.fillRect(rect, style.theme.color("blkbg"))
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), style.theme.color("acc"))
        style.background(painter, rect, selected=selected, focused=focused)
        if row.is_open is not None:
            name = "chevron-down" if row.is_open else "chevron-right"
            style.icon(painter, rect, style.px(SIDE), name, "soft", _TWISTY)
        right = rect.right() + 1 - style.px(SIDE)
        if row.tokens:
            width = style.metrics["number"].horizontalAdvance(row.tokens)
            place = QRect(right - width, rect.top(), width + 1, rect.height())
            style.text(painter, place, row.tokens, "soft", "number", right=True)
            right -= width + style.px(12)
        left = self._head(painter, rect, row, style, model.widest_numbers)
        _paint_words(painter, QRect(left, rect.top(), max(0, right - left), rect.height()), row, style)

    def _head(self, painter: QPainter, rect: QRect, row: RunRow, style: RowStyle, widest: str) -> int:
        """Paint the numbers and the icon, or the label of a part; return where the words begin.

        The numbers of all rows have the room of the `widest`.
        """
        width = max(style.px(_NUMBERS), style.metrics["number"].horizontalAdvance(widest) + style.px(4))
        numbers = QRect(style.px(SIDE + _TWISTY), rect.top(), width, rect.height())
        style.text(painter, numbers, row.numbers, "soft", "number", right=True)
        left = numbers.right() + 1 + style.px(8)
        if row.label:
            label = QRect(left, rect.top(), style.px(_LABEL), rect.height())
            style.text(painter, label, row.label, "soft", "small")
            return label.right() + 1 + style.px(8)
        name, role = _ICONS[row.kind]
        if row.has_text:
            name = "pencil-line"
        return style.icon(painter, rect, left, name, role, 14) + style.px(8)


def _paint_words(painter: QPainter, place: QRect, row: RunRow, style: RowStyle) -> None:
    elide = Qt.TextElideMode.ElideRight
    font = "code" if row.is_code else "body"
    taken = style.text(painter, place, one_line(row.words), "ink", font, elide=elide)
    detail = one_line(row.detail)
    room = place.width() - taken - style.px(8)
    if detail and room > style.px(24):
        words = detail if row.label else f"· {detail}"
        rest = QRect(place.left() + taken + style.px(5), place.top(), room, place.height())
        style.text(painter, rest, words, "soft", font, elide=elide)

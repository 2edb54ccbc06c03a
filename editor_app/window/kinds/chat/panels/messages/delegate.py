"""The painting of a message's row of two lines: number, role, problems and tokens; below, the first words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from editor_app.window.kinds.chat.panels.messages.model import MessageModel
from editor_app.window.kinds.chat.panels.messages.rows import NO_TEXT, NOT_SENT, MessageRow
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, faded, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate
from editor_app.window.kit.words.plain_text import one_line

ROW: Final = 44

_PADDING: Final = 3
_LINE: Final = 19
_NUMBER: Final = 20
_GAP: Final = 8


class MessageDelegate(RowDelegate):
    """Paints the rows of messages; `digits` is the length of the longest number."""

    digits = 1

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(ROW))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one row."""
        model = self.tree.model()
        row = model.row_at(index) if isinstance(model, MessageModel) else None
        if row is None or not isinstance(model, MessageModel):
            return
        style = row_style()
        marked = row.path == model.current
        style.background(painter, rect, selected=selected, focused=focused, marked=marked)
        on_tint = marked or selected
        left = text_left(style, self.digits)
        right = rect.right() + 1 - style.px(SIDE)
        top = rect.top() + style.px(_PADDING)
        first = QRect(rect.left(), top, right - rect.left(), style.px(_LINE))
        number = QRect(first.left(), first.top(), left - style.px(_GAP) - first.left(), first.height())
        style.text(painter, number, row.number, faded(selected=on_tint), "number", right=True)
        end = _paint_right(
            style, painter, first, row, room=first.right() + 1 - left - _role_width(style, row)
        )
        _paint_role(
            style, painter, QRect(left, first.top(), end - left, first.height()), row, on_tint=on_tint
        )
        words = one_line(row.words)
        role = "soft" if words and row.is_sent else faded(selected=on_tint)
        second = QRect(left, first.bottom() + 1, max(0, right - left), style.px(_LINE))
        style.text(painter, second, words or NO_TEXT, role, elide=Qt.TextElideMode.ElideRight)


def text_left(style: RowStyle, digits: int) -> int:
    """Return the x at which roles and words begin, behind numbers of so many digits."""
    numbers = style.metrics["number"].horizontalAdvance("0" * digits)
    return style.px(SIDE) + max(style.px(_NUMBER), numbers) + style.px(_GAP)


def _role_width(style: RowStyle, row: MessageRow) -> int:
    dot = style.dot_width() if row.is_unsaved else 0
    return style.metrics["strong"].horizontalAdvance(one_line(row.role_in_words)) + dot


def _paint_right(style: RowStyle, painter: QPainter, line: QRect, row: MessageRow, room: int) -> int:
    """Paint problem counts and tokens at the right; return the x at which the role must end.

    Where there is less `room` than all of it takes, only the worst problems are counted.
    """
    right = line.right() + 1
    if row.tokens or not row.is_sent:
        shown = row.tokens if row.is_sent else NOT_SENT
        right -= style.text(painter, line, shown, "soft", "number", right=True) + style.px(_GAP)
    if row.counts.total:
        place = QRect(line.left(), line.top(), right - line.left(), line.height())
        taken = line.right() + 1 - right + style.counts_width(row.counts) + style.px(_GAP)
        counts = row.counts if taken <= room else row.counts.worst()
        right = style.counts(painter, place, counts) - style.px(_GAP)
    return right


def _paint_role(style: RowStyle, painter: QPainter, place: QRect, row: MessageRow, *, on_tint: bool) -> None:
    """Paint the role, and behind it the dot of a message with unsaved changes."""
    room = place.adjusted(0, 0, -style.dot_width() if row.is_unsaved else 0, 0)
    role = "err" if not row.has_known_role else "ink" if row.is_sent else faded(selected=on_tint)
    end = place.left()
    if room.width() > 0:
        mode = Qt.TextElideMode.ElideRight
        end += style.text(painter, room, one_line(row.role_in_words), role, "strong", elide=mode)
    if row.is_unsaved:
        style.dot(painter, place, end)

"""The list of conversations: rows in columns that give way to one another, and the heads above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from editor_app.window.kinds.template.rows import ConversationRow
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.words.plain_text import one_line

HEADS: Final = ("Conversation", "Built", "From", "Tokens", "Now it would get")
LIBRARY_HEADS: Final = ("Library", "", "Has", "", "Its folder")
ROW: Final = 26
_GAP: Final = 16
_ICON: Final = 22
_SPARE: Final = 3  # Qt elides words that fit exactly
_LEAST: Final = 32  # a column that has less room is left out
_BUILT, _ORIGIN, _TOKENS, _NOW = 1, 2, 3, 4
_GIVES_WAY: Final = (_ORIGIN, _TOKENS, _BUILT)  # in this order; what it would get now is never cut
_FONTS: Final = ("code", "body", "body", "number", "body")


class ConversationList(RowTree[ConversationRow]):
    """Shows id, time, template, tokens, and what the conversation would get now, below `heads`."""

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        type_ = RowType(_content, key=attrgetter("name"), paint=self._paint)
        super().__init__(type_, "Conversations", parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.heads: tuple[str, ...] = HEADS
        self._measured_with: tuple[object, ...] = ()
        self._widths: tuple[int, ...] = ()

    def places(self, style: RowStyle, width: int) -> list[QRect]:
        """Return where the columns are in a row as wide as this; columns without room are empty."""
        measured_with = self.rows, self.heads, style
        if self._measured_with != measured_with:
            self._widths, self._measured_with = self._measured(style), measured_with
        side, gap = style.px(SIDE), style.px(_GAP)
        room = width - 2 * side
        first = min(self._widths[0], max(room // 2, style.px(_LEAST)))  # an id may have 512 bytes
        first = max(min(first, room - gap - self._widths[_NOW]), style.px(_LEAST))
        taken = fitted((first, *self._widths[1:]), room, gap, style.px(_LEAST))
        left, places = side, []
        for size in taken:
            places.append(QRect(left, 0, size, 0))
            left += size + (gap if size else 0)
        return places

    def _measured(self, style: RowStyle) -> tuple[int, ...]:
        """Return how wide each column would like to be."""
        found = []
        for column, (head, font) in enumerate(zip(self.heads, _FONTS, strict=True)):
            words = {one_line(row.columns[column]) for row in self.rows}
            metrics = style.metrics[font]
            widest = max((metrics.horizontalAdvance(one) for one in words), default=0)
            icon = style.px(_ICON) if column == _NOW else 0
            words_of_head = style.metrics["small"].horizontalAdvance(head)
            found.append(max(widest + icon, words_of_head) + style.px(_SPARE))
        return tuple(found)

    def _paint(self, at: RowPainting, row: ConversationRow) -> None:
        at.background()
        style, rect = at.style, at.rect
        for column, place in enumerate(self.places(style, rect.width())):
            if place.width() <= 0:
                continue
            cell = QRect(rect.left() + place.left(), rect.top(), place.width(), rect.height())
            if column == _NOW and row.now.icon:
                style.icon(at.painter, cell, cell.left(), row.now.icon, row.now.role)
                cell.setLeft(cell.left() + style.px(_ICON))
            font = _FONTS[column]
            style.text(
                at.painter,
                cell,
                words_that_fit(row, column, cell.width(), style.metrics[font].horizontalAdvance),
                "ink" if column in {0, _NOW} else "soft",
                font,
                right=column == _TOKENS,
                elide=Qt.TextElideMode.ElideMiddle if column == 0 else Qt.TextElideMode.ElideRight,
            )


class ColumnHeads(Ground):
    """The heads of the columns, which stand above the list as far as it has any."""

    def __init__(self, tree: ConversationList, parent: QWidget) -> None:
        """Stand above `tree`."""
        super().__init__(parent, line_below=True)
        self._tree = tree
        on_theme(self, lambda: self.setFixedHeight(row_style().px(ROW) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words and the line below."""
        super().paintEvent(event)
        style, painter = row_style(), QPainter(self)
        for column, place in enumerate(self._tree.places(style, self._tree.viewport().width())):
            if place.width() > 0:
                cell = QRect(place.left(), 0, place.width(), self.height() - 1)
                style.text(painter, cell, self._tree.heads[column], "soft", "small", right=column == _TOKENS)
        painter.end()


def _content(row: ConversationRow) -> RowContent:
    return RowContent(row.name, "\n".join(filter(None, (row.about, row.in_words, row.where))), row.in_words)


def words_that_fit(row: ConversationRow, column: int, room: int, measure: Callable[[str], int]) -> str:
    """Return the words of a column; a time without room is shorter: cut, it would tell little."""
    words = one_line(row.columns[column])
    is_short = column == _BUILT and bool(row.built.shortly) and measure(words) > room
    return row.built.shortly if is_short else words


def fitted(wanted: Sequence[int], room: int, gap: int, least: int) -> list[int]:
    """Return how wide columns are: template, tokens and time give way in this order, then the id.

    What is left over is given to the column of the template. Tokens are left out, never cut.
    """
    widths = list(wanted)

    def needed() -> int:
        shown = [width for width in widths if width]
        return sum(shown) + gap * max(len(shown) - 1, 0)

    for column in _GIVES_WAY:
        over = needed() - room
        if over <= 0:
            break
        left = 0 if column == _TOKENS else widths[column] - over
        widths[column] = left if left >= least else 0
    over = needed() - room
    if over > 0:
        widths[0] = max(widths[0] - over, 0)
    elif widths[_ORIGIN]:
        widths[_ORIGIN] -= over
    if (over := needed() - room) > 0:  # no room even for what it would get now alone
        widths[_NOW] = max(widths[_NOW] - over, 0)
    return widths

"""The Qt model of the conversations, and the painting of their rows and of the heads above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from editor_app.window.kinds.template.rows import ConversationRow
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, RowTree
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

HEADS: Final = ("Conversation", "Built", "From", "Tokens", "Now it would get")
LIBRARY_HEADS: Final = ("Library", "", "Has", "", "Its folder")
_ROW: Final = 26
_GAP: Final = 16
_ICON: Final = 22
_SPARE: Final = 3  # Qt elides words that fit exactly
_LEAST: Final = 32  # a column that has less room is left out
_BUILT, _ORIGIN, _TOKENS, _NOW = 1, 2, 3, 4
_GIVES_WAY: Final = (_ORIGIN, _TOKENS, _BUILT)  # in this order; what it would get now is never cut
_FONTS: Final = ("code", "body", "body", "number", "body")


class ConversationsModel(QAbstractListModel):
    """The rows of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[ConversationRow, ...] = ()
        self.heads: tuple[str, ...] = HEADS
        self._widths: tuple[int, ...] | None = None
        self._measured_with: RowStyle | None = None

    def show(self, rows: Sequence[ConversationRow], heads: Sequence[str]) -> None:
        """Show these rows; where the same conversations are listed, the chosen one stays chosen."""
        self._widths = None
        if [row.name for row in rows] == [row.name for row in self.rows] and tuple(heads) == self.heads:
            self.rows = tuple(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))
            return
        self.beginResetModel()
        self.rows, self.heads = tuple(rows), tuple(heads)
        self.endResetModel()

    def row_at(self, index: Index) -> ConversationRow | None:
        """Return the row at `index`."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def index_of(self, name: str) -> QModelIndex:
        """Return the index of a conversation, an invalid one if it is not listed."""
        return self.index(next((at for at, row in enumerate(self.rows) if row.name == name), -1), 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a row's words, tooltip or text for screen readers."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.name)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip("\n".join(filter(None, (row.about, row.in_words, row.where))))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(row.in_words)
        return None

    def places(self, style: RowStyle, width: int) -> list[QRect]:
        """Return where the columns are in a row as wide as this; columns without room are empty."""
        if self._widths is None or self._measured_with is not style:
            self._widths, self._measured_with = self._measured(style), style
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


class ConversationsDelegate(RowDelegate):
    """Paints id, time, template, tokens, and what the conversation would get now."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(_ROW))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint a conversation or a library."""
        model, style = self.tree.model(), row_style()
        if not isinstance(model, ConversationsModel):
            return
        row = model.row_at(index)
        if row is None:
            return
        style.background(painter, rect, selected=selected, focused=focused)
        for column, place in enumerate(model.places(style, rect.width())):
            if place.width() <= 0:
                continue
            cell = QRect(rect.left() + place.left(), rect.top(), place.width(), rect.height())
            if column == _NOW and row.icon:
                style.icon(painter, cell, cell.left(), row.icon, row.role)
                cell.setLeft(cell.left() + style.px(_ICON))
            style.text(
                painter,
                cell,
                words_that_fit(row, column, cell.width(), style.metrics[_FONTS[column]].horizontalAdvance),
                "ink" if column in {0, _NOW} else "soft",
                _FONTS[column],
                right=column == _TOKENS,
                elide=Qt.TextElideMode.ElideMiddle if column == 0 else Qt.TextElideMode.ElideRight,
            )


class ColumnHeads(QWidget):
    """The heads of the columns, which stand above the list as far as it has any."""

    def __init__(self, tree: RowTree, model: ConversationsModel, parent: QWidget) -> None:
        """Stand above `tree`."""
        super().__init__(parent)
        self._tree = tree
        self._model = model
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_ROW) + 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words and the line below."""
        style = row_style()
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
        for column, place in enumerate(self._model.places(style, self._tree.viewport().width())):
            if place.width() > 0:
                cell = QRect(place.left(), 0, place.width(), self.height() - 1)
                style.text(painter, cell, self._model.heads[column], "soft", "small", right=column == _TOKENS)
        painter.end()


def words_that_fit(row: ConversationRow, column: int, room: int, measure: Callable[[str], int]) -> str:
    """Return the words of a column; a time without room is shorter: cut, it would tell little."""
    words = one_line(row.columns[column])
    is_short = column == _BUILT and bool(row.built_shortly) and measure(words) > room
    return row.built_shortly if is_short else words


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

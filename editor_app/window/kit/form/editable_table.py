"""A table whose cells are written in place, with an empty row at its end that becomes a new one.

    table = EditableTable("Files", content, value_of, self)
    table.written.connect(lambda file, column, value: self.rename(file, value))
    table.named.connect(self.make)  # what was typed into the empty row
    table.show_table(files, ("Name", "Folder", "Size"))

A cell is written on F2, Enter, a double click or by typing; Enter and Tab take what was typed, Esc does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QWidget,
)

from editor_app.text import Sentence
from editor_app.window.kit.card.popups import below, pop_up
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, is_key, keep_key
from editor_app.window.kit.form.growing_text import ValueField
from editor_app.window.kit.rows.content import RowContent, RowPainting, paint_content
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.menus import Entry, menu_of
from editor_app.window.kit.rows.models import Index
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.table import RowTable
from editor_app.window.kit.rows.tree import select_on_focus
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.timers import single_shot

NEW_ROW: Final = None
"""The empty row."""

DUPLICATE_KEYS: Final = "Ctrl+D"
CLEAR_KEYS: Final = "Del"
_NAMES, _LEAST, _LAST = 120, 72, 72  # widths of columns
_MEASURED: Final = 200


class EditableTable(RowTable[Any]):
    """Rows with a name in the first column, values that can be written, and a result in the last.

    `value_of` returns what a cell is written from, None for nothing. `written` has the row, the column and
    the value of a cell; None is no value. `named` has the name that was typed into the empty row.
    """

    written = Signal(object, int, object)
    named = Signal(str)

    def __init__(
        self,
        name: str,
        content: Callable[[Any, int], RowContent],
        value_of: Callable[[Any, int], str | None],
        parent: QWidget | None = None,
    ) -> None:
        """Start without rows."""
        super().__init__(name, content, parent)
        self.value_of = value_of
        self._content = content
        self.entries: Callable[[Any, int], tuple[Entry, ...]] = lambda _row, _column: ()
        self.writing = _CellWriting(self)
        self._waiting: tuple[tuple[Any, ...], tuple[str, ...]] | None = None
        self._end = single_shot(self, 0, self.show_waiting)
        self.writing.ended.connect(self._end.start)
        self.setItemDelegate(self.writing)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for keys in ("F2", "Return", "Enter"):
            keep_key(self, keys, self.write_cell)
        on_theme(self, self._take_sizes)

    def show_table(self, rows: tuple[Any, ...], heads: tuple[str, ...]) -> None:
        """Show rows, and the empty one; while a cell is written, once that has ended."""
        self._waiting = None
        if self.writing.field is not None and not self.writing.is_taken:
            self._waiting = rows, heads
            return
        before, count = self.cells.heads, len(self.rows)
        if count and count != len(rows) + 1:
            self.setSpan(count - 1, 0, 1, 1)
        self.show_rows((*rows, NEW_ROW), heads)
        self.cells.right_columns = frozenset({len(heads) - 1})
        self.setSpan(len(rows), 0, 1, len(heads))
        if heads != before:
            self._fit()

    def show_waiting(self) -> None:
        """Show the rows that came while a cell was written."""
        if self._waiting is not None:
            self.show_table(*self._waiting)

    def end_writing(self) -> None:
        """Forget what is being typed into a cell."""
        self._waiting = None
        if self.writing.field is not None:
            self.closeEditor(self.writing.field, QAbstractItemDelegate.EndEditHint.NoHint)

    def take_typed(self) -> None:
        """Take what is being typed into a cell."""
        if self.writing.field is not None:
            self.commitData(self.writing.field)

    def begin_new(self) -> None:
        """Write the name of a new row."""
        self.setFocus()
        self.show_cell(len(self.rows) - 1, 0)
        self.scrollToBottom()
        self.write_cell()

    def write_cell(self) -> None:
        """Write the current cell, if it can be."""
        if self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(self.currentIndex())

    def content_at(self, index: Index) -> RowContent:
        """Return what a cell shows."""
        return self._content(self.rows[index.row()], index.column())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of a cell."""
        by_mouse = event.reason() == event.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        row = self.row_at(index)
        if row is not None:
            place = event.globalPos() if by_mouse else below(self)
            pop_up(menu_of(self, *self.entries(row, index.column())), place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come to the current cell, or else the first."""
        super().focusInEvent(event)
        select_on_focus(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room among the values."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        px = current_theme().px
        return QSize(px(420), px(26) * (min(len(self.rows), 100) + 1) + px(6))

    def _take_sizes(self) -> None:
        self.verticalHeader().setDefaultSectionSize(current_theme().px(26))
        self._fit()

    def _fit(self) -> None:
        px, columns = current_theme().px, len(self.cells.heads)
        if columns < 2:
            return
        metrics = row_style().metrics["body"]
        names = (self._content(row, 0).words for row in self.rows[: min(len(self.rows) - 1, _MEASURED)])
        longest = max((metrics.horizontalAdvance(one_line(name)) for name in names), default=0)
        named = min(max(longest + px(SIDE + 34), px(_NAMES)), max(px(_NAMES), self.viewport().width() // 3))
        room = self.viewport().width() - named - px(_LAST)
        shared = max(px(_LEAST), room // max(1, columns - 2))
        for column in range(columns):
            self.setColumnWidth(column, {0: named, columns - 1: px(_LAST)}.get(column, shared))


class _CellWriting(RowDelegate):
    """Paints cells, and has the field in which one is written."""

    ended = Signal()

    def __init__(self, table: EditableTable) -> None:
        super().__init__(table, self._paint_cell, lambda _index: QSize(_LEAST, row_style().px(26)))
        self._table = table
        self.field: ValueField | None = None
        self.is_taken = False  # what was typed, at this moment

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a field for the value of a cell."""
        field = self.field = ValueField(parent)
        head = self._table.cells.heads[index.column()]
        row = self._table.content_at(index.sibling(index.row(), 0))
        field.setAccessibleName(Sentence("window-kit.cell", column=one_line(head), row=one_line(row.words)))
        field.set_value(self._value(index))
        field.selectAll()
        return field

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """Forget the field."""
        self.field = None
        super().destroyEditor(editor, index)
        self.ended.emit()

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Let what is typed stay."""

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Announce what was typed."""
        value = editor.value if isinstance(editor, ValueField) else None
        row = self._table.row_at(index)
        self.is_taken = True
        try:
            if row is None and value and value.strip():
                self._table.named.emit(value)
            elif row is not None and value != self._value(index):
                self._table.written.emit(row, index.column(), value)
        finally:
            self.is_taken = False

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Put the field over the cell; it grows downwards."""
        place: QRect = option.rect
        editor.setFixedWidth(max(place.width(), row_style().px(160)))
        editor.move(place.topLeft())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter take what was typed; with Shift or Alt it is a new line."""
        is_press = event.type() == QEvent.Type.KeyPress and isinstance(watched, QWidget)
        if is_press and isinstance(event, QKeyEvent) and is_key(event, CHOOSE_KEYS):
            self.commitData.emit(watched)
            self.closeEditor.emit(watched)
            return True
        return super().eventFilter(watched, event)

    def _value(self, index: Index) -> str | None:
        row = self._table.row_at(index)
        return None if row is None else self._table.value_of(row, index.column())

    def _paint_cell(self, at: RowPainting, index: Index) -> None:
        style, theme, rect = at.style, at.style.theme, at.rect
        if at.is_selected:
            at.painter.fillRect(rect, theme.color("sel" if at.has_focus else "nsel"))
            if index.column() == 0:
                bar = QRect(rect.left(), rect.top(), 2, rect.height())
                at.painter.fillRect(bar, theme.color("acc" if at.has_focus else "edge"))
        if at.has_focus and index == self._table.currentIndex():
            at.painter.setPen(theme.color("acc"))
            at.painter.drawRect(rect.adjusted(0, 0, -1, -1))
        side = style.px(SIDE if index.column() == 0 else 6)
        content = self._table.content_at(index)
        paint_content(at, content, rect.left() + side, style.px(6), on_tint=at.is_selected)

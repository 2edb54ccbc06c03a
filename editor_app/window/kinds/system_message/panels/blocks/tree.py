"""The tree of blocks: what its rows show, its keys, dragging blocks to another place, and editing an id."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Final, cast

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from editor_app.system_messages.edits.values import BlockPlace
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Sentence
from editor_app.window.kinds.system_message.block_rows import WINS, BlockRow
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.rows.content import (
    FADED,
    Icon,
    Part,
    ProblemCounts,
    RowContent,
    WhereWide,
    Words,
    label_left,
)
from editor_app.window.kit.rows.delegate import RowDelegate
from editor_app.window.kit.rows.dragging import DraggableRows, Drop
from editor_app.window.kit.rows.models import Index, RowType
from editor_app.window.kit.rows.row_style import row_style

CanMove = Callable[[BlockPath, BlockPlace], str]
"""Says why a block cannot go to a place, "" if it can."""

BLOCK_MIME: Final = "application/x-foreword-block"
_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
    | Qt.ItemFlag.ItemIsEditable
)
_WIDE: Final = 240
_USES: Final = frozenset((QEvent.Type.MouseButtonPress, QEvent.Type.DragEnter, QEvent.Type.Drop))


class BlockTree(DraggableRows[BlockRow]):
    """Shows icon, name, problem counts, badge and priority; a drop’s place is a `BlockPlace`.

    `top_level` is how many blocks the message has at the top level, shown or not.
    """

    renamed = Signal(object, str)
    # Emitted before an action on a row, so that rows still to be updated are updated first.
    rows_needed = Signal()

    def __init__(self, can_move: CanMove, parent: QWidget | None = None) -> None:
        """Start empty; `can_move` is asked during a drag why a block cannot go to a place, "" if it can."""
        type_ = RowType(
            _content,
            key=attrgetter("path"),
            depth=attrgetter("depth"),
            height=24,
            flags=lambda _row: _FLAGS,
            dragged=(BLOCK_MIME, lambda row: ",".join(map(str, row.path)).encode("ascii")),
        )
        super().__init__(
            type_,
            Sentence("window-system_message.blocks"),
            parent,
            read_key=lambda data: tuple(map(int, data.split(b","))),
        )
        self.top_level = 0
        self.fold_key = lambda row: row.id
        self._can_move = can_move
        self._checked: tuple[BlockPath, BlockPlace, str] | None = None
        self.setItemDelegate(_IdDelegate(self))
        self.setAutoExpandDelay(700)

    def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
        """Return the target of dropping a block at `position`; None if that changes nothing."""
        path, drop = cast("BlockPath", key), self._drop_at(position)
        if drop is None:
            return None
        place = cast("BlockPlace", drop.place)
        if place.parent == path[:-1] and place.index in {path[-1], path[-1] + 1}:
            return None
        if place.parent[: len(path)] == path:
            return drop._replace(refused=Sentence("window-system_message.into-itself"))
        if self._checked is None or self._checked[:2] != (path, place):  # a trial move takes a while
            self._checked = path, place, self._can_move(path, place)
        return drop._replace(refused=self._checked[2])

    def viewportEvent(self, event: QEvent) -> bool:
        """Update rows that wait for it before one is pressed, or another is dragged over them or dropped."""
        if event.type() in _USES:
            self.rows_needed.emit()
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore keys left over while an id is edited: its Enter must not also open the content."""
        self.rows_needed.emit()
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of a row, which is up to date."""
        self.rows_needed.emit()
        super().contextMenuEvent(event)

    def _end_drag(self) -> None:
        self._checked = None
        super()._end_drag()

    def _drop_at(self, position: QPoint) -> Drop | None:
        """Return the target at a point: above or below a row in its outer quarters, into it between them.

        Below all rows it is the end of the message.
        """
        if not self.rows:
            return None
        index = self.indexAt(position)
        row = self.row_at(index)
        if row is None:
            last = self.model().index(self.model().rowCount() - 1, 0)
            while self.isExpanded(last) and self.model().rowCount(last):
                last = self.model().index(self.model().rowCount(last) - 1, 0, last)
            end = BlockPlace((), self.top_level)
            return Drop(end, self._line(0, self.visualRect(last).bottom() + 1))
        rect = self.visualRect(index)
        part = (position.y() - rect.top()) / max(1, rect.height())
        parent, number = row.path[:-1], row.path[-1]
        if part < 0.25:
            return Drop(BlockPlace(parent, number), self._line(row.depth, rect.top()))
        if part < 0.75:
            return Drop(BlockPlace(row.path, row.children), rect, is_into=True)
        if self.isExpanded(index) and self.model().rowCount(index):
            return Drop(BlockPlace(row.path, 0), self._line(row.depth + 1, rect.bottom() + 1))
        return Drop(BlockPlace(parent, number + 1), self._line(row.depth, rect.bottom() + 1))

    def _line(self, depth: int, y: int) -> QRect:
        """Return where the line of a drop stands that comes between rows."""
        width = self.viewport().width()
        left = label_left(row_style(), depth, width)
        return QRect(left, max(1, y), width - left, 1)


class _IdDelegate(RowDelegate):
    """Edits the id of a block in place."""

    def __init__(self, tree: BlockTree) -> None:
        super().__init__(tree, tree.paint_row, tree.row_size)
        self._tree = tree

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """Return the field that edits the id."""
        field = LineField(parent)
        field.setAccessibleName(Sentence("window-system_message.id"))
        field.setStyleSheet("QLineEdit { min-height: 0; padding: 0 3px }")
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the field with the block's id, selected."""
        row, field = self._tree.row_at(index), cast("LineField", editor)
        field.setText(row.id if row is not None else "")
        field.selectAll()

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:
        """Announce the id that was typed; the row changes when the text of the file has."""
        row, name = self._tree.row_at(index), cast("LineField", editor).text().strip()
        if row is not None and name and name != row.id:
            self._tree.renamed.emit(row.path, name)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Place the field over the name."""
        row, rect, style = self._tree.row_at(index), option.rect, row_style()
        if row is not None:
            left = label_left(style, row.depth, rect.width()) + style.px(22) - 5
            editor.setGeometry(QRect(left, rect.top(), rect.width() - left - 6, rect.height()))


def _content(row: BlockRow) -> RowContent:
    role = "soft" if row.is_in else FADED
    trail: list[Part | WhereWide] = [Words(row.priority, role, "number", as_wide_as="100")]
    if row.badge:
        words = Words(row.badge, "acc" if row.badge is WINS else role, "small")
        trail.append(WhereWide(words, 0 if row.is_in else _WIDE))  # what is not sent is faint in any width
    if row.counts.total:
        trail.append(WhereWide(ProblemCounts(row.counts), _WIDE))
    look = look_of_type(row.type)
    return RowContent(
        row.name,
        lambda: row.tooltip,
        row.in_words,
        Words(row.name, "ink" if row.is_in else FADED),
        lead=(Icon(look.icon, "soft"),),
        trail=tuple(trail),
    )

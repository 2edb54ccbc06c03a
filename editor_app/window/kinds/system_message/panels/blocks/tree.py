"""The block tree widget: its keys, and dragging blocks to another place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.panels.blocks.delegate import LABEL_LEFT, BlockDelegate
from editor_app.window.kinds.system_message.panels.blocks.model import BLOCK_MIME, BlockModel
from editor_app.window.kinds.system_message.panels.blocks.requests import place_at, refusal, stays
from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.row_tree import Index, RowTree, drag_row, indent
from editor_app.window.kit.words.labels import plain_tooltip

if TYPE_CHECKING:
    from editor_app.system_messages.edits.values import BlockPlace

CanMove = Callable[[BlockPath, "BlockPlace"], str]
"""Says why a block cannot go to a place, "" if it can."""


class Drop(NamedTuple):
    """The target of a drag: the place, and its indicator, a line above a row or a frame around a row."""

    place: BlockPlace
    rect: QRect
    into: bool
    refused: str = ""


class BlockTree(RowTree):
    """A tree whose rows can be dragged; it announces moves and does not change the text itself."""

    move_requested = Signal(object, object)
    # Emitted before an action on a row, so that rows still to be updated are updated first.
    rows_needed = Signal()

    def __init__(self, model: BlockModel, can_move: CanMove, parent: QWidget | None = None) -> None:
        """Show `model`; `can_move` is asked during a drag why a block cannot go to a place, "" if it can."""
        super().__init__("Blocks", parent)
        self._model = model
        self._can_move = can_move
        self._drop: Drop | None = None
        self._asked: tuple[BlockPath, BlockPlace, str] | None = None
        self.setUniformRowHeights(True)
        self.setModel(model)
        self.setItemDelegate(BlockDelegate(self))
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(700)

    @property
    def current_row(self) -> BlockRow | None:
        """The row that keys and menus act on, None if there is none."""
        return self._model.row_at(self.currentIndex())

    def drop_at(self, path: BlockPath, position: QPoint) -> Drop | None:
        """Return the target of dropping the block at `path` at `position`; None if that changes nothing."""
        drop = self._place_at(position)
        if drop is None or stays(path, drop.place):
            return None
        return drop._replace(refused=refusal(path, drop.place) or self._why_not(path, drop.place))

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag with a pale picture beside the pointer, so that the place to drop remains visible."""
        index = self.currentIndex()
        if self._model.row_at(index) is None:
            return
        drag_row(self, index, self._model.mimeData([index]), actions)
        self._end_drag()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged blocks only."""
        self.rows_needed.emit()
        super().dragEnterEvent(event)
        if _dragged(event) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the target of the drop, or why the block cannot go there."""
        super().dragMoveEvent(event)  # scrolls and unfolds rows
        path = _dragged(event)
        position = event.position().toPoint()
        self._drop = None if path is None else self.drop_at(path, position)
        if self._drop is not None and not self._drop.refused:
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()
            QToolTip.hideText()
        else:
            event.ignore()
            if self._drop is not None:
                words = plain_tooltip(self._drop.refused)
                QToolTip.showText(self.viewport().mapToGlobal(position), words, self.viewport())
        self.viewport().update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the indicator."""
        super().dragLeaveEvent(event)
        self._end_drag()

    def dropEvent(self, event: QDropEvent) -> None:
        """Announce the move."""
        self.rows_needed.emit()
        path = _dragged(event)
        drop = None if path is None else self.drop_at(path, event.position().toPoint())
        self._end_drag()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        if drop is None or drop.refused:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.IgnoreAction)  # else the view would remove the row itself
        event.accept()
        self.move_requested.emit(path, drop.place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Update rows that wait for it before a row is pressed."""
        self.rows_needed.emit()
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore keys left over while an id is edited: its Enter must not also open the content."""
        self.rows_needed.emit()
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of a row, which is up to date."""
        self.rows_needed.emit()
        super().contextMenuEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and the indicator of a drag."""
        super().paintEvent(event)
        if self._drop is None or self._drop.refused:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = row_style().theme.color("acc")
        painter.setPen(QPen(color, 2))
        rect = self._drop.rect
        if self._drop.into:
            painter.drawRoundedRect(rect.adjusted(1, 1, -2, -1), 4, 4)
        else:
            painter.drawEllipse(QPoint(rect.left(), rect.top()), 3, 3)
            painter.drawLine(rect.left() + 3, rect.top(), rect.right() - 8, rect.top())
        painter.end()

    def _why_not(self, path: BlockPath, place: BlockPlace) -> str:
        """Return why the block cannot go to `place`, asked once a place: a trial move takes a while."""
        if self._asked is None or self._asked[:2] != (path, place):
            self._asked = path, place, self._can_move(path, place)
        return self._asked[2]

    def _end_drag(self) -> None:
        self._drop = self._asked = None
        QToolTip.hideText()
        self.viewport().update()

    def _place_at(self, position: QPoint) -> Drop | None:
        """Return the target at a point: above or below a row in its outer quarters, into it between them."""
        index = self.indexAt(position)
        row = self._model.row_at(index)
        if row is None:
            return self._place_at_end()
        rect = self.visualRect(index)
        part = (position.y() - rect.top()) / max(1, rect.height())
        parent, number = row.path[:-1], row.path[-1]
        if part < 0.25:
            return Drop(place_at(parent, number), self._line(row.depth, rect.top()), into=False)
        if part < 0.75:
            return Drop(place_at(row.path, self._model.children_of(row.path)), rect, into=True)
        if self.isExpanded(index) and self._model.rowCount(index):
            return Drop(place_at(row.path, 0), self._line(row.depth + 1, rect.bottom() + 1), into=False)
        return Drop(place_at(parent, number + 1), self._line(row.depth, rect.bottom() + 1), into=False)

    def _place_at_end(self) -> Drop | None:
        if not self._model.rows:
            return None
        last = self.visualRect(self._last_shown()).bottom() + 1
        return Drop(place_at((), self._model.children_of(())), self._line(0, last), into=False)

    def _last_shown(self) -> Index:
        index = self._model.index(self._model.rowCount() - 1, 0)
        while self.isExpanded(index) and self._model.rowCount(index):
            index = self._model.index(self._model.rowCount(index) - 1, 0, index)
        return index

    def _line(self, depth: int, y: int) -> QRect:
        width = self.viewport().width()
        left = row_style().px(LABEL_LEFT) + indent(row_style(), depth, width)
        return QRect(left, max(1, y), width - left, 1)


def _dragged(event: QDropEvent) -> BlockPath | None:
    data = event.mimeData()
    if data is None or not data.hasFormat(BLOCK_MIME):
        return None
    return tuple(map(int, bytes(data.data(BLOCK_MIME).data()).decode("ascii").split(",")))

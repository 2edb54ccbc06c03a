"""The list of messages: its keys, and dragging messages to another place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget

from editor_app.window.kinds.chat.panels.messages.delegate import MessageDelegate
from editor_app.window.kinds.chat.panels.messages.model import MessageModel, dragged_path
from editor_app.window.kinds.chat.panels.messages.rows import MessageRow, place_of_gap
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.row_tree import RowTree, drag_row


class MessageList(RowTree):
    """A list whose rows can be dragged; it announces moves and changes nothing itself.

    `move_requested` has the path of a message and the place that it is to have.
    """

    move_requested = Signal(Path, int)

    def __init__(self, model: MessageModel, parent: QWidget | None = None) -> None:
        """Show `model`."""
        super().__init__("Messages", parent)
        self._model = model
        self._gap: int | None = None
        self.is_taking_focus = False
        self.delegate = MessageDelegate(self)
        self.setUniformRowHeights(True)
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(False)
        self.allow_moves(allowed=True)

    @property
    def current_row(self) -> MessageRow | None:
        """The row that keys and menus act on, None if there is none."""
        return self._model.row_at(self.currentIndex())

    def allow_moves(self, *, allowed: bool) -> None:
        """Let rows be dragged, or not, since some are hidden."""
        self.setDragEnabled(allowed)
        self.setAcceptDrops(allowed)
        self._can_move = allowed

    def place_at(self, path: Path, position: QPoint) -> int | None:
        """Return the place of the message at `path` if it is dropped at `position`; None if it stays."""
        index = self._model.index_of(path)
        if not index.isValid() or not self._can_move:
            return None
        return place_of_gap(index.row(), self._gap_at(position))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let keys begin at the first row where none is current, without choosing it."""
        self.is_taking_focus = True
        super().focusInEvent(event)
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and not self.currentIndex().isValid() and self._model.rows:
            self.setCurrentIndex(self._model.index(0, 0))
        self.is_taking_focus = False

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag with a pale picture beside the pointer, so that the place to drop remains visible."""
        index = self.currentIndex()
        if self._model.row_at(index) is None:
            return
        drag_row(self, index, self._model.mimeData([index]), actions)
        self._show_gap(None)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged messages only."""
        super().dragEnterEvent(event)
        if dragged_path(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the line between the rows that the message would go to."""
        super().dragMoveEvent(event)  # scrolls near the edges
        path = dragged_path(event.mimeData())
        position = event.position().toPoint()
        place = None if path is None else self.place_at(path, position)
        self._show_gap(None if place is None else self._gap_at(position))
        if place is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the line."""
        super().dragLeaveEvent(event)
        self._show_gap(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Announce the move."""
        path = dragged_path(event.mimeData())
        place = None if path is None else self.place_at(path, event.position().toPoint())
        self._show_gap(None)
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        if path is None or place is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.IgnoreAction)  # else the view would remove the row itself
        event.accept()
        self.move_requested.emit(path, place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and the line of a drag."""
        super().paintEvent(event)
        if self._gap is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(row_style().theme.color("acc"), 2))
        y, left, width = max(2, self._gap_y(self._gap)), row_style().px(8), self.viewport().width()
        painter.drawEllipse(QPoint(left, y), 3, 3)
        painter.drawLine(left + 3, y, width - left, y)
        painter.end()

    def _gap_at(self, position: QPoint) -> int:
        """Return the number of rows above the line that is nearest to a point."""
        index = self.indexAt(position)
        if not index.isValid():
            return len(self._model.rows) if position.y() >= 0 else 0
        return index.row() + (position.y() > self.visualRect(index).center().y())

    def _gap_y(self, gap: int) -> int:
        if gap < len(self._model.rows):
            return self.visualRect(self._model.index(gap, 0)).top()
        return self.visualRect(self._model.index(gap - 1, 0)).bottom() + 1

    def _show_gap(self, gap: int | None) -> None:
        if gap != self._gap:
            self._gap = gap
            self.viewport().update()

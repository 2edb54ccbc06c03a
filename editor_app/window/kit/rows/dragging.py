"""A list or tree whose rows can be dragged to another place in it.

    class Files(DraggableRows[File]):
        def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
            index = self.indexAt(position)
            return Drop(index.row(), self.visualRect(index))

    FILES = RowType(content_of, key=attrgetter("path"), flags=..., dragged=("text/x-file", data_of))
    files = Files(FILES, "Files", self, read_key=lambda data: Path(os.fsdecode(data)))
    files.move_requested.connect(self.move)

It announces moves and changes nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from editor_app.window.kit.rows.models import R, RowType
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.kit.words.labels import plain_tooltip


class Drop(NamedTuple):
    """Where a row would go, and what is shown of that: a frame around a row, or a line at the top of `rect`.

    `refused` says why it cannot go there.
    """

    place: object
    rect: QRect
    is_into: bool = False
    refused: str = ""


class DraggableRows(RowTree[R]):
    """Rows that can be dragged; `move_requested` has the key of a row and the place of the drop."""

    move_requested = Signal(object, object)

    def __init__(
        self, type_: RowType[R], name: str, parent: QWidget | None, *, read_key: Callable[[bytes], Hashable]
    ) -> None:
        """Create an empty list; `read_key` gives the key of a row from what is dragged of it."""
        super().__init__(type_, name, parent)
        self._read_key = read_key
        self._drop: Drop | None = None
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(False)

    def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
        """Return where the row with this key goes when it is dropped at a point; None if that is no move."""
        raise NotImplementedError

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag with a pale picture beside the pointer, so that the place to drop remains visible."""
        index = self.currentIndex()
        if index.isValid():
            drag_row(self, index, self.model().mimeData([index]), actions)
            self._end_drag()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept rows of this list only."""
        super().dragEnterEvent(event)
        if self._dragged(event) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where the row would go, or why it cannot go there."""
        super().dragMoveEvent(event)  # scrolls and unfolds rows
        key, position = self._dragged(event), event.position().toPoint()
        self._drop = None if key is None else self.drop_at(key, position)
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
        """Remove what shows the place."""
        super().dragLeaveEvent(event)
        self._end_drag()

    def dropEvent(self, event: QDropEvent) -> None:
        """Announce the move."""
        key = self._dragged(event)
        drop = None if key is None else self.drop_at(key, event.position().toPoint())
        self._end_drag()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        if drop is None or drop.refused:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.IgnoreAction)  # else the view would remove the row itself
        event.accept()
        self.move_requested.emit(key, drop.place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and the place that a dragged one would go to."""
        super().paintEvent(event)
        if self._drop is None or self._drop.refused:
            return
        painter, rect = QPainter(self.viewport()), self._drop.rect
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(row_style().theme.color("acc"), 2))
        if self._drop.is_into:
            painter.drawRoundedRect(rect.adjusted(1, 1, -2, -1), 4, 4)
        else:
            painter.drawEllipse(QPoint(rect.left(), rect.top()), 3, 3)
            painter.drawLine(rect.left() + 3, rect.top(), rect.right() - 8, rect.top())
        painter.end()

    def _end_drag(self) -> None:
        self._drop = None
        QToolTip.hideText()
        self.viewport().update()

    def _dragged(self, event: QDropEvent) -> Hashable | None:
        """Return the key of the row that is dragged, None for anything else."""
        [mime_type], data = self.model().mimeTypes(), event.mimeData()
        return self._read_key(bytes(data.data(mime_type).data())) if data.hasFormat(mime_type) else None


def drag_row(view: QAbstractItemView, index: QModelIndex, data: QMimeData, actions: Qt.DropAction) -> None:
    """Drag a row with a pale picture of it beside the pointer."""
    drag = QDrag(view)
    drag.setMimeData(data)
    picture = view.viewport().grab(view.visualRect(index))
    pale = QPixmap(picture.size())
    pale.setDevicePixelRatio(picture.devicePixelRatio())
    pale.fill(Qt.GlobalColor.transparent)
    with QPainter(pale) as painter:
        painter.setOpacity(0.6)
        painter.drawPixmap(0, 0, picture)
    drag.setPixmap(pale)
    drag.setHotSpot(QPoint(-12, -12))
    drag.exec(actions, Qt.DropAction.MoveAction)

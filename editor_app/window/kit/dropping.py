"""Files that are dragged from other programs: which they are, and a widget that takes them.

FileDrops(window).dropped.connect(open_files)
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class FileDrops(QObject):
    """Lets files and folders be dropped on a widget, and on all in it that takes none; `dropped` has them."""

    dropped = Signal(list)

    def __init__(self, widget: QWidget) -> None:
        """Watch what is dragged over the widget."""
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files, and announce those that are dropped."""
        if not isinstance(event, QDropEvent) or not local_files(event.mimeData()):
            return super().eventFilter(watched, event)
        event.setDropAction(Qt.DropAction.CopyAction)  # they stay where they are
        event.accept()
        if not isinstance(event, QDragEnterEvent) and event.type() == QEvent.Type.Drop:
            self.dropped.emit(local_files(event.mimeData()))
        return True


def local_files(data: QMimeData) -> list[Path]:
    """Return the files and folders of this computer that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []

"""The Qt model of the list of messages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, Qt

from editor_app.window.kinds.chat.panels.messages.rows import MessageRow
from editor_app.window.kit.rows.row_tree import Index
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

MESSAGE_MIME: Final = "application/x-foreword-message"

_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)


class MessageModel(QAbstractListModel):
    """The rows that are shown; `current` is the message in front."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[MessageRow, ...] = ()
        self.current: Path | None = None
        self._numbers: dict[Path, int] = {}

    def show(self, rows: Sequence[MessageRow]) -> bool:
        """Show these rows; return whether the model was reset, since others are there or in another order."""
        rows = tuple(rows)
        if len(rows) == len(self.rows) and all(
            a is b or a.path == b.path for a, b in zip(rows, self.rows, strict=True)
        ):
            old, self.rows = self.rows, rows
            changed = [
                number
                for number, (before, after) in enumerate(zip(old, rows, strict=True))
                if before is not after and before != after
            ]
            if changed:
                self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], 0))
            return False
        self.beginResetModel()
        self.rows = rows
        self._numbers = {row.path: number for number, row in enumerate(rows)}
        self.endResetModel()
        return True

    def row_at(self, index: Index) -> MessageRow | None:
        """Return the row at `index`."""
        return self.rows[index.row()] if index.isValid() else None

    def index_of(self, path: Path | None) -> QModelIndex:
        """Return the model index of a message, invalid if it is not shown."""
        number = None if path is None else self._numbers.get(path)
        return QModelIndex() if number is None else self.index(number, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a message can be selected and dragged; messages are dropped between others."""
        return _FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a row's words, tooltip or text for screen readers."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(f"{row.role_in_words} {row.words}")
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(row.tooltip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.in_words()
        return None

    def mimeTypes(self) -> list[str]:
        """Return the MIME type of a dragged message."""
        return [MESSAGE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the path of the dragged message as MIME data."""
        data = QMimeData()
        row = self.row_at(indexes[0]) if indexes else None
        if row is not None:
            data.setData(MESSAGE_MIME, os.fsencode(row.path))
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Return that dragging moves a message."""
        return Qt.DropAction.MoveAction


def dragged_path(data: QMimeData | None) -> Path | None:
    """Return the path of the message that is dragged, None for anything else."""
    if data is None or not data.hasFormat(MESSAGE_MIME):
        return None
    return Path(os.fsdecode(bytes(data.data(MESSAGE_MIME).data())))

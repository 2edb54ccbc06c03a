"""The Qt model of the block tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, Qt, Signal

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow
from editor_app.window.kit.rows.row_tree import Index
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

BLOCK_MIME: Final = "application/x-foreword-block"

_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
    | Qt.ItemFlag.ItemIsEditable
)


class BlockModel(QAbstractItemModel):
    """The rows as a tree by their block paths; a row's number in the list is its internal id."""

    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[BlockRow, ...] = ()
        self._top_level = 0
        self._numbers: dict[BlockPath, int] = {}
        self._above: list[int] = []
        self._place: list[int] = []
        self._below: dict[int, list[int]] = {}

    def show(self, rows: Sequence[BlockRow], top_level: int) -> bool:
        """Show these rows; return whether the model was reset, as the view then forgot which rows are folded.

        `top_level` is how many blocks the message has at the top level, shown or not.
        """
        self._top_level = top_level
        rows = tuple(rows)
        if len(rows) == len(self.rows) and all(
            a.path == b.path for a, b in zip(rows, self.rows, strict=True)
        ):
            old, self.rows = self.rows, rows
            self._tell_changes(old)
            return False
        self.beginResetModel()
        self.rows = rows
        self._nest()
        self.endResetModel()
        return True

    def row_at(self, index: Index) -> BlockRow | None:
        """Return the row at `index`."""
        number = self._number(index)
        return None if number < 0 else self.rows[number]

    def index_of(self, path: BlockPath | None) -> QModelIndex:
        """Return the model index of a block, invalid if it is not shown."""
        return QModelIndex() if path is None else self._index(self._numbers.get(path, -1))

    def children_of(self, path: BlockPath) -> int:
        """Return how many children a block has, shown or not; the path () is the message itself."""
        return self.rows[self._numbers[path]].children if path else self._top_level

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's signature; the value is immutable
        """Return the model index of a child."""
        below = self._below.get(self._number(parent), ())
        return (
            self.createIndex(row, 0, below[row]) if column == 0 and 0 <= row < len(below) else QModelIndex()
        )

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008  the other overload is QObject's
        """Return the model index of the parent row."""
        number = self._number(index)
        return QModelIndex() if number < 0 else self._index(self._above[number])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as above
        """Return how many children a row has."""
        return len(self._below.get(self._number(parent), ()))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008  as above
        """Return 1: the tree has one column."""
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a block can be selected, dragged, dropped on and renamed."""
        return _FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a row's name, id, tooltip or text for screen readers."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.name)
        if role == Qt.ItemDataRole.EditRole:
            return row.id
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(row.tooltip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.in_words()
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Announce a new id; the row changes when the text of the file has."""
        row = self.row_at(index)
        if row is None or role != Qt.ItemDataRole.EditRole or not isinstance(value, str):
            return False
        if value.strip() and value.strip() != row.id:
            self.renamed.emit(row.path, value.strip())
        return True

    def mimeTypes(self) -> list[str]:
        """Return the MIME type of a dragged block."""
        return [BLOCK_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the path of the dragged block as MIME data."""
        data = QMimeData()
        row = self.row_at(indexes[0]) if indexes else None
        if row is not None:
            data.setData(BLOCK_MIME, ",".join(map(str, row.path)).encode("ascii"))
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Return that dragging moves a block."""
        return Qt.DropAction.MoveAction

    def _tell_changes(self, old: Sequence[BlockRow]) -> None:
        changed = [
            number
            for number, (before, after) in enumerate(zip(old, self.rows, strict=True))
            if before is not after and before != after
        ]
        by_parent: dict[int, list[int]] = {}
        for number in changed:
            by_parent.setdefault(self._above[number], []).append(number)
        for numbers in by_parent.values():
            self.dataChanged.emit(self._index(numbers[0]), self._index(numbers[-1]))

    def _nest(self) -> None:
        self._numbers = {row.path: number for number, row in enumerate(self.rows)}
        self._above, self._place, self._below = [], [], {}
        for number, row in enumerate(self.rows):
            above = self._numbers.get(row.path[:-1], -1)
            siblings = self._below.setdefault(above, [])
            self._above.append(above)
            self._place.append(len(siblings))
            siblings.append(number)

    def _index(self, number: int) -> QModelIndex:
        return QModelIndex() if number < 0 else self.createIndex(self._place[number], 0, number)

    def _number(self, index: Index) -> int:
        number = index.internalId() if index.isValid() else -1
        return number if 0 <= number < len(self.rows) else -1

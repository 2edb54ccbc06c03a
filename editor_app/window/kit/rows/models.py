"""Qt models over tuples of frozen rows: of a list, of a tree, and of a table.

    FILES = RowType(content_of, key=attrgetter("path"))
    model = RowListModel(FILES)
    model.show(files)
    model.row_at(index), model.index_of(path)

A tree has its rows in the order on the screen: a row's parent is the last one before it with a smaller depth.
Where the same rows are shown in the same order again, what changed is told alone. Nothing is filtered here:
a panel shows the rows that match, and what it kept of the others it knows by their keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import eq, methodcaller
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from editor_app.window.kit.rows.content import RowContent, RowPainting
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

Index: TypeAlias = QModelIndex | QPersistentModelIndex
R = TypeVar("R")

DEEPEST: Final = 64
"""The depth at which rows that are nested deeper are shown."""

_NOWHERE: Final = QModelIndex()
_MOST_SPOKEN: Final = 4_000
_WORD_ROLES: Final = frozenset(
    {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}
)


@dataclass(frozen=True, slots=True)
class RowType(Generic[R]):
    """What rows are to the lists that show them.

    Rows without a `key` are known by their number, those of equal keys by how many precede them, too. With a
    `depth`, from 0, they are those of a tree. The `height` is in pixels of the design, or a function of a row
    and the width of rows, in pixels as what it gives. Rows with columns of their own have a function that
    paints them. A heading only groups others: it is folded by a click on it. `flags` are for rows that are
    more, or less, than chosen; `dragged` are the MIME type and the data of rows that can be dragged.
    """

    content: Callable[[R], RowContent]
    key: Callable[[R], Hashable] | None = None
    depth: Callable[[R], int] | None = None
    height: int | Callable[[R, int], int] = 26
    paint: Callable[[RowPainting, R], None] | None = None
    is_heading: Callable[[R], bool] = lambda _row: False
    flags: Callable[[R], Qt.ItemFlag] | None = None
    dragged: tuple[str, Callable[[R], bytes]] | None = None


if TYPE_CHECKING:
    _Model: TypeAlias = QAbstractItemModel
else:

    class _Model:
        """In place of a base: Qt's model of lists answers most of what a view asks without Python."""


class RowModel(_Model, Generic[R]):
    """What the models of lists and of trees have in common; of either there is a Qt model below."""

    _number: Callable[[Index], int]

    def __init__(self, type_: RowType[R], parent: QObject | None = None) -> None:
        """Start without rows."""
        super().__init__(parent)
        self.type = type_
        self.rows: Sequence[R] = ()
        self._keys: Sequence[Hashable] = ()
        self._numbers: dict[Hashable, int] = {}
        self._parents: list[int] = []  # of the rows of a tree: the number of each one's parent, -1 for none
        if type_.flags is not None:  # else Qt asks no Python for those of each row
            self.flags = self._own_flags  # type: ignore[method-assign]
        self._nest()

    def show(self, rows: Sequence[R]) -> bool:
        """Show other rows; return whether the model was reset, since others are there or in another order.

        Rows that are no tuple, since each is made when it is asked for, are not compared with those before.
        """
        if rows == self.rows or self.show_in_place(rows):
            return False
        self.beginResetModel()
        self.rows = rows
        key = self.type.key
        self._keys = range(len(rows)) if key is None else distinct_keys(map(key, rows))
        self._numbers = {} if key is None else dict(zip(self._keys, range(len(rows)), strict=True))
        self._nest()
        self.endResetModel()
        return True

    def show_in_place(self, rows: Sequence[R]) -> bool:
        """Show rows that are the same in the same order, and tell what changed alone; False for others."""
        old = self.rows
        if len(rows) != len(old) or not rows or not (isinstance(rows, tuple) and isinstance(old, tuple)):
            return False
        place_of = filter(None, (self.type.key, self.type.depth))
        if not all(all(map(eq, map(of, rows), map(of, old))) for of in place_of):
            return False
        self.rows = rows
        runs: dict[int, tuple[int, int]] = {}  # for each parent, its first and last row that is another one
        for number, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before is not after and before != after:
                above = self._parents[number] if self._parents else -1
                runs[above] = runs.get(above, (number, number))[0], number
        for first, last in runs.values():
            self.dataChanged.emit(self.index_at(first), self.index_at(last))
        return True

    def row_at(self, index: Index) -> R | None:
        """Return the row at `index`, None outside of them."""
        number = self.number_of(index)
        return self.rows[number] if number >= 0 else None

    def number_of(self, index: Index) -> int:
        """Return the number of the row at `index` in the order of rows, -1 outside of them."""
        number = self._number(index) if index.isValid() else -1
        return number if number < len(self.rows) else -1

    @property
    def numbers_above_others(self) -> Collection[int]:
        """The numbers of the rows that have others below them."""
        return {number for number in self._parents if number >= 0}

    def depth_of(self, index: Index) -> int:
        """Return how many parents the row at `index` has."""
        depth, number = 0, self.number_of(index)
        while self._parents and (number := self._parents[number]) >= 0:
            depth += 1
        return depth

    def key_of(self, index: Index) -> Hashable:
        """Return the key of the row at `index`; None outside of the rows."""
        number = self.number_of(index)
        return None if number < 0 else self._keys[number]

    def index_of(self, key: Hashable) -> QModelIndex:
        """Return the index of the row with this key, an invalid one without it.

        A row that is known by its number is the last one where there are fewer now.
        """
        if self.type.key is not None:
            return self.index_at(self._numbers.get(key, -1))
        return self.index_at(min(key, len(self.rows) - 1) if isinstance(key, int) else -1)

    def index_at(self, number: int) -> QModelIndex:
        """Return the index of the row with this number in the order of rows; -1 is none."""
        raise NotImplementedError

    def _own_flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a row; what is dragged is dropped between rows, too."""
        row = self.row_at(index)
        if row is not None and self.type.flags is not None:
            return self.type.flags(row)
        return Qt.ItemFlag.ItemIsDropEnabled if self.type.dragged is not None else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a row's words, tooltip or text for screen readers."""
        if role not in _WORD_ROLES:
            return None
        row = self.row_at(index)
        return None if row is None else role_words(self.type.content(row), role)

    def mimeTypes(self) -> list[str]:
        """Return the MIME type of dragged rows."""
        return [self.type.dragged[0]] if self.type.dragged is not None else []

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the dragged row as MIME data."""
        data = QMimeData()
        row = self.row_at(indexes[0]) if indexes else None
        if row is not None and self.type.dragged is not None:
            mime_type, data_of = self.type.dragged
            data.setData(mime_type, data_of(row))
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Return that dragging moves a row."""
        return Qt.DropAction.MoveAction

    def _nest(self) -> None:
        """Find the parents of the rows."""


class RowListModel(RowModel[R], QAbstractListModel):
    """Rows below one another."""

    _number = methodcaller("row")

    def index_at(self, number: int) -> QModelIndex:
        """Return the index of a row."""
        return self.index(number, 0)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)


class RowTreeModel(RowModel[R], QAbstractItemModel):
    """Rows with rows below them; a row's number is its internal id, which outlives it as no pointer does."""

    _number = methodcaller("internalId")

    def index_at(self, number: int) -> QModelIndex:
        """Return the index of a row."""
        return self.createIndex(self._places[number], 0, number) if number >= 0 else QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """Return the index of a child."""
        below = self._children(parent)
        inside = column == 0 and 0 <= row < len(below)
        return self.createIndex(row, 0, below[row]) if inside else QModelIndex()

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]  # the other overload is QObject's
        """Return the index of the parent row."""
        number = index.internalId() if index.isValid() else -1
        above = self._parents[number] if 0 <= number < len(self._parents) else -1
        return self.createIndex(self._places[above], 0, above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many children a row has."""
        return len(self._children(parent))

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """Return 1: the tree has one column."""
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        """Return whether a row has others below it; asked for each row, Qt would count columns as well."""
        return (parent.internalId() if parent.isValid() else -1) in self._below

    def _children(self, index: Index) -> Sequence[int]:
        return self._below.get(index.internalId() if index.isValid() else -1, ())

    def _nest(self) -> None:
        depth = self.type.depth
        assert depth is not None, "the rows of a tree have a depth"
        self._parents = []
        self._places: list[int] = []
        self._below: dict[int, list[int]] = {}
        open_rows: list[int] = []
        for number, row in enumerate(self.rows):
            del open_rows[min(depth(row), DEEPEST) :]
            above = open_rows[-1] if open_rows else -1
            siblings = self._below.setdefault(above, [])
            self._parents.append(above)
            self._places.append(len(siblings))
            siblings.append(number)
            open_rows.append(number)


class RowTableModel(QAbstractTableModel, Generic[R]):
    """Rows with columns, whose `heads` are their names; `content` says what the cell of a column shows.

    The words of `right_columns` stand at the right; the cells of columns that `is_editable` can be written.
    Where rows have heads, too, `row_head` says what these show, and tooltips have the whole names of both.
    """

    def __init__(self, content: Callable[[R, int], RowContent], parent: QObject | None = None) -> None:
        """Start without rows and columns."""
        super().__init__(parent)
        self._content = content
        self.right_columns: frozenset[int] = frozenset()
        self.is_editable: Callable[[int], bool] = lambda _column: False
        self.row_head: Callable[[R], RowContent] | None = None
        self.rows: Sequence[R] = ()
        self.heads: tuple[str, ...] = ()

    def show(self, rows: Sequence[R], heads: tuple[str, ...]) -> None:
        """Show other rows; where rows and columns are as many and called the same, the cells change alone."""
        if len(rows) == len(self.rows) and heads == self.heads and rows and heads:
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(heads) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(rows) - 1)
            return
        self.beginResetModel()
        self.rows, self.heads = rows, heads
        self.endResetModel()

    def row_at(self, index: Index) -> R | None:
        """Return the row at `index`, None outside of them."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | int | None:
        """Return a cell's words, tooltip or text for screen readers, and where its words stand."""
        row = self.row_at(index)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(index.column())
        if row is None or role not in _WORD_ROLES:
            return None
        return role_words(self._content(row, index.column()), role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        editable = Qt.ItemFlag.ItemIsEditable if self.is_editable(index.column()) else Qt.ItemFlag.NoItemFlags
        return super().flags(index) | editable

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        """Return the name of a column, which stands where its words do, or of a row."""
        is_column = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section if is_column else 0)
        if role == Qt.ItemDataRole.DisplayRole and is_column:
            return one_line(self.heads[section])
        if self.row_head is None or role not in _WORD_ROLES:
            return None
        head = RowContent("", self.heads[section]) if is_column else self.row_head(self.rows[section])
        return role_words(head, role)

    def _side(self, column: int) -> int:
        sides = Qt.AlignmentFlag
        return int(
            (sides.AlignRight if column in self.right_columns else sides.AlignLeft) | sides.AlignVCenter
        )


def distinct_keys(keys: Iterable[Hashable]) -> Sequence[Hashable]:
    """Return keys of which each is another: one that equals others before it has their number with it."""
    equal_keys = list(keys)
    if len(set(equal_keys)) == len(equal_keys):
        return equal_keys
    seen: Counter[Hashable] = Counter()
    different_keys: list[Hashable] = []
    for key in equal_keys:
        different_keys.append((key, seen[key]) if seen[key] else key)
        seen[key] += 1
    return different_keys


def rows_with(rows: Sequence[R], words: Sequence[str], type_: RowType[R]) -> tuple[R, ...]:
    """Return the rows that have all of some casefolded words, and in a tree those that they are in."""
    kept: list[R] = []
    above = 0  # rows of a smaller depth lead to what is kept
    for row in reversed(rows):
        depth = 0 if type_.depth is None else type_.depth(row)
        text = type_.content(row).words.casefold()
        if depth < above or all(word in text for word in words):
            kept.append(row)
            above = depth
        elif depth == 0:
            above = 0
    return tuple(reversed(kept))


def role_words(content: RowContent, role: int) -> str | None:
    """Return the words of a row, its tooltip or its text for screen readers, shown literally by Qt."""
    if role == Qt.ItemDataRole.DisplayRole:
        return one_line(content.words)
    if role == Qt.ItemDataRole.ToolTipRole:
        tooltip = content.tooltip() if callable(content.tooltip) else content.tooltip
        return plain_tooltip(tooltip) if tooltip else None
    spoken = content.spoken() if callable(content.spoken) else content.spoken
    return one_line(spoken or content.words, _MOST_SPOKEN)

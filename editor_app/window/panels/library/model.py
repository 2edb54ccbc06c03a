"""The Qt model of the library's tree, and the painting of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.row_tree import HEADING_ROLE, Index, RowDelegate, indent
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.library.listing import BADGES, Node, tree_of

_LEAST_NAME = 44  # pixels: a few letters on both sides of an ellipsis; the tooltip has the whole name
_GAP = 6
_NARROW = 240  # pixels: in a narrower panel the name goes before a badge that does not warn
_LABEL_LEFT = 24
_ICON_ROOM = 22


class LibraryModel(QAbstractItemModel):
    """Headings, folders and files as a tree with one column."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._root = Node((), "", None)
        self._nodes: list[Node] = []
        self._by_path: dict[Path, Node] = {}
        self._rows: tuple[LibraryRow, ...] = ()
        self._row_of_part: dict[Path, Path] = {}
        self.current: Path | None = None
        self.unsaved: frozenset[Path] = frozenset()
        self._unsaved_rows: frozenset[Path] = frozenset()
        self._above_unsaved: frozenset[int] = frozenset()

    def show(self, rows: Iterable[LibraryRow]) -> bool:
        """Show these files; return whether the model was reset, as the view then forgot which are folded."""
        rows = tuple(rows)
        if rows and self._has_same_places(rows):
            self._take_rows(rows)
            return False
        root = tree_of(rows)
        nodes = list(_walk(root))
        self.beginResetModel()
        self._rows = rows
        self._root = root
        self._nodes = nodes
        for number, node in enumerate(nodes):
            node.number = number
        self._by_path = {node.row.path: node for node in nodes if node.row is not None}
        self._row_of_part = _row_of_part(rows)
        self.show_unsaved(self.unsaved)
        self.endResetModel()
        return True

    @property
    def nodes(self) -> Sequence[Node]:
        """All nodes from the top, parents before children."""
        return self._nodes

    def node(self, index: Index) -> Node | None:
        """Return the node at `index`, None outside of the tree."""
        number = index.internalId() if index.isValid() else -1
        return self._nodes[number] if 0 <= number < len(self._nodes) else None

    def row_at(self, index: Index) -> LibraryRow | None:
        """Return the file's row at `index`, None for a heading or a folder."""
        node = self.node(index)
        return node.row if node else None

    def index_of(self, node: Node | None) -> QModelIndex:
        """Return the model index of a node."""
        return QModelIndex() if node is None or node.parent is None else self._index(node)

    def index_of_path(self, path: Path | None) -> QModelIndex:
        """Return the model index of a file, or of the folder that it is a part of; invalid if not shown."""
        return self.index_of(self._node_of(path))

    def is_current(self, row: LibraryRow) -> bool:
        """Whether a row is that of the current document."""
        node = self._node_of(self.current)
        return node is not None and node.row is not None and node.row.path == row.path

    def show_unsaved(self, paths: frozenset[Path]) -> None:
        """Mark the rows of these files, or of what they are parts of; the view is not told."""
        self.unsaved = paths
        nodes = [node for node in map(self._node_of, paths) if node is not None]
        self._unsaved_rows = frozenset(node.row.path for node in nodes if node.row is not None)
        above = set[int]()
        for node in nodes:
            parent = node.parent
            while parent is not None and parent.parent is not None and parent.number not in above:
                above.add(parent.number)
                parent = parent.parent
        self._above_unsaved = frozenset(above)

    def is_unsaved(self, row: LibraryRow) -> bool:
        """Whether the text of a row's file, or of a part of it, is unsaved."""
        return row.path in self._unsaved_rows

    def is_above_unsaved(self, node: Node) -> bool:
        """Whether a row below a node is unsaved."""
        return node.number in self._above_unsaved

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's signature; the value is immutable
        """Return the model index of a child."""
        above = self.node(parent) or self._root
        if column != 0 or not 0 <= row < len(above.children):
            return QModelIndex()
        return self._index(above.children[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008  the other overload is QObject's
        """Return the model index of the parent node."""
        node = self.node(index)
        return self.index_of(node.parent) if node else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as above
        """Return how many children a node has."""
        return len((self.node(parent) or self._root).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008  as above
        """Return 1: the tree has one column."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | bool | None:
        """Return a node's label, tooltip or text for screen readers."""
        node = self.node(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(node.label)
        if role == HEADING_ROLE:
            return node.is_heading
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(self._hint(node))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._in_words(node)
        return None

    def _index(self, node: Node) -> QModelIndex:
        return self.createIndex(node.place, 0, node.number)  # a number outlives its node, a pointer does not

    def _node_of(self, path: Path | None) -> Node | None:
        if path is None:
            return None
        return self._by_path.get(path) or self._by_path.get(self._row_of_part.get(path, path))

    def _in_words(self, node: Node) -> str:
        if node.row is None:
            return f"{one_line(node.label)}, {node.files} file{'' if node.files == 1 else 's'}"
        words = one_line(node.row.in_words())
        if node.row.owner is not None and node.parent is not None:
            words = f"{words}, of {one_line(node.parent.label)}"
        words = f"{words}, unsaved" if self.is_unsaved(node.row) else words
        return f"{words}, current document" if self.is_current(node.row) else words

    def _hint(self, node: Node) -> str:
        if node.row is None:
            return ""
        row = node.row
        unsaved = "unsaved" if self.is_unsaved(row) else ""
        second = ", ".join(filter(None, (row.badge, unsaved, row.counts.in_words(), row.count_text)))
        return "\n".join(line for line in (str(row.path), second, row.remark) if line)

    def _has_same_places(self, rows: tuple[LibraryRow, ...]) -> bool:
        return (
            len(rows) == len(self._rows) == len(self._by_path)  # False where two rows have the same path
            and all(map(_same_place, self._rows, rows))
        )

    def _take_rows(self, rows: tuple[LibraryRow, ...]) -> None:
        """Replace the rows of nodes that keep their place, and announce the changed ones to the view."""
        changed: set[tuple[str, ...]] = set()
        before, self._rows = self._rows, rows
        self._row_of_part = _row_of_part(rows)
        self.show_unsaved(self.unsaved)
        for old, new in zip(before, rows, strict=True):
            if old == new:
                continue
            node = self._by_path[new.path]
            node.row = new
            if node.parent is not None and node.parent.key not in changed:
                changed.add(node.parent.key)
                last = self.index_of(node.parent.children[-1])
                self.dataChanged.emit(self.index_of(node.parent.children[0]), last)


class LibraryDelegate(RowDelegate):
    """Paints headings, folders and files."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row; headings but the first have a margin above."""
        style = row_style()
        airy = index.row() > 0 and bool(index.data(HEADING_ROLE)) and not self.tree.uniformRowHeights()
        return QSize(0, style.px(30 if airy else 24))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one row of 24 px at the bottom of `rect`."""
        model = self.tree.model()
        node = model.node(index) if isinstance(model, LibraryModel) else None
        if node is None or not isinstance(model, LibraryModel):
            return
        style = row_style()
        rect = QRect(rect.left(), rect.bottom() + 1 - style.px(24), rect.width(), style.px(24))
        marked = node.row is not None and model.is_current(node.row)
        style.background(painter, rect, selected=selected, focused=focused, marked=marked)
        if node.children:
            self.twisty(painter, rect, index)
        is_folded = bool(node.children) and not self.tree.isExpanded(model.index_of(node))
        has_dot = (node.row is not None and model.is_unsaved(node.row)) or (
            is_folded and model.is_above_unsaved(node)
        )
        self._paint_words(painter, rect, node, plain=selected or marked, has_dot=has_dot)

    def _paint_words(self, painter: QPainter, rect: QRect, node: Node, *, plain: bool, has_dot: bool) -> None:
        style = row_style()
        left = style.px(_LABEL_LEFT) + indent(style, node.depth, rect.width())
        right = rect.right() + 1 - style.px(SIDE)
        if node.is_heading:
            if not self.tree.isExpanded(self.tree.model().index(node.place, 0)):
                right -= self._number(painter, rect, right, str(node.files))
            self._paint_name(painter, _between(rect, left, right), node, "strong", has_dot=has_dot)
            return
        if right - left >= style.px(_ICON_ROOM + _LEAST_NAME):
            name = "folder" if node.row is None else node.row.icon
            style.icon(painter, rect, left, name, "soft")
            left += style.px(_ICON_ROOM)
        if node.row is not None:
            room = left + (style.dot_width() if has_dot else 0)
            right = self._paint_right(painter, _between(rect, room, right), node.row, plain=plain)
        self._paint_name(painter, _between(rect, left, right), node, "body", has_dot=has_dot)

    def _paint_name(self, painter: QPainter, rect: QRect, node: Node, font: str, *, has_dot: bool) -> None:
        """Paint a name, and behind it the dot of unsaved text."""
        style = row_style()
        room = rect.adjusted(0, 0, -style.dot_width() if has_dot else 0, 0)
        end = rect.left() + style.text(painter, room, one_line(node.label), "ink", font)
        if has_dot:
            style.dot(painter, rect, end)

    def _paint_right(self, painter: QPainter, rect: QRect, row: LibraryRow, *, plain: bool) -> int:
        style = row_style()
        right = rect.right() + 1
        has_badge, whole = self._find_badge_room(rect.width(), row)
        taken = self._least_width(row, whole=whole)
        taken += style.badge_width(row.badge) + style.px(_GAP) if has_badge else 0
        count = self._count_in_room(rect.width() - taken, row)
        if count:
            right -= self._number(painter, rect, right, count)
        if has_badge:
            place = _between(rect, rect.left(), right)
            right = style.badge(painter, place, row.badge, BADGES[row.badge], filled=not plain) - style.px(
                _GAP
            )
        if row.counts.total:
            place = _between(rect, rect.left(), right)
            counts = row.counts if whole else row.counts.worst()
            right = style.counts(painter, place, counts, numbers=whole) - style.px(_GAP)
        return right

    def _count_in_room(self, width: int, row: LibraryRow) -> str:
        """Return the count beside a name, its number alone where more would shorten the name, or ""."""
        style = row_style()
        name = style.metrics["body"].horizontalAdvance(one_line(row.label))
        number = row.count_text.partition(" ")[0]
        for text, least in ((row.count_text, name), (number, min(name, style.px(_LEAST_NAME)))):
            beside = style.metrics["number"].horizontalAdvance(text) + style.px(_GAP)
            if text and beside + least - min(name, style.px(_LEAST_NAME)) <= width:
                return text
        return ""

    def _find_badge_room(self, width: int, row: LibraryRow) -> tuple[bool, bool]:
        """Return whether the badge fits, and whether the counts fit beside it.

        Where the counts do not fit, the icon of the worst severity replaces them; the tooltip has all.
        """
        style = row_style()
        room = width - style.badge_width(row.badge) - style.px(_GAP)
        is_harm = BADGES.get(row.badge) == "warn"
        cuts_name = is_harm or self.tree.viewport().width() >= style.px(_NARROW)
        if row.badge not in BADGES or self._least_width(row, whole=False, cuts_name=cuts_name) > room:
            return False, True
        return True, self._least_width(row, whole=True) <= room

    def _least_width(self, row: LibraryRow, *, whole: bool, cuts_name: bool = True) -> int:
        """Return the width of a readable name with the counts beside it, in pixels."""
        style = row_style()
        name = style.metrics["body"].horizontalAdvance(one_line(row.label))
        counts = style.counts_width(row.counts if whole else row.counts.worst(), numbers=whole)
        least = min(name, style.px(_LEAST_NAME)) if cuts_name else name
        return least + (counts + style.px(_GAP) if row.counts.total else 0)

    def _number(self, painter: QPainter, rect: QRect, right: int, text: str) -> int:
        style = row_style()
        place = _between(rect, rect.left(), right)
        return style.text(painter, place, text, "soft", "number", right=True) + style.px(_GAP)


def _between(rect: QRect, left: int, right: int) -> QRect:
    return QRect(left, rect.top(), max(0, right - left), rect.height())


def _row_of_part(rows: Iterable[LibraryRow]) -> dict[Path, Path]:
    return {part: row.path for row in rows for part in row.parts}


def _walk(root: Node) -> Iterator[Node]:
    waiting = root.children[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children[::-1]


def _same_place(row: LibraryRow, other: LibraryRow) -> bool:
    """Whether both rows have the same place in the tree."""
    same = row[:4] == other[:4]  # path, label, kind and folders
    return same and (row.group, row.owner) == (other.group, other.owner)

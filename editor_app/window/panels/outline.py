"""The outline panel: the conditions, variables and headings of the current document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedWidget, QStyleOptionViewItem, QVBoxLayout, QWidget

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.text import Diagnostic, Severity, Span
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, RowTree, indent
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import PlainLabel, plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.timers import single_shot

DEEPEST: Final = 64
"""The depth at which rows that are nested deeper are shown."""

_EMPTY: Final = "Conditions, variables and headings show here."
_MANY: Final = 500
_PAUSE_MS: Final = 150
_LABEL_LEFT: Final = 24
_ICON_ROOM: Final = 22
_GAP: Final = 8
_ICONS: Final = {
    "frontmatter": ("braces", "soft"),
    "condition": ("split", "cond"),
    "else": ("split", "cond"),
    "variable": ("variable", "soft"),
    "heading": ("hash", "soft"),
}
_WORDS: Final = {
    "frontmatter": "",
    "condition": "condition",
    "else": "",
    "variable": "variable",
    "heading": "heading",
}


class OutlineRow(NamedTuple):
    """A part of the document: its kind ("frontmatter", "condition", "else", "variable", "heading") and place.

    `depth` counts from 0, `line` from 1. `left_out` says that the model does not get the part now.
    """

    kind: str
    label: str
    span: Span
    depth: int
    line: int
    severity: Severity | None = None
    left_out: bool = False

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        states = (
            one_line(self.label),
            _WORDS.get(self.kind, ""),
            "left out" if self.left_out else "",
            self.severity.value if self.severity else "",
            f"line {self.line}",
        )
        return ", ".join(state for state in states if state)


class OutlinePanel(QWidget):
    """Shows the outline, follows the caret, and announces where to go."""

    go_to_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._model = _OutlineModel(self)
        self._waiting: tuple[OutlineRow, ...] | None = None
        self._cursor = 0
        self._folded: set[tuple[int, str, int]] = set()
        self._pause = single_shot(self, _PAUSE_MS)
        self.tree = RowTree("Outline", self)
        self.header_tools: QWidget | None = None
        self._nothing = PlainLabel(_EMPTY, "soft", self)
        self._nothing.setWordWrap(True)
        self._pages = QStackedWidget(self)
        self._build()
        on_theme(self, self._restyle)

    def show_rows(self, rows: Sequence[OutlineRow]) -> None:
        """Show the rows of a revision; a long outline is updated after a pause in typing."""
        self._nothing.setText(_EMPTY)
        self._waiting = tuple(rows)
        if len(self._waiting) > _MANY and self._model.rows:
            self._pause.start()
        else:
            self._take_rows()

    def show_nothing(self, sentence: str) -> None:
        """Show a sentence in place of rows."""
        self._waiting = ()
        self._take_rows()
        self._nothing.setText(sentence)

    def show_cursor(self, offset: int) -> None:
        """Select the innermost row that contains the caret, or the one before it."""
        self._cursor = offset
        index = self._model.index_of(self._model.row_around(offset))
        if index.isValid() and index != self.tree.currentIndex():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)
        elif not index.isValid():
            self.tree.setCurrentIndex(QModelIndex())

    def _restyle(self) -> None:
        theme = current_theme()
        side = theme.px(SIDE)
        self._nothing.setContentsMargins(side, theme.px(4), side, side)

    def _take_rows(self) -> None:
        rows, self._waiting = self._waiting, None
        self._pause.stop()
        if rows is None or rows == self._model.rows:
            return
        silence = QSignalBlocker(self.tree)
        if self._model.show(rows):
            self.tree.expandAll()
            for number, key in enumerate(self._model.keys()):
                if key in self._folded:
                    self.tree.collapse(self._model.index_of(number))
        silence.unblock()
        self.tree.viewport().update()
        self._pages.setCurrentWidget(self.tree if rows else self._nothing)
        self.show_cursor(self._cursor)

    def _go_to(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None:
            self.go_to_requested.emit(row.span)

    def _remember(self, index: QModelIndex, *, folded: bool) -> None:
        key = self._model.key_at(index)
        if key is not None:
            (self._folded.add if folded else self._folded.discard)(key)

    def _build(self) -> None:
        self.setAccessibleName("Outline")
        self.tree.setUniformRowHeights(True)
        self.tree.setModel(self._model)
        self.tree.setItemDelegate(_OutlineDelegate(self.tree))
        self.tree.chosen.connect(self._go_to)
        self.tree.collapsed.connect(lambda index: self._remember(index, folded=True))
        self.tree.expanded.connect(lambda index: self._remember(index, folded=False))
        self._pause.timeout.connect(self._take_rows)
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self.tree)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)
        self.setFocusProxy(self.tree)


class _OutlineModel(QAbstractItemModel):
    """The list of rows as a tree: a row's parent is the last row before it with a smaller depth."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[OutlineRow, ...] = ()
        self._starts: list[int] = []
        self._above: list[int] = []
        self._place: list[int] = []
        self._below: list[list[int]] = []
        self._top: list[int] = []

    def show(self, rows: tuple[OutlineRow, ...]) -> bool:
        """Show these rows; return whether the model was reset."""
        same = [row.depth for row in rows] == [row.depth for row in self.rows] and bool(rows)
        if same:
            self._take(rows)
            if self._top:
                self.dataChanged.emit(self.index_of(self._top[0]), self.index_of(self._top[-1]))
            return False
        self.beginResetModel()
        self._take(rows)
        self._nest()
        self.endResetModel()
        return True

    def depth(self, number: int) -> int:
        """Return how many parents a row has in the tree."""
        depth = 0
        while (number := self._above[number]) >= 0:
            depth += 1
        return depth

    def keys(self) -> list[tuple[int, str, int]]:
        """Return for each row a key to remember it by: depth, label, and how many equal ones precede it."""
        seen: dict[tuple[int, str], int] = {}
        result = []
        for row in self.rows:
            key = row.depth, row.label
            seen[key] = seen.get(key, -1) + 1
            result.append((*key, seen[key]))
        return result

    def key_at(self, index: Index) -> tuple[int, str, int] | None:
        """Return the key of the row at `index`, None outside of the tree."""
        number = self._number(index)
        return None if number < 0 else self.keys()[number]

    def row_at(self, index: Index) -> OutlineRow | None:
        """Return the row at `index`."""
        number = self._number(index)
        return None if number < 0 else self.rows[number]

    def row_around(self, offset: int) -> int:
        """Return the number of the innermost row around `offset`, or of the last before it; -1 if none."""
        last = here = bisect_right(self._starts, offset) - 1
        while here >= 0 and not self.rows[here].span.touches(offset):
            here = self._above[here]
        return here if here >= 0 else last

    def index_of(self, number: int) -> QModelIndex:
        """Return the model index of a row by its number."""
        return self.createIndex(self._place[number], 0, number) if number >= 0 else QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's signature; the value is immutable
        """Return the model index of a child."""
        below = self._children(parent)
        return self.index_of(below[row]) if column == 0 and 0 <= row < len(below) else QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008  the other overload is QObject's
        """Return the model index of the parent row."""
        number = self._number(index)
        return self.index_of(self._above[number]) if number >= 0 else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as above
        """Return how many children a row has."""
        return len(self._children(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008  as above
        """Return 1: the tree has one column."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a row's label, tooltip or text for screen readers."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.label)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(one_line(row.label))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.in_words()
        return None

    def _take(self, rows: tuple[OutlineRow, ...]) -> None:
        self.rows = rows
        self._starts = [row.span.start for row in rows]

    def _nest(self) -> None:
        self._above, self._place, self._top = [], [], []
        self._below = [[] for _ in self.rows]
        open_rows: list[int] = []
        for number, row in enumerate(self.rows):
            del open_rows[min(row.depth, DEEPEST) :]
            above = open_rows[-1] if open_rows else -1
            siblings = self._below[above] if above >= 0 else self._top
            self._above.append(above)
            self._place.append(len(siblings))
            siblings.append(number)
            open_rows.append(number)

    def _number(self, index: Index) -> int:
        number = index.internalId() if index.isValid() else -1
        return number if 0 <= number < len(self.rows) else -1

    def _children(self, index: Index) -> list[int]:
        if not index.isValid():
            return self._top
        number = self._number(index)
        return self._below[number] if number >= 0 else []


class _OutlineDelegate(RowDelegate):
    """Paints icon, label, "left out", severity and line number."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(24))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one row."""
        model = self.tree.model()
        row = model.row_at(index) if isinstance(model, _OutlineModel) else None
        if row is None or not isinstance(model, _OutlineModel):
            return
        style = row_style()
        style.background(painter, rect, selected=selected, focused=focused)
        if model.rowCount(index):
            self.twisty(painter, rect, index)
        left = style.px(_LABEL_LEFT) + indent(style, model.depth(index.internalId()), rect.width())
        icon_name, role = _ICONS.get(row.kind, ("file-text", "soft"))
        style.icon(painter, rect, left, icon_name, role)
        left += style.px(_ICON_ROOM)
        right = self._paint_right(painter, rect, row)
        place = QRect(left, rect.top(), max(0, right - left), rect.height())
        style.text(painter, place, one_line(row.label))

    def _paint_right(self, painter: QPainter, rect: QRect, row: OutlineRow) -> int:
        """Paint line number, severity and "left out" at the right; return the x where the label must end."""
        style = row_style()
        right = rect.right() + 1 - style.px(SIDE)
        style.text(
            painter, rect.adjusted(0, 0, -style.px(SIDE), 0), str(row.line), "soft", "number", right=True
        )
        right -= max(style.px(22), style.metrics["number"].horizontalAdvance(str(row.line))) + style.px(_GAP)
        if row.severity is not None:
            name, role = SEVERITY_ICONS[row.severity]
            right -= style.px(14)
            style.icon(painter, rect, right, name, role, 14)
            right -= style.px(_GAP)
        if row.left_out:
            place = QRect(rect.left(), rect.top(), right - rect.left(), rect.height())
            right -= style.text(painter, place, "left out", "soft", "small", right=True) + style.px(_GAP)
        return right


def outline_rows(analysis: Analysis, result: ModelText | None) -> tuple[OutlineRow, ...]:
    """Return the rows of the outline, with what conditions leave out now and the worst problem of each."""
    worst = _worst_by_start(analysis.diagnostics)
    parts = result.left_out if result is not None else ()
    left_out, sides = _Spans(part.source for part in parts), {part.tag for part in parts}
    lines = analysis.lines
    return tuple(
        OutlineRow(
            item.kind,
            item.label,
            item.span,
            item.depth,
            lines.position(item.span.start).line,
            _severity_in(worst, item.span) if item.kind != "frontmatter" else None,
            item.span in sides or left_out.cover(item.span.start),
        )
        for item in analysis.outline
    )


class _Spans:
    """Sorted spans, searched for one that covers an offset."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]

    def cover(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and self._spans[at].contains(offset)


def _worst_by_start(diagnostics: Iterable[Diagnostic]) -> dict[int, Severity]:
    worst: dict[int, Severity] = {}
    for diagnostic in diagnostics:
        start = diagnostic.span.start
        if start not in worst or diagnostic.severity.rank < worst[start].rank:
            worst[start] = diagnostic.severity
    return worst


def _severity_in(worst: dict[int, Severity], span: Span) -> Severity | None:
    found = [worst[offset] for offset in range(span.start, span.end) if offset in worst] if worst else []
    return min(found, key=lambda severity: severity.rank, default=None)

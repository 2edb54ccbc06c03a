"""The Qt model of the versions by day, and the painting of their rows."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from editor_app.library.history.version_lists import Version
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.row_tree import HEADING_ROLE, Index, RowDelegate, RowTree
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.history.rows import HistoryRow

COUNTS_FROM = 275
_ROW = 26
_GAP = 10
_TIME = "00:00"
_COUNTS = "+00 −00"
_SIZE = "00.0 KB"


class _Line(NamedTuple):
    """A row of the list: the heading of a day, or else a version."""

    heading: str
    row: HistoryRow | None


class HistoryModel(QAbstractListModel):
    """The versions, each day below its heading."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._lines: tuple[_Line, ...] = ()
        self.longest_time = _TIME  # as wide as any of that length: the digits are
        self.counts: dict[Version, tuple[int, int] | None] = {}

    @property
    def rows(self) -> tuple[HistoryRow, ...]:
        """The versions shown, the newest first."""
        return tuple(line.row for line in self._lines if line.row is not None)

    def show(self, rows: tuple[HistoryRow, ...]) -> None:
        """Show these rows."""
        self.beginResetModel()
        lines: list[_Line] = []
        for day, of_day in groupby(rows, key=lambda row: row.day):
            lines += [_Line(day, None), *(_Line("", row) for row in of_day)]
        self._lines = tuple(lines)
        self.longest_time = max((_TIME, *(row.time for row in rows)), key=len)
        self.endResetModel()

    def update_now(self, row: HistoryRow) -> None:
        """Show another row for the text there is now."""
        for number, line in enumerate(self._lines):
            if line.row is not None and line.row.version is None:
                self._lines = (*self._lines[:number], _Line("", row), *self._lines[number + 1 :])
                self.dataChanged.emit(self.index(number, 0), self.index(number, 0))
                return

    def set_counts(self, version: Version, counts: tuple[int, int] | None) -> None:
        """Show how many lines were added and removed since a version, or nothing."""
        self.counts[version] = counts
        index = self.index_of(version)
        self.dataChanged.emit(index, index)

    def row_at(self, index: Index) -> HistoryRow | None:
        """Return the version at `index`, None for a heading."""
        return self._lines[index.row()].row if 0 <= index.row() < len(self._lines) else None

    def index_of(self, version: Version | None) -> QModelIndex:
        """Return the index of a version, or with None of the text there is now."""
        found = (n for n, line in enumerate(self._lines) if line.row and line.row.version == version)
        return self.index(next(found, -1), 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows there are, headings among them."""
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let versions be chosen, and no headings."""
        return super().flags(index) if self.row_at(index) is not None else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | bool | None:
        """Return a row's words, tooltip or text for screen readers."""
        if not 0 <= index.row() < len(self._lines):
            return None
        line = self._lines[index.row()]
        if role == HEADING_ROLE:
            return line.row is None
        if line.row is None:
            return line.heading if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(f"{line.row.time} {line.row.words}")
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(line.row.about)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            counts = self.counts.get(line.row.version) if line.row.version is not None else None
            return one_line(line.row.in_words(counts))
        return None


class HistoryDelegate(RowDelegate):
    """Paints time, what was done, size, and in a wide list how many lines changed since."""

    def __init__(self, tree: RowTree) -> None:
        """Paint for `tree`."""
        super().__init__(tree)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(_ROW))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint a heading or a version."""
        model, style = self.tree.model(), row_style()
        if not isinstance(model, HistoryModel):
            return
        row = model.row_at(index)
        side, gap = style.px(SIDE), style.px(_GAP)
        inside = rect.adjusted(side, 0, -side, 0)
        if row is None:
            style.text(painter, inside, str(model.data(index)), "soft", "small strong")
            return
        style.background(painter, rect, selected=selected, focused=focused)
        numbers = style.metrics["number"]
        right = inside.right() + 1
        if rect.width() >= style.px(COUNTS_FROM):
            width = numbers.horizontalAdvance(_COUNTS)
            counts = model.counts.get(row.version) if row.version is not None else None
            if counts is not None:
                place = QRect(right - width, rect.top(), width, rect.height())
                style.text(painter, place, f"+{counts[0]} −{counts[1]}", "soft", "number", right=True)
            right -= width + gap
        width = numbers.horizontalAdvance(_SIZE)
        place = QRect(right - width, rect.top(), width, rect.height())
        taken = style.text(painter, place, row.size, "soft", "number", right=True)
        time = numbers.horizontalAdvance(model.longest_time)
        place = QRect(inside.left(), rect.top(), time + 2, rect.height())
        style.text(painter, place, row.time, "soft", "number")
        left = inside.left() + time + gap
        words = QRect(left, rect.top(), max(right - taken - gap - left, 0), rect.height())
        is_path = row.words == row.name and "/" in row.words  # whose end says most
        elide = Qt.TextElideMode.ElideLeft if is_path else Qt.TextElideMode.ElideMiddle
        style.text(painter, words, one_line(row.words), elide=elide)

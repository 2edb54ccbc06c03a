"""The Qt model of the problems, and the painting of their rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from editor_app.window.panels.problems.rows import ProblemRow
from editor_app.window.style.icons import SEVERITY_ICONS
from editor_app.window.style.plain_text import one_line, segments
from editor_app.window.style.row_style import SIDE
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.row_tree import Index, RowDelegate, RowTree
from editor_app.window.widgets.words import plain_tooltip

_WIDE = 700
_NARROW = 440
_GAP = 12
_LEAST_FILE = 90
_MOST_FILE = 220
_ROW, _HIGH_ROW = 26, 44
_LEAST_SENTENCE = 120
_MOST_MEASURED = 300  # rows whose links are measured, to align them


class ProblemModel(QAbstractListModel):
    """The problems shown, one a row."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[ProblemRow, ...] = ()
        self.names_files = False

    def show(self, rows: tuple[ProblemRow, ...], *, names_files: bool) -> None:
        """Show these rows; with `names_files` they are of several files."""
        if rows == self.rows and names_files == self.names_files:
            return
        self.beginResetModel()
        self.rows = rows
        self.names_files = names_files
        self.endResetModel()

    def row_at(self, index: Index) -> ProblemRow | None:
        """Return the problem at `index`, None outside of the list."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many problems are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a problem's sentence, tooltip or text for screen readers."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.message)
        if role == Qt.ItemDataRole.ToolTipRole:
            place = f"{row.path or ''}:{row.place}".lstrip(":")
            fix = f"\nFix: {row.fix_title}" if row.fix_title else ""
            return plain_tooltip(f"{row.message}\n{row.code}, {place}{fix}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(row.in_words())
        return None


class ProblemTree(RowTree):
    """The list of problems; a click on a row's fix requests that."""

    fix_clicked = Signal(QModelIndex)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Create an empty list."""
        super().__init__(theme, "Problems", parent)
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.hovered_fix = -1
        self._was_narrow = False

    @property
    def is_narrow(self) -> bool:
        """Whether a row is too narrow for one line, and has two."""
        return self.viewport().width() < self.row_style.px(_NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make rows two lines high where they are narrow."""
        super().resizeEvent(event)
        if self.is_narrow is not self._was_narrow:
            self._was_narrow = self.is_narrow
            self.scheduleDelayedItemsLayout()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the fix under the pointer."""
        index = self._fix_at(event.position().toPoint())
        row = index.row() if index is not None else -1
        if row != self.hovered_fix:
            self.hovered_fix = row
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if row >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.viewport().update()
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Request the fix under the pointer, or choose the row."""
        index = self._fix_at(event.position().toPoint())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.fix_clicked.emit(index)
            return
        super().mouseReleaseEvent(event)

    def _fix_at(self, place: QPoint) -> QModelIndex | None:
        index = self.indexAt(place)
        delegate = self.itemDelegate()
        if not index.isValid() or not isinstance(delegate, ProblemDelegate):
            return None
        return index if delegate.fix_rect(self.visualRect(index), index).contains(place) else None


class ProblemDelegate(RowDelegate):
    """Paints icon, file, sentence, code, line and column, and the first fix as a link.

    The sentence is elided before the link is; narrow rows have a second line for the link.
    """

    def __init__(self, tree: ProblemTree) -> None:
        """Paint for `tree`."""
        super().__init__(tree)
        self._problems = tree
        self._measured: tuple[object, ...] = ()
        self._widths = 0, 0

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, self.tree.row_style.px(_HIGH_ROW if self._problems.is_narrow else _ROW))

    def fix_rect(self, rect: QRect, index: Index) -> QRect:
        """Return the rectangle of the row's fix, empty if it shows none."""
        row = self._row(index)
        style = self.tree.row_style
        if row is None or not row.fix_title:
            return QRect()
        place = self._columns(rect)[-1]
        place.setWidth(min(place.width(), style.metrics["body"].horizontalAdvance(one_line(row.fix_title))))
        return place

    def sentence_rect(self, rect: QRect, index: Index) -> QRect:
        """Return the rectangle of the row's sentence, which gets space before the code."""
        row = self._row(index)
        sentence, second, *_ = self._columns(rect)
        if self._names_files():
            sentence.setLeft(self._file_rect(sentence).right() + 1 + self.tree.row_style.px(_GAP))
        needed = self.tree.row_style.sentence_width(segments(row.message)) if row is not None else 0
        if second.width() > 0 and needed > sentence.width():
            sentence.setRight(second.right())
        return sentence

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one problem."""
        row = self._row(index)
        if row is None:
            return
        style = self.tree.row_style
        style.background(painter, rect, selected=selected, focused=focused)
        icon_name, role = SEVERITY_ICONS[row.severity]
        _, second, place, fix = self._columns(rect)
        sentence = self.sentence_rect(rect, index)
        style.icon(painter, sentence, rect.left() + style.px(SIDE), icon_name, role, 14)
        if self._names_files():
            self._paint_file(painter, rect, index)
        style.sentence(painter, sentence, segments(row.message))
        if second.width() > 0 and sentence.right() < second.left():
            style.text(painter, second, one_line(row.code), "soft", "small")
        style.text(painter, place, row.place, "soft", "number", right=True)
        if fix.width() > 0 and row.fix_title:
            self._paint_fix(painter, fix, row, underlined=self._problems.hovered_fix == index.row())

    def _paint_file(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the name of the row's file before its sentence.

        Where the problems of another file begin there is a line above, and the name is in a stronger colour.
        """
        style, row = self.tree.row_style, self._row(index)
        above = self._row(index.sibling(index.row() - 1, 0))
        file = row.file if row is not None else ""
        is_first = above is None or above.file != file
        if is_first and above is not None:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, style.theme.color("line"))
        column = self._file_rect(self._columns(rect)[0])
        role, elide = "ink" if is_first else "soft", Qt.TextElideMode.ElideLeft
        style.text(painter, column, one_line(file), role, "small", elide=elide)

    def _file_rect(self, room: QRect) -> QRect:
        """Return the rectangle of the file's name, at the left of the space for it and the sentence."""
        style = self.tree.row_style
        width = min(max(room.width() * 30 // 100, style.px(_LEAST_FILE)), style.px(_MOST_FILE))
        return QRect(room.left(), room.top(), min(width, room.width()), room.height())

    def _paint_fix(self, painter: QPainter, rect: QRect, row: ProblemRow, *, underlined: bool) -> None:
        style = self.tree.row_style
        mode = Qt.TextElideMode.ElideRight
        width = style.text(painter, rect, one_line(row.fix_title), "acc", elide=mode)
        if underlined:
            metrics = style.metrics["body"]
            baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2 + 2
            painter.drawLine(rect.left(), baseline, rect.left() + width, baseline)

    def _columns(self, rect: QRect) -> tuple[QRect, QRect, QRect, QRect]:
        """Return the rectangles of file and sentence, code, place and fix; narrow panels omit the code."""
        style = self.tree.row_style
        gap, link_gap = style.px(_GAP), style.px(8)
        place, fix = self._measure()
        left = rect.left() + style.px(SIDE + 14 + 10)
        right = rect.right() + 1 - style.px(SIDE)
        if self._problems.is_narrow:
            half, edge = rect.height() // 2, style.px(3)
            upper = QRect(left, rect.top() + edge, max(0, right - left), half - edge)
            lower = QRect(left, rect.top() + half, place, half - edge)
            after = lower.right() + 1 + gap
            link = QRect(after, lower.top(), max(0, right - after), half - edge)
            return upper, QRect(), lower, link
        fix = min(fix, max(0, right - left - place - link_gap - gap - style.px(_LEAST_SENTENCE)))
        second = min(max(rect.width() * 20 // 100, style.px(110)), style.px(180))
        second = second if rect.width() >= style.px(_WIDE) else 0
        place_right = right - fix - link_gap if fix else right
        place_left = place_right - place
        second_left = place_left - gap - second if second else place_left
        edges = (
            (left, second_left - gap),
            (second_left, second_left + second),
            (place_left, place_right),
            (right - fix, right),
        )
        return tuple(QRect(a, rect.top(), max(0, b - a), rect.height()) for a, b in edges)  # type: ignore[return-value]  # four edges give four rectangles

    def _measure(self) -> tuple[int, int]:
        """Return the widths of the widest place and the widest link, in pixels, cached for the same rows."""
        model, style = self.tree.model(), self.tree.row_style
        rows = model.rows[:_MOST_MEASURED] if isinstance(model, ProblemModel) else ()
        if self._measured != (rows, style):
            self._measured = rows, style
            numbers, body = style.metrics["number"], style.metrics["body"]
            self._widths = (
                max((numbers.horizontalAdvance(row.place) + 2 for row in rows), default=0),
                max((body.horizontalAdvance(one_line(row.fix_title)) + 1 for row in rows), default=0),
            )
        return self._widths

    def _row(self, index: Index) -> ProblemRow | None:
        model = index.model()
        return model.row_at(index) if isinstance(model, ProblemModel) else None

    def _names_files(self) -> bool:
        model = self.tree.model()
        return isinstance(model, ProblemModel) and model.names_files

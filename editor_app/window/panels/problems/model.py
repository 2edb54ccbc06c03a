"""The Qt model of the problems, and the painting of their rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, RowTree
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line, segments

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

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty list."""
        super().__init__("Problems", parent)
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.hovered_fix = -1
        self._was_narrow = False

    @property
    def is_narrow(self) -> bool:
        """Whether a row is too narrow for one line, and has two."""
        return self.viewport().width() < row_style().px(_NARROW)

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

    The link is whole. A sentence that does not fit takes the room of the code, then that which the links of
    other rows need, then that of line and column, before it is elided. Narrow rows have a second line.
    """

    def __init__(self, tree: ProblemTree) -> None:
        """Paint for `tree`."""
        super().__init__(tree)
        self._problems = tree
        self._measured: tuple[object, ...] = ()
        self._widths = 0, 0, 0

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, row_style().px(_HIGH_ROW if self._problems.is_narrow else _ROW))

    def fix_rect(self, rect: QRect, index: Index) -> QRect:
        """Return the rectangle of the row's fix, empty if it shows none."""
        row = self._row(index)
        if row is None or not row.fix_title:
            return QRect()
        return self._columns(rect, row)[-1]

    def sentence_rect(self, rect: QRect, index: Index) -> QRect:
        """Return the rectangle of the row's sentence."""
        row = self._row(index)
        return self._columns(rect, row)[1] if row is not None else QRect()

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        """Paint one problem."""
        row = self._row(index)
        if row is None:
            return
        style = row_style()
        style.background(painter, rect, selected=selected, focused=focused)
        icon_name, role = SEVERITY_ICONS[row.severity]
        file, sentence, code, place, fix = self._columns(rect, row)
        style.icon(painter, sentence, rect.left() + style.px(SIDE), icon_name, role, 14)
        if self._names_files():
            self._paint_file(painter, rect, file, index)
        style.sentence(painter, sentence, segments(row.message))
        if not code.isEmpty():
            style.text(painter, code, one_line(row.code), "soft", "small")
        if not place.isEmpty():
            style.text(painter, place, row.place, "soft", "number", right=True)
        if not fix.isEmpty():
            self._paint_fix(painter, fix, row, underlined=self._problems.hovered_fix == index.row())

    def _paint_file(self, painter: QPainter, rect: QRect, column: QRect, index: Index) -> None:
        """Paint the name of the row's file before its sentence.

        Where the problems of another file begin there is a line above, and the name is in a stronger colour.
        """
        style, row = row_style(), self._row(index)
        above = self._row(index.sibling(index.row() - 1, 0))
        file = row.file if row is not None else ""
        is_first = above is None or above.file != file
        if is_first and above is not None:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, style.theme.color("line"))
        role, elide = "ink" if is_first else "soft", Qt.TextElideMode.ElideLeft
        style.text(painter, column, one_line(file), role, "small", elide=elide)

    def _paint_fix(self, painter: QPainter, rect: QRect, row: ProblemRow, *, underlined: bool) -> None:
        style = row_style()
        mode = Qt.TextElideMode.ElideRight
        width = style.text(painter, rect, one_line(row.fix_title), "acc", elide=mode)
        if underlined:
            metrics = style.metrics["body"]
            baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2 + 2
            painter.drawLine(rect.left(), baseline, rect.left() + width, baseline)

    def _columns(self, rect: QRect, row: ProblemRow) -> tuple[QRect, QRect, QRect, QRect, QRect]:
        """Return the rectangles of file, sentence, code, place and fix; what is not shown has none."""
        style, px = row_style(), row_style().px
        gap = px(_GAP)
        widest_file, place, links = self._measure()
        start, end = rect.left() + px(SIDE + 14 + 10), rect.right() + 1 - px(SIDE)
        top, height = rect.top(), rect.height()
        own = self._link_width(row)
        if is_narrow := self._problems.is_narrow:
            top, height = top + px(3), height // 2 - px(3)
        file = QRect(start, top, 0, height)
        if self._names_files():
            file.setWidth(min(max((end - start) * 30 // 100, px(_LEAST_FILE)), widest_file))
            start = file.right() + 1 + gap
        if is_narrow:
            lower = rect.top() + rect.height() // 2
            second = QRect(file.left(), lower, place, height)
            link = QRect(second.right() + 1 + gap, lower, own, height)
            link.setRight(min(link.right(), end - 1))
            return file, QRect(start, top, max(0, end - start), height), QRect(), second, link
        code = min(max(rect.width() * 20 // 100, px(110)), px(180)) if rect.width() >= px(_WIDE) else 0
        needed = style.sentence_width(segments(row.message))
        own = min(own, max(0, end - start - px(_LEAST_SENTENCE)))
        tries = (links, place, code), (links, place, 0), (own, place, 0), (own, 0, 0)
        fitting = (one for one in tries if self._ends(end, *one)[-1] - start >= needed)
        link_room, place, code = next(fitting, tries[-1])
        place_end, code_end, sentence_end = self._ends(end, link_room, place, code)
        return (
            file,
            QRect(start, top, max(0, sentence_end - start), height),
            QRect(code_end - code, top, code, height),
            QRect(place_end - place, top, place, height),
            QRect(end - link_room, top, own, height),
        )

    def _ends(self, end: int, link: int, place: int, code: int) -> tuple[int, int, int]:
        """Return where place, code and sentence end, left of columns of these widths; 0 for one not shown."""
        px = row_style().px
        place_end = end - (link + px(8) if link else 0)
        code_end = place_end - (place + px(_GAP) if place else 0)
        return place_end, code_end, code_end - (code + px(_GAP) if code else 0)

    def _link_width(self, row: ProblemRow) -> int:
        metrics = row_style().metrics["body"]
        return metrics.horizontalAdvance(one_line(row.fix_title)) + 1 if row.fix_title else 0

    def _measure(self) -> tuple[int, int, int]:
        """Return the widths of the widest file, place and link, in pixels, cached for the same rows."""
        model, style = self.tree.model(), row_style()
        rows = model.rows[:_MOST_MEASURED] if isinstance(model, ProblemModel) else ()
        if self._measured != (rows, style):
            self._measured = rows, style
            small, numbers = style.metrics["small"], style.metrics["number"]
            files = max((small.horizontalAdvance(one_line(row.file)) + 1 for row in rows), default=0)
            self._widths = (
                min(files, style.px(_MOST_FILE)),
                max((numbers.horizontalAdvance(row.place) + 2 for row in rows), default=0),
                max(map(self._link_width, rows), default=0),
            )
        return self._widths

    def _row(self, index: Index) -> ProblemRow | None:
        model = index.model()
        return model.row_at(index) if isinstance(model, ProblemModel) else None

    def _names_files(self) -> bool:
        model = self.tree.model()
        return isinstance(model, ProblemModel) and model.names_files

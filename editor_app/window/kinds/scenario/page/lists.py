"""The lists of triggers and of expectations on the page of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from editor_app.window.kinds.scenario.page.rows import ExpectationRow, TriggerRow
from editor_app.window.kit.rows.row_style import SIDE, RowStyle, faded, row_style
from editor_app.window.kit.rows.row_tree import Index, RowDelegate, RowTree
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

Row = TriggerRow | ExpectationRow

_ROW: Final = 26
_LINE: Final = 18
_PAD: Final = 4
_TEXT: Final = SIDE + 16 + 6
_WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class RowsModel(QAbstractListModel):
    """Rows of triggers or of expectations."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> bool:
        """Show other rows; return whether they are about the same things in the same order."""
        is_same = [one.name for one in rows] == [one.name for one in self.rows]
        if is_same:
            self.rows = tuple(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))
            return True
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()
        return False

    def row_at(self, index: Index) -> Row | None:
        """Return the row at an index."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the words of a row, for screen readers all of them."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(row.name)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return one_line(row.spoken)
        return plain_tooltip(row.spoken) if role == Qt.ItemDataRole.ToolTipRole else None


class RowsList(RowTree):
    """A list of such rows, painted by its delegate; rows of expectations are as high as their sentences.

    While `chosen` is emitted, `is_on_box` says whether the box before the row was clicked.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(name, parent)
        self.shown = RowsModel(self)
        self.is_on_box = False
        self.setModel(self.shown)
        self.setItemDelegate(_Delegate(self))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; the chosen one stays chosen if it is among them."""
        before = self.shown.row_at(self.currentIndex())
        if self.shown.show(rows):
            self.scheduleDelayedItemsLayout()  # their sentences may need other heights
        elif before is not None:
            names = [row.name for row in rows]
            number = names.index(before.name) if before.name in names else -1
            self.setCurrentIndex(self.shown.index(number, 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Note whether the box before the row was clicked."""
        self.is_on_box = event.position().x() < row_style().px(_TEXT)
        super().mouseReleaseEvent(event)
        self.is_on_box = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentences of rows anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()


class _Delegate(RowDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row, style = index.model().data(index), row_style()
        model = self.tree.model()
        row = model.row_at(index) if isinstance(model, RowsModel) else None
        if not isinstance(row, ExpectationRow):
            return QSize(0, style.px(_ROW))
        width = self.tree.viewport().width()
        text, message = _heights(row, style, width)
        link = style.px(_LINE) if row.link else 0
        return QSize(0, text + message + link + 2 * style.px(_PAD))

    def paint_row(
        self, painter: QPainter, rect: QRect, index: Index, *, selected: bool, focused: bool
    ) -> None:
        model, style = self.tree.model(), row_style()
        row = model.row_at(index) if isinstance(model, RowsModel) else None
        style.background(painter, rect, selected=selected, focused=focused)
        if isinstance(row, TriggerRow):
            _paint_trigger(painter, rect, row, style, selected=selected)
        elif isinstance(row, ExpectationRow):
            _paint_expectation(painter, rect, row, style)


def _paint_trigger(
    painter: QPainter, rect: QRect, row: TriggerRow, style: RowStyle, *, selected: bool
) -> None:
    name, role = ("square-check-big", "acc") if row.is_enabled else ("circle-slash-2", "soft")
    left = style.icon(painter, rect, style.px(SIDE), name, role, 14) + style.px(8)
    place = rect.adjusted(0, 0, -style.px(SIDE), 0)
    words = row.steps if row.is_enabled else "off"
    if row.step is None:
        width = style.metrics["small"].horizontalAdvance(words)
        style.text(
            painter,
            QRect(place.right() - width, rect.top(), width + 1, rect.height()),
            words,
            "soft",
            "small",
        )
        right = place.right() - width
    else:
        right = style.badge(painter, place, words, "neutral", filled=not selected)
    room = QRect(left, rect.top(), max(0, right - left - style.px(8)), rect.height())
    ink = "ink" if row.is_enabled else faded(selected=selected)
    style.text(painter, room, one_line(row.id), ink)


def _paint_expectation(painter: QPainter, rect: QRect, row: ExpectationRow, style: RowStyle) -> None:
    theme = style.theme
    text, message = _heights(row, style, rect.width())
    top = rect.top() + style.px(_PAD)
    name, role = ("circle-check", "ok") if row.held else ("circle-alert", "err")
    if not row.is_checked:
        name, role = "circle-dashed", "soft"
    line = QRect(rect.left(), top, rect.width(), style.px(_LINE))
    style.icon(painter, line, style.px(SIDE), name, role, 14)
    left, width = style.px(_TEXT), _room(style, rect.width())
    painter.setFont(style.fonts["body"])
    painter.setPen(theme.color("ink"))
    painter.drawText(QRect(left, top, width, text), _WRAP, one_line(row.text))
    painter.setPen(theme.color("soft"))
    painter.drawText(QRect(left, top + text, width, message), _WRAP, one_line(row.message))
    if row.link:
        place = QRect(left, top + text + message, width, style.px(_LINE))
        style.text(painter, place, row.link, "acc")


def _heights(row: ExpectationRow, style: RowStyle, width: int) -> tuple[int, int]:
    """Return the heights of an expectation and of what happened instead."""
    box = QRect(0, 0, _room(style, width), 10_000)
    metrics = style.metrics["body"]
    message = metrics.boundingRect(box, _WRAP, one_line(row.message)).height() if row.message else 0
    return max(style.px(_LINE), metrics.boundingRect(box, _WRAP, one_line(row.text)).height()), message


def _room(style: RowStyle, width: int) -> int:
    return max(style.px(60), width - style.px(_TEXT) - style.px(SIDE))

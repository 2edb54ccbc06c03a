"""Layouts made from their parts, in one line that reads as they look.

    row(self._bar, icon, 2, words, ..., link, margins=(12, 0, 8, 0), spacing=4)
    column(self, head, (stacked(self, empty, page), 1), foot)

A part is a widget or a layout, with its stretch if it has one, a gap in pixels of the design, or `...` for
the room that is left. A `FlowLayout` fills rows from left to right, and continues in the next row: Qt has
only a box, a grid, a form and a stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import EllipsisType
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kit.theme.current import current_theme, on_theme, spaced

LayoutPart: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | EllipsisType
Margins: TypeAlias = tuple[float, float, float, float]

_Box = TypeVar("_Box", bound=QBoxLayout)


def row(
    widget: QWidget | None, *parts: LayoutPart, margins: Margins = (0, 0, 0, 0), spacing: float = 0
) -> QHBoxLayout:
    """Lay out `widget` as a row of these parts; without a widget, return a row that belongs to none yet."""
    layout = QHBoxLayout() if widget is None else QHBoxLayout(widget)
    return add(spaced(layout, margins=margins, spacing=spacing), *parts)


def column(
    widget: QWidget | None, *parts: LayoutPart, margins: Margins = (0, 0, 0, 0), spacing: float = 0
) -> QVBoxLayout:
    """Lay out `widget` as a column of these parts; without a widget, return a column that belongs to none."""
    layout = QVBoxLayout() if widget is None else QVBoxLayout(widget)
    return add(spaced(layout, margins=margins, spacing=spacing), *parts)


def add(layout: _Box, *parts: LayoutPart) -> _Box:
    """Add parts at the end of a row or a column; return it."""
    for entry in parts:
        part, stretch = entry if isinstance(entry, tuple) else (entry, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, stretch)
        elif isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        elif isinstance(part, int):
            _add_gap(layout, part)
        else:
            layout.addStretch(1)
    return layout


def _add_gap(layout: QBoxLayout, gap: int) -> None:
    is_row, spacer = isinstance(layout, QHBoxLayout), QSpacerItem(0, 0)

    def take_size() -> None:
        size, fixed, least = current_theme().px(gap), QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum
        width, height = (size, 0) if is_row else (0, size)
        spacer.changeSize(width, height, fixed if is_row else least, least if is_row else fixed)
        layout.invalidate()

    layout.addSpacerItem(spacer)
    on_theme(layout, take_size)


def longest_that_fit(widths: Sequence[int], room: int) -> int:
    """Return the width to which the longest of `widths` are shortened so that all fit into `room`, in pixels.

    None that is as long as another stays longer than that; where all fit, it is the longest width.
    """
    left = room
    for shorter, width in enumerate(sorted(widths)):
        share = left // (len(widths) - shorter)
        if width > share:
            return share
        left -= width
    return max(widths, default=0)


def stacked(parent: QWidget, *pages: QWidget) -> QStackedWidget:
    """Return pages of which one is shown, at first the first."""
    stack = QStackedWidget(parent)
    for page in pages:
        stack.addWidget(page)
    return stack


def scrolled(widget: QWidget, parent: QWidget, *, on_window: bool = False) -> QScrollArea:
    """Return an area that scrolls a widget up and down, on what is behind it, or the ground of windows."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    if on_window:
        widget.setAutoFillBackground(True)
    else:
        area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }")
    return area


class OverTop(QObject):
    """Keeps a widget over the top of a list or a text, in which it has room as long as it is shown."""

    def __init__(
        self, widget: QWidget, view: QWidget, make_room: Callable[[int], object], margin: int = 0
    ) -> None:
        """Lie over `view`; `make_room` gets the pixels needed, with `margin` above and below the widget."""
        super().__init__(widget)
        self._widget, self._view, self._make_room, self._margin = widget, view, make_room, margin
        for watched in (widget, view):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the room that is needed, and stay as wide as the view."""
        types = QEvent.Type
        if event.type() in {types.Resize, types.Show, types.Hide, types.LayoutRequest}:
            margin, height = current_theme().px(self._margin), self._widget.sizeHint().height()
            self._make_room(0 if self._widget.isHidden() else height + 2 * margin)
            self._widget.setGeometry(2 * margin, margin, self._view.width() - 4 * margin, height)
            self._widget.raise_()
        return super().eventFilter(watched, event)


class FlowLayout(QLayout):
    """Places its widgets in as many rows as their widths need; hidden ones take no room."""

    def __init__(self, parent: QWidget | None = None, across: int = 4, down: int = 4) -> None:
        """Leave `across` between neighbours and `down` between rows, in pixels of the design."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._across = across
        self._down = down
        on_theme(self, self.invalidate)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def insert(self, index: int, widget: QWidget) -> None:
        """Insert `widget` before the item at `index`, wherever it was before."""
        if self.indexOf(widget) >= 0:
            self.removeWidget(widget)
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item, None past the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that the layout does not expand."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True: a narrower layout is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at `width`."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items in `rect`."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size of one row."""
        margins = self.contentsMargins()
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        gaps = current_theme().px(self._across) * max(0, len(sizes) - 1)
        width = sum(size.width() for size in sizes) + gaps
        height = max((size.height() for size in sizes), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        margins = self.contentsMargins()
        result = QSize()
        for item in self._items:
            if not item.isEmpty():
                result = result.expandedTo(item.minimumSize())
        return result + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, *, move: bool) -> int:
        margins, px = self.contentsMargins(), current_theme().px
        inner = rect.marginsRemoved(margins)
        x, y, row = inner.x(), inner.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(inner.width(), 1)))
            if item.hasHeightForWidth():
                size.setHeight(item.heightForWidth(size.width()))
            if x > inner.x() and x + size.width() > inner.right() + 1:
                x, y, row = inner.x(), y + row + px(self._down), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + px(self._across)
            row = max(row, size.height())
        return y + row - rect.y() + margins.bottom()

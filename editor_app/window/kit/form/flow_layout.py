"""A layout that fills rows from left to right, and continues in the next row.

    flow = FlowLayout(self, across=4, down=4)
    flow.addWidget(chip)
    flow.insert(0, field)

Qt has only a box, a grid, a form and a stack.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from editor_app.window.kit.theme.current import current_theme, on_theme


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
            if x > inner.x() and x + size.width() > inner.right() + 1:
                x, y, row = inner.x(), y + row + px(self._down), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + px(self._across)
            row = max(row, size.height())
        return y + row - rect.y() + margins.bottom()

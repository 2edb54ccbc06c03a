"""The three columns of the main window, their sizes, and the strips that stand in place of hidden sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QSplitter, QWidget

from editor_app.text import Sentence
from editor_app.window.frame.dock import HEADER, Page
from editor_app.window.frame.layout_memory import LayoutMemory, Room, set_sizes
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import paint_icon

_LEAST = (200, 280, 300)
_STRIP = 28
_ICON = 14


class Columns(QSplitter):
    """Columns `left`, `middle` and `right` in the sizes that the user chose, as far as there is room.

    The first and the last are the `sides`; their `handles` belong at the edges of the window.
    """

    def __init__(self, memory: LayoutMemory, lower: Callable[[QSplitter], tuple[Page, bool]]) -> None:
        """Start empty; `lower` returns the lower page of a column, and whether it is folded."""
        super().__init__(Qt.Orientation.Horizontal, handleWidth=1, childrenCollapsible=False)
        self._memory = memory
        self._lower = lower
        self.left, self.middle, self.right = (
            QSplitter(Qt.Orientation.Vertical, handleWidth=1, childrenCollapsible=False) for _ in range(3)
        )
        self.sides = {"left": self.left, "right": self.right}
        self.handles = {name: SideHandle(at_left=name == "left") for name in self.sides}
        on_theme(self, self._take_sizes)

    def fill(self, *parts: tuple[QWidget, QWidget]) -> None:
        """Place the upper and the lower part of each column, once the columns are in the window.

        They are placed from the outside in: a widget's whole content gets its style again with each parent.
        """
        stacks = (self.left, self.middle, self.right)
        for splitter, widgets in ((self, stacks), *zip(stacks, parts, strict=True)):
            for widget in widgets:
                splitter.addWidget(widget)
            splitter.setStretchFactor(0, int(splitter is not self))
        self.setStretchFactor(1, 1)
        for stack in stacks:
            stack.splitterMoved.connect(partial(self._keep_lower, stack))

    def fit(self, width: int) -> bool:
        """Whether both sides fit into a window of a width in pixels, beside the editor."""
        return width >= current_theme().px(sum(_LEAST))

    def show_side(self, name: str, *, shown: bool, can_show: bool) -> None:
        """Show a side, or in its place, where it can be shown, the strip at the edge."""
        self.sides[name].setVisible(shown)
        self.handles[name].setVisible(can_show and not shown)

    def height_of(self, page: Page) -> int:
        """Return the height of a page below another: the saved one, or its default."""
        return self._memory.below(page.key, page.usual_height)

    def size_lower(self, stack: QSplitter) -> None:
        """Give what is below in a column its saved height, or when folded that of its title."""
        page, is_folded = self._lower(stack)
        height = current_theme().px(HEADER) if is_folded else self.height_of(page)
        total = sum(stack.sizes()) or height * 4
        set_sizes(stack, [max(1, total - height), height])

    def size_sides(self, room: Room, width: int) -> None:
        """Give the sides their saved widths in a window, beside the strips of those that are hidden."""
        taken = sum(strip.sizeHint().width() for strip in self.handles.values() if not strip.isHidden())
        left, right = self._memory.sides(room, width)
        left = 0 if self.left.isHidden() else left
        right = 0 if self.right.isHidden() else right
        set_sizes(self, [left, max(1, width - taken - left - right - 2), right])

    def keep_side(self, room: Room, width: int, handle: int) -> None:
        """Save the width of a side that the user dragged; widths forced by a small window are not saved."""
        left, _, right = self.sizes()
        old_left, old_right = self._memory.sides(room, width)
        self._memory.keep_sides(room, *((left, old_right) if handle == 1 else (old_left, right)))

    def _take_sizes(self) -> None:
        for stack, least in zip((self.left, self.middle, self.right), _LEAST, strict=True):
            stack.setMinimumWidth(current_theme().px(least))

    def _keep_lower(self, stack: QSplitter, _place: int, _handle: int) -> None:
        """Save the height that the user dragged the lower page to."""
        page, is_folded = self._lower(stack)
        if not is_folded:
            self._memory.keep_below(page.key, stack.sizes()[-1])


class SideHandle(QAbstractButton):
    """A strip along the left or the right edge, with the name of the hidden panel."""

    def __init__(self, *, at_left: bool) -> None:
        """Create it for one edge, without a name yet."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._at_left = at_left

    def set_name(self, name: str) -> None:
        """Set the name of the panel that a click shows."""
        self.setText(name)
        self.setAccessibleName(Sentence("window-frame.show-panel", name=name))
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        """Return the size of an icon and the name from top to bottom."""
        return QSize(row_style().px(_STRIP), row_style().px(HEADER + 80))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the icon."""
        return QSize(row_style().px(_STRIP), row_style().px(HEADER))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the line, an arrow and the name."""
        with QPainter(self) as painter:
            style, px = row_style(), row_style().px
            color = style.theme.color
            painter.fillRect(self.rect(), color("nsel" if self.underMouse() else "panel"))
            painter.fillRect(self.width() - 1 if self._at_left else 0, 0, 1, self.height(), color("line"))
            side = px(_ICON)
            arrow = QRect((self.width() - side) // 2, (px(HEADER) - side) // 2, side, side)
            paint_icon(
                painter, arrow, "chevron-right" if self._at_left else "chevron-left", style.theme, "soft"
            )
            if self.hasFocus():
                painter.setPen(color("acc"))
                painter.drawRoundedRect(self.rect().adjusted(2, 2, -3, -3), 4, 4)
            painter.translate(QPoint(self.width(), px(HEADER)))
            painter.rotate(90)
            room = QRect(0, 0, self.height() - px(HEADER), self.width())
            style.text(painter, room, self.text(), "soft", "small")

"""Grounds: a widget with a background and lines at its edges, a bar across a dock, a line between two parts.

    bar = Bar(PlainLabel("Triggers", "strong"), 4, self.count, ..., self.add, line_above=True)
    bar.row.addWidget(more)

Qt's style sheets would draw a ground only where a widget has a look of its own for each pair of lines.
"""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.layouts import LayoutPart, row
from editor_app.window.kit.theme.current import current_theme, sized

BAR_HEIGHT = 34


class Ground(QWidget):
    """A widget on a background in the colour of the role `ground`, if any, with a line above or below."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        ground: str = "panel",
        line_above: bool = False,
        line_below: bool = False,
    ) -> None:
        """Create an empty ground; its lines are inside its height."""
        super().__init__(parent)
        self.ground = ground
        self._lines = (line_above, line_below)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the lines."""
        painter, theme = QPainter(self), current_theme()
        if self.ground:
            painter.fillRect(self.rect(), theme.color(self.ground))
        above, below = self._lines
        if above:
            painter.fillRect(0, 0, self.width(), 1, theme.color("line"))
        if below:
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("line"))
        painter.end()


class Bar(Ground):
    """A ground as high as a bar; `row` is its layout, which starts with `parts`."""

    def __init__(
        self,
        *parts: LayoutPart,
        parent: QWidget | None = None,
        height: int = BAR_HEIGHT,
        sides: tuple[int, int] = (12, 8),
        spacing: int = 4,
        line_above: bool = False,
        line_below: bool = False,
    ) -> None:
        """Create a bar of these parts; lengths, those at both sides too, are in pixels of the design."""
        super().__init__(parent, line_above=line_above, line_below=line_below)
        sized(self, height=height)
        left, right = sides
        self.row = row(self, *parts, margins=(left, line_above, right, line_below), spacing=spacing)


class Separator(Ground):
    """A horizontal line of one pixel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Use the theme's colour `line`."""
        super().__init__(parent, ground="line")
        self.setFixedHeight(1)

"""Tags in lines that run from right to left, drawn from left to right as they are written.

Qt has no way to isolate a part of a line: between right-to-left words it moves the signs at a tag's ends
to its other side. All of a tag stays together, though, in as much room as it takes by itself, so it is drawn
anew there. Beside a left-to-right word it may not stay together; then it looks as Qt makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from editor_app.window.editor.highlighter import format_range
from editor_app.window.editor.positions import QT_START, QtPosition

_LAST_OF_ONE_UNIT = "\uffff"
_SAME_WIDTH = 2.0  # pixels between what Qt measures in a line and by itself


class IsolatedTag(NamedTuple):
    """A tag within one row: its place in the block, its room from the left, and its own layout."""

    start: QtPosition
    end: QtPosition
    row: QTextLine
    left: float
    width: float
    layout: QTextLayout
    ground: QColor

    def x_of(self, position: QtPosition) -> float:
        """Return where the character at a position of the block begins."""
        x = cast("tuple[float, int]", self.layout.lineAt(0).cursorToX(position - self.start))[0]
        return self.left + x

    def draw(
        self,
        painter: QPainter,
        at: QPointF,
        selected: tuple[QtPosition, QtPosition] | None,
        selection: QTextCharFormat,
    ) -> None:
        """Draw the tag over what Qt has made of it; `at` is where the block's layout is drawn."""
        top = at.y() + self.row.y()
        painter.fillRect(QRectF(at.x() + self.left, top, self.width, self.row.height()), self.ground)
        ranges = []
        if selected is not None:
            start, end = max(selected[0], self.start), min(selected[1], self.end)
            if start < end:
                ranges.append(format_range(start - self.start, end - self.start, selection))
        self.layout.draw(painter, QPointF(at.x() + self.left, top), ranges)


def isolated_tags(block: QTextBlock, font: QFont) -> Iterator[IsolatedTag]:
    """Return the tags of a block that runs from right to left, each in one row; of any other, none."""
    layout = block.layout()
    if layout.textOption().textDirection() != Qt.LayoutDirection.RightToLeft:
        return
    text = block.text()
    if max(text, default="") > _LAST_OF_ONE_UNIT:
        return  # positions would have to be measured; such lines look as Qt makes them
    for item in layout.formats():
        ground = item.format.background()
        start, end = item.start, item.start + item.length
        row = layout.lineForTextPosition(start)
        if ground.style() == Qt.BrushStyle.NoBrush or row.textStart() + row.textLength() < end:
            continue
        own = _laid_out(text[int(start) : int(end)], font, item.format)  # type: ignore[call-overload]  # one unit each
        places = (QtPosition(place) for place in range(int(start), int(end) + 1))  # type: ignore[call-overload]  # as above
        edges = [cast("tuple[float, int]", row.cursorToX(place))[0] for place in places]
        left, width = min(edges), max(edges) - min(edges)
        if abs(width - own.lineAt(0).naturalTextWidth()) <= _SAME_WIDTH:
            yield IsolatedTag(start, end, row, left, width, own, ground.color())


def _laid_out(text: str, font: QFont, char_format: QTextCharFormat) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    layout.setFormats([format_range(QT_START, QtPosition(len(text)), char_format)])
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout

"""The visible lines, from which both the text and the gutter are painted."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QTextBlock

from editor_app.text import Severity
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.placeholders import SOFT_BREAK


class VisibleLine(NamedTuple):
    """A block of Qt's on the screen.

    `y` is where its layout is drawn, `top` and `height` are of its lines
    without padding, in pixels of the viewport. `number` is the number of the line
    that begins here, 0 where the block continues a long one. `start` and `end`
    are offsets in the text, without the newline.
    """

    block: QTextBlock
    y: float
    top: float
    height: float
    number: int
    start: int
    end: int
    is_current: bool
    severity: Severity | None


def blocks_between(
    contents: EditorDocument, first: QTextBlock, y: float, heights: tuple[float, float], current: int
) -> list[VisibleLine]:
    """Return the blocks between two heights, where `first` is drawn at `y`; `current` is a block's number."""
    bridge, layout = contents.bridge, contents.layout
    top, bottom = heights
    block = first
    while block.isValid() and (height := layout.blockBoundingRect(block).height()) + y <= top:
        y += height
        block = block.next()
    if not block.isValid():
        return []
    start = bridge.offset(block.position())
    number = block.blockNumber()
    line = number + 1 - bridge.soft_breaks_before(start)
    has_breaks = bridge.has_soft_breaks
    goes_on = has_breaks and block.previous().text().endswith(SOFT_BREAK)
    found: list[VisibleLine] = []
    while block.isValid() and y < bottom:
        height = layout.blockBoundingRect(block).height()
        above = layout.padding if number == 0 else 0
        shown = block.text()
        breaks = has_breaks and shown.endswith(SOFT_BREAK)
        end = start + len(shown) - breaks
        lines_height = block.layout().lineCount() * layout.line_height
        shown_line = 0 if goes_on else line
        found.append(
            VisibleLine(
                block, y, y + above, lines_height, shown_line, start, end, number == current, severity=None
            )
        )
        start = end if breaks else end + 1
        line += not breaks
        goes_on = breaks
        y += height
        number += 1
        block = block.next()
    return found

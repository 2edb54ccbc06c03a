"""The rows of a Qt document, counted over all of its lines, and what is drawn in them."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextLayout

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.lines.line_direction import start_of_character


def row_of(cursor: QTextCursor) -> int:
    """Return the number of the row that a cursor is in."""
    block = cursor.block()
    line = laid_out(block).lineForTextPosition(cursor.position() - block.position())
    return block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0)


def position_at(document: QTextDocument, row: int, x: float) -> QtPosition:
    """Return the position in a row that is drawn nearest to `x`."""
    block = document.findBlockByLineNumber(row)
    layout = laid_out(block)
    number = max(0, min(row - block.firstLineNumber(), layout.lineCount() - 1))
    line = layout.lineAt(number)
    position = line.xToCursor(x)
    behind = line.textStart() + line.textLength()
    if position == behind and number + 1 < layout.lineCount() and line.textLength():
        position = start_of_character(line, behind - 1)  # the position behind is drawn in the next row
    return block.position() + position


def laid_out(block: QTextBlock) -> QTextLayout:
    """Return the layout of a block, which is made if that was not done yet."""
    block.document().documentLayout().blockBoundingRect(block)
    return block.layout()

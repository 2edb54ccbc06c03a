"""Positions in the rows of a line that is laid out."""

from __future__ import annotations

from PySide6.QtGui import QTextLayout

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.lines.line_direction import start_of_character


def position_in_row(layout: QTextLayout, number: int, x: float) -> QtPosition:
    """Return the position in a row that is drawn nearest to `x`."""
    row = layout.lineAt(number)
    position = row.xToCursor(x)
    behind = row.textStart() + row.textLength()
    if position == behind and number + 1 < layout.lineCount() and row.textLength():
        return start_of_character(row, behind - 1)  # the position behind is drawn in the next row
    return position

"""The painting of tags in right-to-left lines, over a text that Qt has painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.direction.isolated_tags import IsolatedPart


def paint_part(
    painter: QPainter, pane: QPlainTextEdit, part: IsolatedPart, start: QtPosition, at: QPointF
) -> None:
    """Paint a part of the block that begins at `start`, with selection and caret, as Qt would."""
    painter.setClipRect(part.pixels(at))
    painter.setPen(pane.palette().text().color())
    context = pane.getPaintContext()
    selected, look = None, QTextCharFormat()
    for selection in context.selections:
        cursor, look = selection.cursor, selection.format
        selected = cursor.selectionStart() - start, cursor.selectionEnd() - start
    part.draw(painter, at, selected, look)
    caret = context.cursorPosition - start
    if part.start <= caret < part.end:
        rect = QRectF(part.x_of(caret), part.row.y(), pane.cursorWidth(), part.row.height())
        painter.fillRect(rect.translated(at), pane.palette().text())

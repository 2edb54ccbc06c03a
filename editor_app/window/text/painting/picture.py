"""Painting a text: Qt's own painting loses syntax colours in a selection and leaves gaps in it.

It also draws tags in right-to-left lines in the order of the words beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QRegion, QTextCharFormat, QTextCursor, QTextLayout

from editor_app.window.kit.positions import QT_NONE, QT_START, QtPosition, format_range
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.direction.row_places import Beside, caret_in
from editor_app.window.text.laid_lines import LaidLines, VisibleLine
from editor_app.window.text.lines.line_direction import runs_left
from editor_app.window.text.painting.chips import Chips

_NEWLINE_WIDTH = 5.0


class Picture:
    """One picture of some lines of a text: its marks are painted below its words and above them."""

    def __init__(
        self,
        text: LaidLines,
        painter: QPainter,
        lines: Sequence[VisibleLine],
        clip: QRectF,
        cursor: QTextCursor | None,
    ) -> None:
        """Draw nothing yet; of `lines`, only what is in `clip` has to be drawn.

        With `cursor`, its selection and the caret are in the picture.
        """
        self.text = text
        self.painter = painter
        self.lines = lines
        self.clip = clip
        self.cursor = cursor
        self.left = text.contentOffset().x()
        """The x at which the layout of each line is drawn."""
        self.selected: dict[int, QRegion] = {}
        """What is selected of each line, by the number of its block."""
        theme = current_theme()
        self._ink = theme.color("ink")
        self._selection = QTextCharFormat()
        self._hidden_selection = QTextCharFormat()
        if cursor is not None and cursor.hasSelection():
            for look in (self._selection, self._hidden_selection):
                look.setBackground(theme.color("textsel"))
            self._selection.setForeground(theme.color("ontextsel"))

    def words(self, line: VisibleLine, chips: Chips) -> None:
        """Draw the text of a line in its formats, on the ground of what is selected; then its labels."""
        painter, layout = self.painter, line.block.layout()
        seen = self.text.seen(line, self.clip.top(), self.clip.bottom())
        selected: tuple[QtPosition, QtPosition] | None = None
        selections: list[QTextLayout.FormatRange] = []
        if self.cursor is not None and self.cursor.hasSelection():
            selected = _selected_in(line, self.cursor)
        if self.cursor is not None and selected is not None:
            ground = self.ground(line, self.cursor, self._selection.background())
            self.selected[line.block.blockNumber()] = ground
            selections = list(self._selections(layout, *selected))
        parts, at = self.text.parts_of(line.block, *seen), QPointF(self.left, line.y)
        painter.setPen(self._ink)
        if parts:  # which are not drawn by Qt's layout
            region = QRegion(self.clip.toAlignedRect())
            for part in parts:
                region -= part.pixels(at)
            painter.save()
            painter.setClipRegion(region, Qt.ClipOperation.IntersectClip)
        layout.draw(painter, at, selections, self.clip)
        if parts:
            painter.restore()
        for part in parts:
            painter.save()
            if self.text.clips_tags:
                painter.setClipRect(part.pixels(at), Qt.ClipOperation.IntersectClip)
            part.draw(painter, at, selected, self._selection)
            painter.restore()
        if self.text.contents.bridge.has_placeholders:
            chips.paint(painter, at, layout, seen)

    def ground(self, line: VisibleLine, cursor: QTextCursor, brush: QBrush) -> QRegion:
        """Draw the ground of what a cursor selects of a line, and return the pixels of it."""
        block, selected = line.block, _selected_in(line, cursor)
        seen = self.text.seen(line, self.clip.top(), self.clip.bottom())
        if selected is None or selected[0] > seen[1] or selected[1] < seen[0]:
            return QRegion()
        takes_newline = cursor.selectionEnd() - block.position() >= block.length()
        is_from_right, last_row = runs_left(block.layout()), block.layout().lineCount() - 1
        height, region = self.text.even.line_height, QRegion()
        for row, left, right in self.text.row_extents(
            block,
            max(selected[0], seen[0]),
            min(selected[1], seen[1]),
            has_right_to_left=line.has_right_to_left,
        ):
            rect = QRectF(self.left + left, line.top + row.lineNumber() * height, right - left, height)
            if takes_newline and row.lineNumber() == last_row:  # the newline is selected, too
                if not is_from_right:
                    rect.setRight(rect.right() + _NEWLINE_WIDTH)
                elif left <= row.naturalTextRect().left() + 1:
                    rect.setLeft(rect.left() - _NEWLINE_WIDTH)
            self.painter.fillRect(rect, brush)
            region += rect.toRect()
        return region

    def caret(self, caret: QtPosition, width: int, clicked: QtPosition | None) -> None:
        """Draw the caret at Qt's position of it, below -1 in a composed word.

        In a right-to-left line it is beside the character `clicked`, if that is next to it.
        """
        for line in self.lines:
            start, layout = line.block.position(), line.block.layout()
            beside: QtPosition | None = None
            if QT_START <= caret - start < line.block.length():
                position = caret - start
                beside = clicked - start if clicked is not None else None
            elif caret < QT_NONE and layout.preeditAreaText():
                position = layout.preeditAreaPosition() - (caret + 2)
            else:
                continue
            if runs_left(layout):
                parts = self.text.parts_of(line.block, position, position)
                x, row = caret_in(line.block, Beside(position, beside), parts)
                place = QRectF(self.left + x, line.y + row.y(), width, row.height())
                self.painter.fillRect(place, self._ink)
            else:
                self.painter.setPen(self._ink)
                layout.drawCursor(self.painter, QPointF(self.left, line.y), position, width)

    def _selections(
        self, layout: QTextLayout, start: QtPosition, end: QtPosition
    ) -> Iterator[QTextLayout.FormatRange]:
        """Yield the formats of a selection, in which hidden text stays hidden."""
        for item in layout.formats():
            hidden_start, hidden_end = max(item.start, start), min(item.start + item.length, end)
            if hidden_start < hidden_end and item.format.foreground().color().alpha() == 0:
                yield format_range(start, hidden_start, self._selection)
                yield format_range(hidden_start, hidden_end, self._hidden_selection)
                start = hidden_end
        yield format_range(start, end, self._selection)


def _selected_in(line: VisibleLine, cursor: QTextCursor) -> tuple[QtPosition, QtPosition] | None:
    """Return what a cursor selects of a line, None where it is nothing; (n, n) is the newline alone."""
    length = line.block.length() - 1
    start = max(cursor.selectionStart() - line.block.position(), QT_START)
    end = min(cursor.selectionEnd() - line.block.position(), length + 1)
    return (start, min(end, length)) if start < end else None

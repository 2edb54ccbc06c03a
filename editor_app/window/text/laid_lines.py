"""What stands where in a text of lines of one height, in a view of its own or drawn among others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QFont, QTextBlock, QTextLine

from editor_app.window.kit.positions import QT_START, QtPosition
from editor_app.window.text.direction.isolated_tags import IsolatedPart, RowParts, extents_in_row
from editor_app.window.text.direction.row_places import Beside, caret_in, character_at
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.placeholders import SOFT_BREAK
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.lines.even_lines import EvenLines
from editor_app.window.text.lines.line_direction import Sight, has_right_to_left, span_of, x_of


@dataclass(frozen=True)
class VisibleLine:
    """A block of Qt's on the screen.

    `y` is where its layout is drawn, `top` and `height` are of its rows without the spacing around them, and
    `bottom` is where the next block begins, in pixels of the viewport. `number` is the number of the line
    that begins here, 0 where the block continues a long one. `start` and `end` are offsets in the exact text,
    without the newline.
    """

    block: QTextBlock
    y: float
    top: float
    height: float
    bottom: float
    number: int
    start: int
    end: int

    @cached_property
    def has_right_to_left(self) -> bool:
        """Whether a letter of the block runs from right to left, found once for all that is drawn of it."""
        return has_right_to_left(self.block.text())


class LaidLines:
    """The lines of `contents` in the layout `even`; heights are those of the view.

    Where the text begins is told by methods named as those of QPlainTextEdit, which has them already.
    """

    contents: EditorDocument | ShownText
    even: EvenLines
    clips_tags = False
    """Whether tags in right-to-left lines are clipped: no letter reaches into what is beside its tag."""
    _painted_parts: RowParts | None = None  # of the picture that is being painted

    def firstVisibleBlock(self) -> QTextBlock:
        """Return the first block in view."""
        raise NotImplementedError

    def contentOffset(self) -> QPointF:
        """Return the place of the first block in view."""
        raise NotImplementedError

    def font(self) -> QFont:
        """Return the font of the text."""
        raise NotImplementedError

    def sight(self) -> Sight:
        """Return what is in view, from left to right, in the coordinates of a line's layout."""
        raise NotImplementedError

    def visible_blocks(self, top: float, bottom: float) -> Sequence[VisibleLine]:
        """Return the blocks between two heights of the view."""
        return self.lines_from(self.firstVisibleBlock(), self.contentOffset().y(), top, bottom)

    def lines_from(self, block: QTextBlock, y: float, top: float, bottom: float) -> Sequence[VisibleLine]:
        """Return the blocks between two heights, where `block` is drawn at the height `y`."""
        even, bridge = self.even, self.contents.bridge
        block = even.visible_from(block)
        while block.isValid() and (height := even.blockBoundingRect(block).height()) + y <= top:
            y += height
            block = even.visible_from(block.next())
        if not block.isValid():
            return []
        start = bridge.offset(block.position())
        number = block.blockNumber() + 1 - bridge.soft_breaks_before(start)
        has_breaks = bridge.has_soft_breaks
        goes_on = has_breaks and block.previous().text().endswith(SOFT_BREAK)
        lines: list[VisibleLine] = []
        while block.isValid() and y < bottom:
            below = y + even.blockBoundingRect(block).height()
            shown, layout = block.text(), block.layout()
            breaks = has_breaks and shown.endswith(SOFT_BREAK)
            end = start + len(shown) - breaks
            row, height = layout.lineAt(0), even.line_height
            lift = (height - row.height()) / 2 if even.lift is None else even.lift
            rows = float(layout.lineCount() * height)
            first = y + row.y() - lift
            lines.append(VisibleLine(block, y, first, rows, below, 0 if goes_on else number, start, end))
            start = end if breaks else end + 1
            number += not breaks
            goes_on, y, block = breaks, below, block.next()
            if block.isValid() and not block.isVisible():
                block = even.visible_from(block)
                start = bridge.offset(block.position()) if block.isValid() else start
                number = block.blockNumber() + 1 - bridge.soft_breaks_before(start)
        return lines

    @contextmanager
    def picture(self, sight: Sight | None = None) -> Iterator[None]:
        """Paint one picture in the context: no line changes, so tags in `sight` are laid out once."""
        self._painted_parts = RowParts(self.font(), sight or self.sight())
        try:
            yield
        finally:
            self._painted_parts = None

    def parts_of(self, block: QTextBlock, first: QtPosition, last: QtPosition) -> list[IsolatedPart]:
        """Return the tags drawn anew in the rows of a right-to-left line that [first, last) touches."""
        if not self.even.has_right_to_left:
            return []
        return (self._painted_parts or RowParts(self.font(), self.sight())).of(block, first, last)

    def place(self, line: VisibleLine, offset: int) -> QtPosition:
        """Return the position of `offset` in a line's block, in Qt's units; cut to the block."""
        inside = self.contents.bridge.position(offset) - line.block.position()
        return max(QT_START, min(inside, line.block.length() - 1))

    def row_extents(
        self, block: QTextBlock, start: QtPosition, end: QtPosition, *, has_right_to_left: bool
    ) -> Iterator[tuple[QTextLine, float, float]]:
        """Yield the rows of a block that [start, end) touches, with the edges of each part there.

        An empty span has one part without width. `has_right_to_left` is that of the block's text.
        """
        if start == end:
            x, row = caret_in(block, Beside(start, None), self.parts_of(block, start, end))
            yield row, x, x
            return
        layout = block.layout()
        parts = self.parts_of(block, start, end) if has_right_to_left else []
        for index in range(layout.lineForTextPosition(start).lineNumber(), layout.lineCount()):
            row = layout.lineAt(index)
            behind = row.textStart() + row.textLength()
            first, last = max(start, row.textStart()), min(end, behind)
            if has_right_to_left:
                for left, right in extents_in_row(row, first, last, parts):
                    yield row, left, right
            else:
                yield row, x_of(row, first), x_of(row, last)
            if behind >= end:
                return

    def seen(self, line: VisibleLine, top: float, bottom: float) -> tuple[QtPosition, QtPosition]:
        """Return the positions in a block at which its rows between two heights begin and end."""
        layout, height = line.block.layout(), self.even.line_height
        first = max(0, int((top - line.top) // height))
        last = min(layout.lineCount() - 1, int((bottom - line.top) // height))
        if first > last:
            return QT_START, QT_START
        end = layout.lineAt(last)
        return layout.lineAt(first).textStart(), end.textStart() + end.textLength()

    def row_at(self, place: QPoint | QPointF) -> tuple[VisibleLine, QTextLine] | None:
        """Return the row at a point of the viewport with its line; None above, between and below the text."""
        for line in self.visible_blocks(place.y(), place.y() + 1):
            if line.top <= place.y() < line.top + line.height:
                index = int((place.y() - line.top) // self.even.line_height)
                return line, line.block.layout().lineAt(index)
        return None

    def offset_under(self, place: QPoint) -> int | None:
        """Return the offset of the character at a point of the viewport, None where there is none."""
        line_and_row = self.row_at(place)
        if line_and_row is None:
            return None
        line, row = line_and_row
        x, words = place.x() - self.contentOffset().x(), row.naturalTextRect()
        column: QtPosition | None = None
        if line.has_right_to_left:
            column = character_at(row, x, self.parts_of(line.block, *span_of(row)))
        elif words.left() <= x < words.right():
            column = row.xToCursor(x, row.CursorPosition.CursorOnCharacter)
        return None if column is None else self.contents.bridge.offset(line.block.position() + column)

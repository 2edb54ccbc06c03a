"""A read-only text pane that maps offsets of the exact text to places on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetrics, QTextBlock
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.positions import QT_START, QtPosition
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.panels.preview.text.marks import ModelTextMarks
from editor_app.window.text.direction.isolated_tags import edges_among
from editor_app.window.text.direction.row_places import Beside, x_beside
from editor_app.window.text.laid_lines import VisibleLine
from editor_app.window.text.lines.even_lines import NO_SPACING, BlockSpacing, Gaps
from editor_app.window.text.lines.line_direction import (
    edges_of,
    has_right_to_left,
    runs_right_to_left,
    start_of_character,
    x_of,
)
from editor_app.window.text.reading_pane import ReadingPane

SIGN: Final = 16
_LABEL_GAP: Final = 4
_WIDEST_SIGN: Final = 256
_MARGIN: Final = 10
_SIDE: Final = 6
_TAB: Final = 4


class TextPane(ReadingPane):
    """A read-only pane of plain text with lines of equal height, and rows between them for marks."""

    marks: ModelTextMarks | None = None
    """The marks drawn on the text, None if there are none, as while the pane is made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("body", parent, spacing=self.spacing, gaps=self._gaps_of_labels)
        self._spacings: dict[int, BlockSpacing] = {}
        self.document().setDocumentMargin(_MARGIN)
        self.contents.filled.connect(self._spacings.clear)
        self.setViewportMargins(_SIDE, 0, _SIDE, 0)
        on_theme(self, self._take_sizes)

    def _take_sizes(self) -> None:
        self._spacings.clear()
        super()._take_sizes()
        self.setTabStopDistance(2 * _TAB * self.fontMetrics().horizontalAdvance(" "))

    @property
    def caret_offset(self) -> int:
        """The offset of the caret in the exact text."""
        return self.contents.bridge.offset(self.textCursor().position())

    def set_marks(self, marks: ModelTextMarks | None) -> None:
        """Draw `marks` on the text from now on; None draws none."""
        self.marks = marks
        self._spacings.clear()

    def show_exactly(self, text: str) -> None:
        """Show `text`; the marks for it are set afterwards."""
        self._spacings.clear()
        edit = self.contents.show(text)
        if self.marks is not None and edit is not None:
            self.marks.follow(edit, len(text))
        self._spacings.clear()

    def spacing(self, block: QTextBlock) -> BlockSpacing:
        """Return the rows and gaps that the marks of a block need."""
        marks, number = self.marks, block.blockNumber()
        if marks is None:
            return NO_SPACING
        if number in self._spacings:
            return self._spacings[number]
        (start, end), text = self.offsets(block), block.text()
        rows = marks.rows(start, end)
        runs_left = not text.isascii() and runs_right_to_left(text)
        place = end if runs_left else start  # in lines from right to left, the first gap is beside a letter
        signs = marks.signs(place, place)
        below = len([row for _, row in rows if row.below])
        width = self.sign_width(block, place) if signs else 0
        sides = (0, width) if runs_left else (width, 0)
        spacing = self._spacings[number] = BlockSpacing(len(rows) - below, below, *sides)
        return spacing

    def _gaps_of_labels(self, block: QTextBlock) -> Gaps:
        """Return the gaps behind characters of a block with a named sign."""
        if self.marks is None:
            return {}
        start, end = self.offsets(block)
        offsets = [offset for offset, sign in self.marks.signs(start, end) if sign.label]
        if not offsets or has_right_to_left(block.text()):
            return {}
        places = {self.contents.position(offset) - block.position() - 1: offset for offset in offsets}
        return {at: self.sign_width(block, offset) for at, offset in places.items()}

    def offsets(self, block: QTextBlock) -> tuple[int, int]:
        """Return the offsets in the exact text where a block begins and ends."""
        start = block.position()
        return self.contents.bridge.offset(start), self.contents.bridge.offset(start + block.length() - 1)

    def bring_into_view(self, offset: int) -> None:
        """Scroll just as far as the line of `offset` becomes visible; the caret stays."""
        position = self.contents.position(offset)
        block = self.document().findBlock(position)
        height = self.even.line_height
        self.blockBoundingRect(block)  # makes Qt lay out the block, to count its lines
        index = max(block.layout().lineForTextPosition(position - block.position()).lineNumber(), 0)
        tops = (line.top + index * height for line in self.visible_blocks() if line.block == block)
        top = next(tops, None)
        is_before = block.blockNumber() < self.firstVisibleBlock().blockNumber()
        if is_before or (top is not None and top < 0):
            self._begin_at(block, index)
        elif top is None or top + height > self.viewport().height():
            room = self.viewport().height() - (self.spacing(block).above + index + 1) * height
            while room > 0 and block.previous().isValid():  # as much text as fits above it
                block = block.previous()
                room -= round(self.blockBoundingRect(block).height())
            rows = -(room // height) if room < 0 else 0
            self._begin_at(block, max(rows - self.spacing(block).above, 1) if rows else 0)

    def _begin_at(self, block: QTextBlock, index: int) -> None:
        """Scroll so that a line of a block is at the top."""
        self.verticalScrollBar().setValue(block.firstLineNumber() + index)

    def rects(self, visible: VisibleLine, start: int, end: int) -> Iterator[QRectF]:
        """Yield the rectangle on each visible line of the text between two offsets."""
        first, last = self.seen(visible, 0, self.viewport().height())
        first, last = max(first, self.place(visible, start)), min(last, self.place(visible, end))
        if first < last:
            offset, height = self.contentOffset().x(), self.even.line_height
            for row, left, right in self.row_extents(
                visible.block, first, last, has_right_to_left=visible.has_right_to_left
            ):
                yield QRectF(offset + left, visible.top + row.lineNumber() * height, right - left, height)

    def place_with_gap(self, visible: VisibleLine, offset: int) -> QtPosition | None:
        """Return the position of the character whose gap at the right holds a sign before `offset`.

        None where there is no gap: at the beginning of a line, or at the end of one from right to left.
        """
        text, place = visible.block.text(), self.place(visible, offset)
        end = visible.block.length() - 1
        if not visible.has_right_to_left:
            return place - 1 if place > QT_START else None
        runs_left = runs_right_to_left(text)
        before = self._runs_right(visible, place - 1) if place > QT_START else not runs_left
        after = self._runs_right(visible, place) if place < end else not runs_left
        if runs_left and not after:
            return place if place < end else None
        if before:
            return place - 1 if place > QT_START else None
        if not after:
            return place
        if runs_left:  # at the right of words that run from left to right
            while place + 1 < end and self._runs_right(visible, place + 1):
                place += 1
            return place
        place -= 1  # at the right of words that run from right to left, where these begin
        while place > QT_START and not self._runs_right(visible, place - 1):
            place -= 1
        return place

    def _runs_right(self, visible: VisibleLine, place: QtPosition) -> bool:
        self.blockBoundingRect(visible.block)  # makes Qt lay out the block, if that is outstanding
        line = visible.block.layout().lineForTextPosition(place)
        return line.isValid() and edges_of(line, place).runs_right

    def sign_width(self, block: QTextBlock, offset: int) -> int:
        """Return the width of the gap for the sign before `offset`, and for the name behind it."""
        px = self.theme.px
        label = self.sign_label(block, offset)
        if not label:
            return px(SIGN)
        metrics = QFontMetrics(self.theme.font("code small"))
        return min(px(SIGN + 3 * _LABEL_GAP) + metrics.horizontalAdvance(label), px(_WIDEST_SIGN))

    def sign_label(self, block: QTextBlock, offset: int) -> str:
        """Return the name behind the sign before `offset`; a line that runs both ways has none."""
        if self.marks is None or has_right_to_left(block.text()):
            return ""
        return next((sign.label for _, sign in self.marks.signs(offset, offset) if sign.label), "")

    def place_of_gap(self, visible: VisibleLine, offset: int) -> QPointF:
        """Return the top left of the gap before `offset`, in which a sign is drawn."""
        layout, left = visible.block.layout(), self.contentOffset().x()
        side = self.sign_width(visible.block, offset)
        place = self.place_with_gap(visible, offset)
        if place is not None:
            line = layout.lineForTextPosition(place)
            edges = edges_among(self.parts_of(visible.block, place, place), line, place)
            x = edges.right - side
            if side > self.theme.px(SIGN):  # the space before a wide gap may hang out of its line
                x = max(x, edges.left + self.theme.px(_LABEL_GAP))
        elif runs_right_to_left(visible.block.text()):
            line = layout.lineAt(layout.lineCount() - 1)
            x = line.naturalTextRect().left() - side
        else:
            line = layout.lineAt(0)
            x = line.x() - self.spacing(visible.block).indent
        return QPointF(left + x, visible.top + line.lineNumber() * self.even.line_height)

    def place_of_tick(self, visible: VisibleLine, offset: int) -> QPointF:
        """Return the top of the boundary between the characters before and after `offset`."""
        layout = visible.block.layout()
        place = self.place(visible, offset)
        line = layout.lineForTextPosition(place)
        y = visible.top + line.lineNumber() * self.even.line_height
        x = x_of(line, place)
        if place > line.textStart() and visible.has_right_to_left:
            beside = Beside(place, start_of_character(line, place - 1))
            x = x_beside(line, beside, self.parts_of(visible.block, place, place)) or x
        return QPointF(self.contentOffset().x() + x, y)

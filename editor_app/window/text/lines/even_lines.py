"""A text layout with lines of one height, which QPlainTextEdit's own cannot give, and room between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextDocument, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextDocumentLayout

from editor_app.window.kit.positions import QT_START, QtPosition, units_of, utf16_length
from editor_app.window.text.lines.line_direction import align_by_direction, runs_left, x_of

_ENDLESS: Final = float(1 << 24)
_NEAR: Final = 0.01  # pixels
_FIRST_WIDTH: Final = 700.0  # until a view sets its own: in a narrow one a long line would have many rows
_LEAST_WIDTH: Final = 40.0
_BEFORE_LAST_WORD: Final = re.compile(r".*[ \t](?=[^ \t]+[ \t]+\Z)", re.DOTALL)
_WORD: Final = re.compile(r"[^ \t]*")

Gaps = Mapping[QtPosition, float]
"""The gaps of a block: their widths by the place, in Qt's units, of the character each is behind.

To Qt such a gap is a wide space, which at the end of a line may hang out of it.
"""
_NO_GAPS: Final[Gaps] = {}


class BlockSpacing(NamedTuple):
    """Free rows above and below a block's lines, and how far its first line is indented.

    `behind` stays free at the left of all lines of a right-to-left block, for what is drawn at its end, and
    `lead` so many pixels above all else.
    """

    above: int = 0
    below: int = 0
    indent: int = 0
    behind: int = 0
    lead: int = 0


NO_SPACING: Final = BlockSpacing()


class Margins(NamedTuple):
    """Pixels around a text: at the sides of all lines, above the first and below the last."""

    left: float = 0.0
    right: float = 0.0
    above: int = 0
    below: int = 0


class EvenLines(QPlainTextDocumentLayout):
    """Lays out each block in lines of `line_height`, inside of `margins` and of the document's own.

    Qt lays a changed block out by itself, with its lines at the font's own
    height from 0 on; its first line is then not in its place,
    and the block is laid out again.
    """

    def __init__(
        self,
        document: QTextDocument,
        spacing: Callable[[QTextBlock], BlockSpacing] | None = None,
        gaps: Callable[[QTextBlock], Gaps] | None = None,
    ) -> None:
        """Call `spacing` for the rows that a block needs, `gaps` for gaps to keep whole."""
        super().__init__(document)
        self._spacing = spacing
        self._gaps = gaps
        self.line_height = 20
        self.lift: float | None = None
        """How many pixels below the top of a line its text begins; None for in the middle of each."""
        self.margins = Margins()
        self._width = _FIRST_WIDTH
        self._wraps = True
        self._widest = 0.0
        self._widest_block = 0  # of those laid out without breaks
        self._blocks = 1
        self.has_right_to_left = False
        """Whether a line that runs from right to left was ever laid out."""
        self._told: tuple[int, int] | None = None
        self._follows_changes = False
        self._is_waiting = False
        self._is_behind = False

    def set_width(self, width: float) -> None:
        """Set the width at which lines are broken, if they are."""
        self._width = width

    def set_wraps(self, wraps: bool) -> None:
        """Break lines at the width, or never."""
        if wraps != self._wraps:
            self._wraps = wraps
            self.measure_anew()

    def measure_anew(self) -> None:
        """Forget how wide the widest line is, before all lines are laid out again."""
        self._widest = 0.0

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the block's rectangle at (0, 0), laid out if needed; Qt asks a hundred times a key.

        Qt may ask about an invalid block: the one at the top of a view whose text has just become shorter.
        """
        if not block.isValid() or not block.isVisible():
            return QRectF()
        layout, margins, height = block.layout(), self.margins, self.line_height
        margin = self.document().documentMargin()
        spacing = NO_SPACING if self._spacing is None else self._spacing(block)
        top = spacing.lead + spacing.above * height
        if block.position() == QT_START:
            top += margins.above
        count = layout.lineCount()
        is_placed = False
        if count:
            first = layout.lineAt(0)
            y = top + ((height - first.height()) / 2 if self.lift is None else self.lift)
            x = margins.left + margin + spacing.behind + spacing.indent
            is_placed = abs(first.x() - x) < _NEAR or (not self._wraps and self.has_right_to_left)
            is_placed = is_placed and abs(first.y() - y) < _NEAR
        if not is_placed:
            count = self._lay_out(block, spacing, top)
        if not self._wraps and self.has_right_to_left and runs_left(layout):
            self._move_to_edge(layout)
        below: float = spacing.below * height
        last = self.document().lastBlock()
        if block.firstLineNumber() + block.lineCount() == last.firstLineNumber() + last.lineCount():
            below += margins.below + margin  # it is the last one that is not folded away
        return QRectF(0, 0, max(self._widest, self._width), top + count * height + below)

    def visible_from(self, block: QTextBlock) -> QTextBlock:
        """Return a block, or the next one that is not folded away where it is."""
        if not block.isValid() or block.isVisible():
            return block
        return self.document().findBlockByLineNumber(block.firstLineNumber())

    def documentSize(self) -> QSizeF:
        """Return the width in pixels and the height in lines, as QPlainTextEdit wants it."""
        last = self.document().lastBlock()
        return QSizeF(max(self._widest, self._width), last.firstLineNumber() + last.lineCount())

    def tell_change(self, start: QtPosition, added: QtPosition) -> None:
        """Lay out what changed before Qt says so, which it does only after it told of the change."""
        place = cast("int", start), cast("int", added)
        self.documentChanged(place[0], 0, place[1])
        self._told = place

    def documentChanged(self, start: int, _removed: int, added: int) -> None:
        """Lay out what changed; `_removed` is ignored, as removed text is in no block any more."""
        told, self._told = self._told, None
        if told == (start, added):
            return
        self._follow_widest(QtPosition(start), QtPosition(added))
        if self._is_waiting or not self._follows_changes:
            self._is_behind = True
        else:
            super().documentChanged(start, 0, max(added, 1))

    def follow_changes(self) -> None:
        """Lay out from now on, for a view; before there is one, nothing is laid out."""
        self._follows_changes = True
        self._catch_up()

    @contextmanager
    def changed_at_once(self) -> Iterator[None]:
        """Lay out changes once, when the context ends: making a view changes the whole layout many times."""
        if self._is_waiting:
            yield
            return
        self._is_waiting = True
        try:
            yield
        finally:
            self._is_waiting = False
            self._catch_up()

    def _catch_up(self) -> None:
        """Lay out everything if a change was not followed."""
        if self._is_behind and self._follows_changes and not self._is_waiting:
            self._is_behind = False
            super().documentChanged(0, 0, cast("int", self.document().characterCount()))

    def _follow_widest(self, start: QtPosition, added: QtPosition) -> None:
        """Follow the widest block to its new number; where a change took it away, find the next one."""
        document = self.document()
        growth = document.blockCount() - self._blocks
        self._blocks += growth
        if growth and not self._wraps and document.findBlock(start).blockNumber() < self._widest_block:
            self._widest_block += growth
            if self._widest_block <= document.findBlock(start + added).blockNumber():
                self._find_widest()

    def _find_widest(self) -> None:
        self._widest, block = 0.0, self.document().begin()
        around = self.margins.left + self.margins.right + 2 * self.document().documentMargin()
        while block.isValid():
            layout = block.layout()
            width = layout.lineAt(0).naturalTextWidth() + around if layout.lineCount() else 0.0
            if width > self._widest:
                self._widest, self._widest_block = width, block.blockNumber()
            block = block.next()
        self.documentSizeChanged.emit(self.documentSize())
        self.requestUpdate()  # the edge of right-to-left lines has moved

    def _lay_out(self, block: QTextBlock, spacing: BlockSpacing, top: float) -> int:
        """Break a block into lines and place them from `top` on; return their number."""
        layout, margin = block.layout(), self.document().documentMargin()
        layout.setTextOption(self.document().defaultTextOption())
        if align_by_direction(layout, block.text(), has_edge=self._wraps):
            self.has_right_to_left = True
        left = self.margins.left + margin + spacing.behind
        around = left + margin + self.margins.right
        width = max(self._width - around, _LEAST_WIDTH) if self._wraps else _ENDLESS
        gaps = self._gaps(block) if self._wraps and self._gaps is not None else _NO_GAPS
        metrics = QFontMetricsF(self.document().defaultFont())
        count, widest = 0, 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            shorter = _width_before(line, gaps, block.text(), metrics) if gaps else 0.0
            if shorter:
                line.setLineWidth(shorter)
            y = top + count * self.line_height
            y += (self.line_height - line.height()) / 2 if self.lift is None else self.lift
            line.setPosition(QPointF(left if count else left + spacing.indent, y))
            if not self._wraps:
                widest = max(widest, line.naturalTextWidth() + around)
            count += 1
        layout.endLayout()
        if not self._wraps and widest < self._widest and block.blockNumber() == self._widest_block:
            self._find_widest()
        if block.lineCount() != count or widest > self._widest:
            block.setLineCount(count)
            if widest > self._widest:
                self._widest, self._widest_block = widest, block.blockNumber()
            self.documentSizeChanged.emit(self.documentSize())
            if not self._wraps:
                self.requestUpdate()  # the edge of right-to-left lines has moved
            if not layout.lineCount():  # a view that heard of it scrolled to the block and coloured it
                return self._lay_out(block, spacing, top)
        return count

    def _move_to_edge(self, layout: QTextLayout) -> None:
        """Align unbroken right-to-left lines at one edge, that of the widest line."""
        margin = self.document().documentMargin()
        edge = max(self._widest, self._width) - self.margins.right - margin
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            x = max(edge - line.naturalTextWidth(), self.margins.left + margin)
            if abs(line.x() - x) > _NEAR:
                line.setPosition(QPointF(x, line.y()))


def _width_before(line: QTextLine, gaps: Gaps, text: str, metrics: QFontMetricsF) -> float:
    """Return the width of a line up to its last word, if that has a gap behind it without room; else 0.

    Such a line is shorter: its last word goes to the next line with the gap, if it fits in there.
    """
    start, last = line.textStart(), line.textStart() + line.textLength() - 1
    if last not in gaps:
        return 0.0
    units = units_of(text)
    before = _BEFORE_LAST_WORD.match(units.part(start, last + 1))
    if before is None:
        return 0.0
    joined = _WORD.match(units.part(last + 1, utf16_length(text)))
    word = x_of(line, start + utf16_length(before[0]))
    begin, x = x_of(line, start), x_of(line, last)
    gap = metrics.horizontalAdvance(" ") + gaps[last]
    behind = metrics.horizontalAdvance(joined[0]) if joined is not None else 0.0
    for needed in (gap + behind, gap):
        if x - begin + needed > line.width() and x - word + needed <= line.width():
            return word - begin
    return 0.0

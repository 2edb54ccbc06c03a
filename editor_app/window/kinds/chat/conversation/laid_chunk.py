"""A chunk of a message's text as it is drawn: in the lines of the code editor, without an editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter, QTextBlock, QTextDocument

from editor_app.highlighting.line_colours import Colour
from editor_app.window.kinds.chat.conversation.chunks import Chunk, certainly_fits
from editor_app.window.kinds.chat.conversation.document_rows import position_at
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.laid_lines import LaidLines
from editor_app.window.text.lines.even_lines import EvenLines, Margins
from editor_app.window.text.lines.line_direction import Sight
from editor_app.window.text.painting.highlighter import coloured
from editor_app.window.text.painting.picture import Picture

_COLOURED: Final = 1  # the user state of a block
LineColours = Callable[[int, str], Sequence[Colour]]
"""The colours of a line, by its offset in the message and its text."""


class LaidChunk(LaidLines):
    """A chunk in a document of its own; heights are those from its first row on."""

    contents: ShownText

    def __init__(self, chunk: Chunk, look: ConversationLook, colours: LineColours) -> None:
        """Lay out the lines that may take several rows; `colours` are those of the message."""
        self._chunk, self._look, self._colours = chunk, look, colours
        self._document = QTextDocument()
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(look.code.font)
        self._document.setDefaultTextOption(look.option)
        self.even = EvenLines(self._document)
        self.even.line_height, self.even.lift = look.code.line_height, look.code.lift
        self.even.margins = Margins(look.text_left, look.right)
        self.even.set_width(look.width)
        self._document.setDocumentLayout(self.even)
        self.contents = ShownText(self._document)
        self.contents.show(chunk.text)
        block = self._document.firstBlock()
        while block.isValid():
            if not certainly_fits(block.text(), look.columns):
                self._colour(block)
                self.even.blockBoundingRect(block)
            block = block.next()

    @property
    def rows(self) -> int:
        """The number of rows of all lines."""
        return self._document.lineCount()

    def paint(self, painter: QPainter, top: float, clip: QRectF) -> None:
        """Draw the lines within `clip`; the first row is at the height `top` of the painter."""
        height = self.even.line_height
        first = block = self._document.findBlockByLineNumber(max(0, int((clip.top() - top) // height)))
        while block.isValid() and top + block.firstLineNumber() * height <= clip.bottom():
            if block.userState() != _COLOURED:
                self._colour(block)
            block = block.next()
        first_top = top + first.firstLineNumber() * height
        lines = self.lines_from(first, first_top, clip.top(), clip.bottom() + 1)
        with self.picture():
            picture = Picture(self, painter, lines, clip, None)
            for line in lines:
                picture.words(line, self._look.chips)

    def offset_at(self, x: float, y: float) -> int:
        """Return the offset in the message that is nearest to a point."""
        row = max(0, min(int(y // self.even.line_height), self.rows - 1))
        return self._chunk.start + self.contents.bridge.offset(position_at(self._document, row, x))

    def contentOffset(self) -> QPointF:
        """Return the left edge of the surface."""
        return QPointF(0, 0)

    def font(self) -> QFont:
        """Return the font of the code editor."""
        return self._look.code.font

    def sight(self) -> Sight:
        """Return the edges of the surface."""
        return Sight(0, self._look.width)

    def _colour(self, block: QTextBlock) -> None:
        shown, bridge, look = block.text(), self.contents.bridge, self._look
        start = self._chunk.start + bridge.offset(block.position())
        colours = coloured(shown, self._colours(start, bridge.exact(shown)[0]), look.format)
        chips = look.chips.formats(shown, bridge.placeholders_in(shown)) if bridge.has_placeholders else []
        block.layout().setFormats(colours + chips)
        block.setUserState(_COLOURED)

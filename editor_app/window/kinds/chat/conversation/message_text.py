"""The text of a message that is not in the editor: laid out where it is in view, estimated elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor_app.highlighting.code import code_colours, is_coloured
from editor_app.highlighting.line_colours import Colour
from editor_app.highlighting.markdown_lines import MarkdownLines
from editor_app.window.kinds.chat.conversation.chunks import certainly_fits, chunks_of, rough_rows
from editor_app.window.kinds.chat.conversation.heights import Growth, Heights
from editor_app.window.kinds.chat.conversation.laid_chunk import LaidChunk
from editor_app.window.kinds.chat.conversation.look import ConversationLook

_COST_OF_LAYOUT: Final = 150  # that of a line that needs none is 1
_COST_OF_CHARACTERS: Final = 8  # so many more cost 1 more
_MOST_COLOURED: Final = 300_000  # characters: a longer text stays plain


class MessageText:
    """The text of one message in rows of one height; all heights are in pixels from its first row on."""

    def __init__(self, text: str, look: ConversationLook) -> None:
        """Estimate the height from the number of lines and characters."""
        self.text = text
        self.lines = text.count("\n") + 1
        self._chunks = chunks_of(text)
        self._colours = MarkdownLines(text, _code_colours).colours if len(text) <= _MOST_COLOURED else _plain
        self.take_look(look)

    def take_look(self, look: ConversationLook) -> None:
        """Take sizes and colours; the height is estimated anew."""
        self._look = look
        self._laid: dict[int, LaidChunk] = {}  # what is in view
        self._exact: set[int] = set()
        self._next = 0
        height = look.code.line_height
        self._heights = Heights(rough_rows(chunk.text, look.columns) * height for chunk in self._chunks)

    @property
    def height(self) -> int:
        """The height as far as it is known."""
        return self._heights.total

    @property
    def is_measured(self) -> bool:
        """Whether the height is exact."""
        return len(self._exact) == len(self._chunks)

    def measure_between(self, top: float, bottom: float) -> Iterator[Growth]:
        """Lay out what is between two heights, and yield what that changed."""
        index = self._heights.at(top)
        while index < len(self._chunks) and self._heights.top(index) < bottom:
            if index not in self._exact:
                yield self._measured(index, self._laid_out(index).rows)
            index += 1

    def measure_next(self) -> tuple[Growth, int]:
        """Measure one chunk of those that are not measured yet; return what that changed, and the cost."""
        while self._next in self._exact:
            self._next += 1
        chunk = self._chunks[self._next]
        lines = chunk.text.split("\n")
        if all(certainly_fits(line, self._look.columns) for line in lines):
            rows, cost = len(lines), len(lines)
        else:
            rows = LaidChunk(chunk, self._look, _plain).rows
            cost = _COST_OF_LAYOUT + len(chunk.text) // _COST_OF_CHARACTERS
        return self._measured(self._next, rows), cost

    def forget_layouts(self, seen: tuple[float, float] | None = None) -> None:
        """Drop the layouts of all that is not between two heights; of everything without these."""
        in_view = range(self._heights.at(seen[0]), self._heights.at(seen[1]) + 1) if seen is not None else ()
        self._laid = {index: laid for index, laid in self._laid.items() if index in in_view}

    def paint(self, painter: QPainter, top: float, clip: QRectF) -> None:
        """Draw the lines within `clip`; the first row is at the height `top` of the painter."""
        for index in range(self._heights.at(clip.top() - top), self._heights.at(clip.bottom() - top) + 1):
            self._laid_out(index).paint(painter, top + self._heights.top(index), clip)

    def offset_at(self, x: float, y: float) -> int:
        """Return the offset in the text that is nearest to a point; `y` is from the first row on."""
        index = self._heights.at(y)
        return self._laid_out(index).offset_at(x, y - self._heights.top(index))

    def _laid_out(self, index: int) -> LaidChunk:
        if index not in self._laid:
            self._laid[index] = LaidChunk(self._chunks[index], self._look, self._colours)
        return self._laid[index]

    def _measured(self, index: int, rows: int) -> Growth:
        self._exact.add(index)
        return self._heights.change(index, rows * self._look.code.line_height)


def _code_colours(_number: int, language: str, code: str) -> tuple[Colour, ...]:
    return code_colours(language, code) if is_coloured(language, code) else ()


def _plain(_start: int, _line: str) -> tuple[Colour, ...]:
    return ()

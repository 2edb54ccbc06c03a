"""The text of a message that is not in the editor: laid out where it is in view, estimated elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTextLayout

from editor_app.highlighting.code import code_colours, is_coloured
from editor_app.highlighting.line_colours import Colour
from editor_app.highlighting.markdown_lines import MarkdownLines
from editor_app.text import Span
from editor_app.window.kinds.chat.conversation.chunks import (
    certainly_fits,
    chunk_spans,
    lines_of,
    rough_rows,
)
from editor_app.window.kinds.chat.conversation.heights import Growth, Heights
from editor_app.window.kinds.chat.conversation.look import ConversationLook
from editor_app.window.kit.positions import (
    QT_START,
    QtPosition,
    units_of,
    utf16_length,
)
from editor_app.window.text.document.placeholders import Placeholders
from editor_app.window.text.lines.line_direction import align_by_direction, start_of_character
from editor_app.window.text.painting.highlighter import coloured

_COST_OF_LAYOUT = 40  # that of a line that needs none is 1
_COST_OF_CHARACTERS = 8  # so many more cost 1 more
_MOST_COLOURED = 300_000  # characters: a longer text stays plain


class _Chunk:
    """A chunk of the text: its lines and where their rows end, known once it is measured."""

    __slots__ = ("ends", "layouts", "lines", "span", "starts")

    def __init__(self, span: Span) -> None:
        self.span = span
        self.lines: list[str] = []
        self.starts: list[int] = []  # of the lines, in the text
        self.ends: list[int] = []  # of the lines, in rows
        self.layouts: dict[int, QTextLayout] = {}


class _Row(NamedTuple):
    """A line of the text in view: its chunk, its index there, and its top in the text's height."""

    chunk: _Chunk
    line: int
    top: int


class MessageText:
    """The text of one message in rows of one height; all heights are in pixels from its first row on."""

    def __init__(self, text: str, look: ConversationLook) -> None:
        """Estimate the height from the number of lines and characters."""
        self.text = text
        self._colours = MarkdownLines(text, _code_colours)
        self._exact: dict[int, _Chunk] = {}
        self.take_look(look)

    def take_look(self, look: ConversationLook) -> None:
        """Take sizes and colours; the height is estimated anew."""
        self._look = look
        self.lines = self.text.count("\n") + 1
        self._columns = look.columns
        self._exact.clear()
        self._chunks: list[_Chunk] | None = None
        self._heights = Heights()
        self._next = 0
        rows = rough_rows(self.text, Span(0, len(self.text)), self._columns, is_last=True)
        self._rough = rows * look.code.line_height

    @property
    def height(self) -> int:
        """The height as far as it is known."""
        return self._rough if self._chunks is None else self._heights.total

    @property
    def is_measured(self) -> bool:
        """Whether the height is exact."""
        return self._chunks is not None and len(self._exact) == len(self._chunks)

    def measure_between(self, top: float, bottom: float) -> Iterator[Growth]:
        """Measure what is between two heights, and yield what that changed."""
        yield from self._begin()
        index = self._heights.at(top)
        while index < len(self._heights) and self._heights.top(index) < bottom:
            yield from self._measure(index)
            index += 1

    def measure_next(self, growths: list[Growth]) -> int:
        """Measure one chunk that is not measured yet, add what that changed, and return the cost."""
        growths += self._begin()
        while self._next in self._exact:
            self._next += 1
        if self._next >= len(self._heights):
            return 1
        growths += self._measure(self._next)
        return sum(map(self._cost_of, self._exact[self._next].lines))

    @property
    def layouts(self) -> int:
        """The number of lines whose layouts are kept."""
        return sum(len(chunk.layouts) for chunk in self._exact.values())

    def forget_layouts(self, seen: tuple[float, float] | None = None) -> None:
        """Drop the layouts of all that is not between two heights; of everything without these."""
        if self._chunks is None:
            return
        kept = range(0)
        if seen is not None:
            kept = range(self._heights.at(seen[0]), self._heights.at(seen[1]) + 1)
        for index, chunk in self._exact.items():
            if index not in kept:
                chunk.layouts.clear()

    def paint(self, painter: QPainter, top: float, clip: QRectF) -> None:
        """Draw the lines within `clip`; the first row is at the height `top` of the painter."""
        painter.setPen(self._look.theme.color("ink"))
        for row in self._rows_between(clip.top() - top, clip.bottom() + 1 - top):
            layout, at = self._layout_of(row), QPointF(0, top + row.top)
            layout.draw(painter, at, [], clip)
            self._look.chips.paint(painter, at, layout, (QT_START, utf16_length(layout.text())))

    def offset_at(self, x: float, y: float) -> int:
        """Return the offset in the text that is nearest to a point; `y` is from the first row on."""
        for growth in self.measure_between(y, y + 1):
            del growth  # the place was in view, and so it is measured
        height = self._look.code.line_height
        y = min(max(y, 0), self.height - 1)
        row = next(iter(self._rows_between(y, y + 1)))
        layout = self._layout_of(row)
        number = max(0, min(int((y - row.top) // height), layout.lineCount() - 1))
        position = position_in_row(layout, number, x)
        shown = row.chunk.lines[row.line]
        return row.chunk.starts[row.line] + len(units_of(shown).part(QT_START, position))

    def _begin(self) -> Iterator[Growth]:
        """Divide the text into chunks, with the estimates of their heights."""
        if self._chunks is not None:
            return
        self._chunks = [_Chunk(span) for span in chunk_spans(self.text)]
        height, last = self._look.code.line_height, len(self._chunks) - 1
        self._heights = Heights(
            rough_rows(self.text, chunk.span, self._columns, is_last=index == last) * height
            for index, chunk in enumerate(self._chunks)
        )
        if self._heights.total != self._rough:
            yield Growth(0, self._heights.total - self._rough)

    def _measure(self, index: int) -> Iterator[Growth]:
        if index in self._exact or self._chunks is None:
            return
        chunk = self._chunks[index]
        chunk.lines = lines_of(self.text, chunk.span, is_last=index == len(self._chunks) - 1)
        ends = accumulate((len(line) + 1 for line in chunk.lines), initial=chunk.span.start)
        chunk.starts = list(ends)[:-1]
        chunk.ends = list(accumulate(map(self._rows_of, chunk.lines)))
        self._exact[index] = chunk
        growth = self._heights.change(index, chunk.ends[-1] * self._look.code.line_height)
        if growth.by:
            yield growth

    def _rows_of(self, line: str) -> int:
        if certainly_fits(line, self._columns):
            return 1
        return max(1, self._laid_out(line).lineCount())

    def _cost_of(self, line: str) -> int:
        fits = certainly_fits(line, self._columns)
        return 1 if fits else _COST_OF_LAYOUT + len(line) // _COST_OF_CHARACTERS

    def _rows_between(self, top: float, bottom: float) -> Iterator[_Row]:
        if self._chunks is None:
            return
        height = self._look.code.line_height
        for index in range(self._heights.at(top), self._heights.at(bottom - 1) + 1):
            chunk, chunk_top = self._chunks[index], self._heights.top(index)
            if index not in self._exact:
                continue
            before = 0
            for line, end in enumerate(chunk.ends):
                if chunk_top + end * height > top and chunk_top + before * height < bottom:
                    yield _Row(chunk, line, chunk_top + before * height)
                before = end

    def _layout_of(self, row: _Row) -> QTextLayout:
        layout = row.chunk.layouts.get(row.line)
        if layout is None:
            line = row.chunk.lines[row.line]
            layout = self._laid_out(line, self._formats(row.chunk.starts[row.line], line))
            row.chunk.layouts[row.line] = layout
        return layout

    def _formats(self, start: int, line: str) -> list[QTextLayout.FormatRange]:
        colours = self._colours.colours(start, line) if len(self.text) <= _MOST_COLOURED else ()
        return coloured(line, colours, self._look.format)

    def _laid_out(self, line: str, formats: list[QTextLayout.FormatRange] | None = None) -> QTextLayout:
        look = self._look
        shown = _shown_with_chips(line, look)
        layout = QTextLayout(shown.text, look.code.font)
        layout.setTextOption(look.option)
        align_by_direction(layout, shown.text)
        if formats or shown.formats:
            layout.setFormats([*(formats or ()), *shown.formats])
        y = look.code.lift
        layout.beginLayout()
        while (row := layout.createLine()).isValid():
            row.setLineWidth(look.text_width)
            row.setPosition(QPointF(look.text_left, y))
            y += look.code.line_height
        layout.endLayout()
        return layout


def position_in_row(layout: QTextLayout, number: int, x: float) -> QtPosition:
    """Return the position in a row that is drawn nearest to `x`."""
    row = layout.lineAt(number)
    position = row.xToCursor(x)
    behind = row.textStart() + row.textLength()
    if position == behind and number + 1 < layout.lineCount() and row.textLength():
        return start_of_character(row, behind - 1)  # the position behind is drawn in the next row
    return position


class _ShownLine(NamedTuple):
    """A line as Qt lays it out, with the formats that give each placeholder the width of its label."""

    text: str
    formats: Sequence[QTextLayout.FormatRange]


def _shown_with_chips(line: str, look: ConversationLook) -> _ShownLine:
    """Return a line with placeholders; plain where it has more different ones than can be shown."""
    placeholders = Placeholders()
    try:
        text = placeholders.shown(line)
    except OverflowError:
        return _ShownLine(line, ())
    if not placeholders.exact:
        return _ShownLine(text, ())
    return _ShownLine(text, look.chips.formats(text, placeholders.places(text)))


def _code_colours(_number: int, language: str, code: str) -> tuple[Colour, ...]:
    return code_colours(language, code) if is_coloured(language, code) else ()

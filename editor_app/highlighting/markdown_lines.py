"""The colours of Markdown by its lines, with those of the code in its fences."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from editor_app.highlighting.line_colours import Colour, Fence, find_fences, markdown_colours


class MarkdownLines:
    """The lines of one Markdown text; its fences are read when a line is first asked for."""

    def __init__(
        self, text: str, code_colours: Callable[[int, str, str], Sequence[Colour]], start: int = 0
    ) -> None:
        """Take the text from `start` on.

        `code_colours` returns the colours of a fence's code by its index, language and code.
        """
        self._text = text
        self._code_colours = code_colours
        self._start = start
        self._fences: list[Fence] | None = None
        self._code: dict[int, Sequence[Colour]] = {}

    def colours(self, start: int, line: str) -> tuple[Colour, ...]:
        """Return the colours of the line that begins at `start`, from its beginning on."""
        if not line:
            return ()
        if self._fences is None:
            self._fences = find_fences(self._text, self._start)
        number = bisect_right(self._fences, start, key=lambda fence: fence.span.start) - 1
        if number < 0 or not self._fences[number].span.contains(start):
            return markdown_colours(line)
        fence = self._fences[number]
        if not fence.code.contains(start):
            return (Colour(0, len(line), "faint"),)
        colours = self._code.get(number)
        if colours is None:
            colours = self._code_colours(number, fence.language, fence.code.of(self._text))
            self._code[number] = colours
        begin, end = start - fence.code.start, start - fence.code.start + len(line)
        first = bisect_right(colours, begin, key=lambda colour: colour.end)
        last = bisect_left(colours, end, key=lambda colour: colour.start)
        return tuple(
            Colour(max(colour.start - begin, 0), min(colour.end - begin, len(line)), colour.role)
            for colour in colours[first:last]
        )

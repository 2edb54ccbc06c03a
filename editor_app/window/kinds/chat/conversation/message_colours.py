"""The colours of a message's text: Markdown, and the code in its fences."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from editor_app.highlighting.code import code_colours, is_coloured
from editor_app.highlighting.fences import Fence, find_fences
from editor_app.highlighting.line_colours import Colour, markdown_colours

_MOST_CHARACTERS = 300_000
"""A longer text has its fences not looked for, and stays plain."""


class MessageColours:
    """The colours of the lines of one text; each fence is read when a line of it is first asked for."""

    def __init__(self, text: str) -> None:
        """Look for nothing yet."""
        self._text = text
        self._fences: list[Fence] | None = None
        self._code: dict[int, Sequence[Colour]] = {}

    def of_line(self, start: int, line: str) -> tuple[Colour, ...]:
        """Return the colours of the line that begins at `start`, from its beginning on."""
        if len(self._text) > _MOST_CHARACTERS or not line:
            return ()
        if self._fences is None:
            self._fences = find_fences(self._text)
        at = bisect_right(self._fences, start, key=lambda fence: fence.span.start) - 1
        if at < 0 or not self._fences[at].span.contains(start):
            return markdown_colours(line)
        code = self._fences[at].code
        if not code.contains(start):
            return (Colour(0, len(line), "faint"),)
        return self._code_line(at, start - code.start, len(line))

    def _code_line(self, number: int, start: int, length: int) -> tuple[Colour, ...]:
        colours = self._code.get(number)
        if colours is None and self._fences is not None:
            fence = self._fences[number]
            code = fence.code.of(self._text)
            colours = code_colours(fence.language, code) if is_coloured(fence.language, code) else ()
            self._code[number] = colours
        colours = colours or ()
        first = bisect_right(colours, start, key=lambda colour: colour.end)
        last = bisect_left(colours, start + length, key=lambda colour: colour.start)
        return tuple(
            Colour(max(begin - start, 0), min(end - start, length), role)
            for begin, end, role in colours[first:last]
        )

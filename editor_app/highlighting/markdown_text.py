"""The colours of a whole Markdown text, fenced code included."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.highlighting.code import code_colours
from editor_app.highlighting.line_colours import Colour, find_fences, markdown_colours


def markdown_text_colours(text: str) -> Iterator[Colour]:
    """Colour a text of Markdown, in order; code in an unknown language stays plain."""
    offset = 0
    for fence in find_fences(text):
        yield from _prose(text, offset, fence.span.start)
        yield Colour(fence.span.start, min(fence.code.start, len(text)), "faint")
        for start, end, role in code_colours(fence.language, fence.code.of(text)):
            yield Colour(fence.code.start + start, fence.code.start + end, role)
        offset = min(fence.span.end, len(text))
        if fence.code.end < offset:
            yield Colour(fence.code.end, offset, "faint")
    yield from _prose(text, offset, len(text))


def _prose(text: str, start: int, end: int) -> Iterator[Colour]:
    offset = start
    for line in text[start:end].split("\n"):
        last = offset
        for begin, stop, role in sorted(markdown_colours(line)):
            if offset + begin >= last:  # of two that overlap, the first is used
                yield Colour(offset + begin, offset + stop, role)
                last = offset + stop
        offset += len(line) + 1

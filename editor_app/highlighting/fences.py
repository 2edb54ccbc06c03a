"""Finding Markdown's fenced code blocks and their languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import merge
from typing import NamedTuple

from editor_app.text import Span

_MARKS = ("```", "~~~")
_LANGUAGE = re.compile(r"[ \t]*+\{?[ \t]*+\.?([\w#+.-]*+)")


class Fence(NamedTuple):
    """A fenced block.

    `span` goes from the opening line through the closing line, without one to the text's length + 1;
    `code` is the text between these lines; `language` is the first word behind the opening mark, or "".
    """

    span: Span
    code: Span
    language: str


def find_fences(text: str, start: int = 0) -> list[Fence]:
    """Find the fenced blocks from `start` on, in order; one that is never closed goes on to the end."""
    found: list[Fence] = []
    opened = code = -1
    mark = language = ""
    for line in merge(*(_mark_lines(text, start, marker) for marker in _MARKS)):
        newline = text.find("\n", line)
        line_end = len(text) if newline < 0 else newline
        words = text[line:line_end].strip(" \t")
        marks = words[: len(words) - len(words.lstrip(words[0]))]
        if opened < 0:
            opened, code, mark = line, line_end + 1, marks
            language = fence_language(words[len(marks) :])
        elif marks.startswith(mark) and words == marks:
            found.append(Fence(Span(opened, line_end), Span(code, line), language))
            opened, mark = -1, ""
    if opened >= 0:
        end = len(text)
        found.append(Fence(Span(opened, end + 1), Span(min(code, end), end), language))
    return found


def fence_language(words: str) -> str:
    """Return the language of an info string (the words behind a fence's mark) in lower case, or ""."""
    match = _LANGUAGE.match(words[:40])
    return match[1].lower() if match else ""


def _mark_lines(text: str, start: int, marker: str) -> Iterator[int]:
    """Yield the start of each line that begins with `marker`, from `start` on; each line is read once."""
    place = text.find(marker, start)
    while place >= 0:
        line = text.rfind("\n", 0, place) + 1
        if line >= start and place - line <= 3 and not text[line:place].strip(" "):
            yield line
        newline = text.find("\n", place)
        place = text.find(marker, newline) if newline >= 0 else -1

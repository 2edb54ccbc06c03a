"""Which language each part of a text is written in, as far as colours go."""

from __future__ import annotations

import re
from bisect import bisect_right

from editor_app.analysis import row_of
from editor_app.library import Kind
from editor_app.text import Span
from editor_app.text.frontmatter import split_frontmatter
from editor_app.window.editor.line_colours import (
    Colour,
    is_fence,
    json_colours,
    markdown_colours,
    yaml_colours,
)

_FENCES = ("```", "~~~")
_block_scalar = re.compile(r"[ \t:-][|>][-+\d]{0,2}[ \t]*\n")
_indent = re.compile(r"[ ]*")


class Regions:
    """The parts of one revision of a text, found when first asked for."""

    def __init__(self, text: str, kind: Kind | None) -> None:
        """Look at `text` as a file of `kind`; None for one that is not known to be anything."""
        self._text = text
        row = row_of(kind) if kind is not None else None
        self._is_markdown = row is not None and row.is_markdown
        self._is_data = row is not None and row.is_data
        self._is_json = self._is_data and text[:200].lstrip()[:1] in {"{", "["}
        frontmatter = split_frontmatter(text) if row is not None and row.has_frontmatter else None
        self._yaml = Span(0, len(text)) if self._is_data else Span(0, 0)
        self._fence_lines = Span(0, 0), Span(0, 0)
        if frontmatter is not None:
            self._yaml = frontmatter.yaml
            self._fence_lines = frontmatter.opening, frontmatter.closing
        self._codes: list[Span] | None = None
        self._scalars: list[Span] | None = None

    def colours(self, start: int, line: str) -> tuple[Colour, ...]:
        """Colour the line that begins at `start`."""
        if self._is_json:
            return json_colours(line)
        if self._yaml.start <= start < self._yaml.end:
            if _within(self._block_scalars(), start):
                return (Colour(0, len(line), "str"),)
            return yaml_colours(line)
        if not self._is_markdown or not line:
            return ()
        if any(span.contains(start) for span in self._fence_lines):
            return (Colour(0, len(line), "faint"),)
        if _within(self._code_blocks(), start):
            return (Colour(0, len(line), "faint"),) if is_fence(line) else ()
        return markdown_colours(line)

    def _code_blocks(self) -> list[Span]:
        if self._codes is None:
            self._codes = _code_blocks(self._text, self._fence_lines[1].end)
        return self._codes

    def _block_scalars(self) -> list[Span]:
        if self._scalars is None:
            self._scalars = _block_scalars(self._text, self._yaml)
        return self._scalars


def _within(spans: list[Span], offset: int) -> bool:
    at = bisect_right(spans, (offset, len(spans) and spans[-1].end)) - 1
    return at >= 0 and spans[at].contains(offset)


def _code_blocks(text: str, start: int) -> list[Span]:
    """Find Markdown's fenced blocks, fences and all; one that is never closed goes on to the end."""
    found: list[Span] = []
    opened, fence = -1, ""
    at = start
    while (line := _next_fence(text, at, fence)) >= 0:
        newline = text.find("\n", line)
        line_end = len(text) if newline < 0 else newline
        words = text[line:line_end].strip(" \t")
        marker = words[: len(words) - len(words.lstrip(words[0]))]
        if opened < 0:
            opened, fence = line, marker
        elif marker.startswith(fence) and words == marker:
            found.append(Span(opened, line_end))
            opened, fence = -1, ""
        if newline < 0:
            break
        at = newline + 1
    if opened >= 0:
        found.append(Span(opened, len(text) + 1))
    return found


def _next_fence(text: str, at: int, fence: str) -> int:
    """Return where the next line that begins with a fence begins, or -1."""
    best = -1
    for marker in _FENCES:
        if fence and fence[0] != marker[0]:
            continue
        place = text.find(marker, at)
        while place >= 0:
            line = text.rfind("\n", 0, place) + 1
            if line >= at and place - line <= 3 and not text[line:place].strip(" "):
                best = line if best < 0 else min(best, line)
                break
            newline = text.find("\n", place)
            place = text.find(marker, newline) if newline >= 0 else -1
    return best


def _block_scalars(text: str, yaml: Span) -> list[Span]:
    """Find the lines that belong to `|` and `>` scalars."""
    found: list[Span] = []
    at = yaml.start
    while (match := _block_scalar.search(text, at, yaml.end)) is not None:
        header = text.rfind("\n", 0, match.start()) + 1
        depth = _depth(text, header)
        end = at = match.end()
        while at < yaml.end:
            newline = text.find("\n", at, yaml.end)
            line_end = yaml.end if newline < 0 else newline
            if text[at:line_end].strip() and _depth(text, at) <= depth:
                break
            end = at = line_end + 1
        if end > match.end():
            found.append(Span(match.end(), end))
        at = max(end, match.end())
    return found


def _depth(text: str, line: int) -> int:
    match = _indent.match(text, line)
    return match.end() - match.start() if match else 0

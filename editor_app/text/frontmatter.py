"""Where a Markdown file's frontmatter stands."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.text.spans import Span

_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The parts of a file that opens with a `---` line.

    `opening` and `closing` are the two fence lines with their newlines,
    `yaml` is what stands between them, `body` what follows. A frontmatter
    that is never closed has an empty `closing` where it most likely ends:
    before its first blank line.
    """

    opening: Span
    yaml: Span
    closing: Span
    body: Span
    closed: bool


def split_frontmatter(source: str) -> Frontmatter | None:
    """Find the frontmatter of an engine text, or None where there is none."""
    opening = _fence_at(source, 0)
    if opening is None:
        return None
    start = opening.end
    closing = _closing_fence(source, start)
    if closing is not None:
        yaml, closed = Span(start, closing.start), True
    else:
        end = _likely_end(source, start)
        yaml, closing, closed = Span(start, end), Span(end, end), False
    return Frontmatter(opening, yaml, closing, Span(closing.end, len(source)), closed)


def _closing_fence(source: str, start: int) -> Span | None:
    at = start
    while at < len(source):  # each turn goes to the next line that begins with the fence
        fence = _fence_at(source, at)
        if fence is not None:
            return fence
        found = source.find("\n" + _FENCE, at)
        if found < 0:
            return None
        at = found + 1
    return None


def _fence_at(source: str, line_start: int) -> Span | None:
    """Return the line at `line_start`, newline included, if it is a fence."""
    if not source.startswith(_FENCE, line_start):
        return None
    end = line_start + len(_FENCE)
    while end < len(source) and source[end] in " \t":
        end += 1
    if end == len(source):
        return Span(line_start, end)
    return Span(line_start, end + 1) if source[end] == "\n" else None


def _likely_end(source: str, start: int) -> int:
    """Return the start of the first blank line that has a line with text before it."""
    at, seen_text = start, False
    while at < len(source):
        newline = source.find("\n", at)
        line_end = len(source) if newline < 0 else newline
        blank = not source[at:line_end].strip(" \t")
        if blank and seen_text:
            return at
        seen_text = seen_text or not blank
        at = line_end + 1
    return len(source)

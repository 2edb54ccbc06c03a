"""Finding a Markdown file's frontmatter: YAML between `---` lines, TOML between `+++` lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor_app.text.lines import line_at
from editor_app.text.spans import Span


class FrontmatterFormat(StrEnum):
    """The formats of frontmatter."""

    YAML = "YAML"
    TOML = "TOML"

    @property
    def mark(self) -> str:
        """The line that opens and closes such a frontmatter: `---` or `+++`."""
        return _MARKS[self]


_MARKS = {FrontmatterFormat.YAML: "---", FrontmatterFormat.TOML: "+++"}


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The parts of a file that opens with a `---` line, or with a `+++` line.

    `opening` and `closing` are the two mark lines with their newlines,
    `metadata` is the text between them, `body` the text behind. A frontmatter
    that is never closed has an empty `closing` where it most likely ends:
    before its first blank line.
    """

    opening: Span
    metadata: Span
    closing: Span
    body: Span
    closed: bool
    format: FrontmatterFormat = FrontmatterFormat.YAML


def split_frontmatter(source: str) -> Frontmatter | None:
    """Find the frontmatter of an engine text, or None where there is none.

    A `+++` line that is never closed opens no frontmatter, as a text may begin with one.
    """
    frontmatter = _split(source, FrontmatterFormat.YAML) or _split(source, FrontmatterFormat.TOML)
    return (
        None
        if frontmatter is None or not (frontmatter.closed or frontmatter.format is FrontmatterFormat.YAML)
        else frontmatter
    )


def unclosed_toml(source: str) -> Frontmatter | None:
    """Return the TOML frontmatter that a text opens and never closes, or None."""
    frontmatter = _split(source, FrontmatterFormat.TOML)
    return None if frontmatter is None or frontmatter.closed else frontmatter


def _split(source: str, form: FrontmatterFormat) -> Frontmatter | None:
    opening = _mark_at(source, 0, form.mark)
    if opening is None:
        return None
    start = opening.end
    closing = _closing_mark(source, start, form.mark)
    if closing is not None:
        metadata, closed = Span(start, closing.start), True
    else:
        end = _likely_end(source, start)
        metadata, closing, closed = Span(start, end), Span(end, end), False
    return Frontmatter(opening, metadata, closing, Span(closing.end, len(source)), closed, form)


def _closing_mark(source: str, start: int, mark: str) -> Span | None:
    at = start
    while at < len(source):  # each turn goes to the next line that begins with the mark
        line = _mark_at(source, at, mark)
        if line is not None:
            return line
        newline = source.find("\n" + mark, at)
        if newline < 0:
            return None
        at = newline + 1
    return None


def _mark_at(source: str, line_start: int, mark: str) -> Span | None:
    """Return the span of the line at `line_start`, newline included, if it consists of `mark`."""
    if not source.startswith(mark, line_start):
        return None
    end = line_start + len(mark)
    while end < len(source) and source[end] in " \t":
        end += 1
    if end == len(source):
        return Span(line_start, end)
    return Span(line_start, end + 1) if source[end] == "\n" else None


def _likely_end(source: str, start: int) -> int:
    """Return the start of the first blank line that has a line with text before it."""
    at, seen_text = start, False
    while at < len(source):
        line = line_at(source, at)
        blank = not line.of(source).strip(" \t")
        if blank and seen_text:
            return at
        seen_text = seen_text or not blank
        at = line.end + 1
    return len(source)

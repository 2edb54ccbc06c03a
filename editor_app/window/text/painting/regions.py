"""The language of each part of a text, for colouring: YAML, TOML, JSON, Markdown, fenced code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from editor_app.analysis.analysis import row_of
from editor_app.highlighting.line_colours import (
    Colour,
    Fence,
    find_fences,
    json_colours,
    toml_colours,
    yaml_colours,
)
from editor_app.highlighting.markdown_lines import MarkdownLines
from editor_app.library.kinds import Kind
from editor_app.text import Span
from editor_app.text.frontmatter import FrontmatterFormat, split_frontmatter

_block_scalar = re.compile(r"[ \t:-][|>][-+\d]{0,2}[ \t]*\n")
_toml_quotes = re.compile("\"{3}|'{3}")
_indent = re.compile(r"[ ]*")


class Regions:
    """The parts of one text by language, found when first asked for."""

    def __init__(
        self, text: str, kind: Kind | None, code_colours: Callable[[int, str, str], Sequence[Colour]]
    ) -> None:
        """Take `text` as that of a file of `kind`, None for an unknown one.

        `code_colours` returns the colours of a fence's code by its index, language and code.
        """
        self._text = text
        row = row_of(kind) if kind is not None else None
        self._is_markdown = row is not None and row.form.is_markdown
        self._is_data = row is not None and row.form.is_data
        self._is_json = self._is_data and text[:200].lstrip()[:1] in {"{", "["}
        frontmatter = split_frontmatter(text) if row is not None and row.form.has_frontmatter else None
        self._yaml = Span(0, len(text)) if self._is_data else Span(0, 0)
        self._toml = Span(0, 0)
        self._mark_lines = Span(0, 0), Span(0, 0)
        if frontmatter is not None:
            self._mark_lines = frontmatter.opening, frontmatter.closing
            if frontmatter.format is FrontmatterFormat.TOML:
                self._toml = frontmatter.metadata
            else:
                self._yaml = frontmatter.metadata
        self._markdown = MarkdownLines(text, code_colours, self._mark_lines[1].end)
        self._scalars: list[Span] | None = None
        self._strings: list[Span] | None = None

    def colours(self, start: int, line: str) -> tuple[Colour, ...]:
        """Return the colours of the line that begins at `start`."""
        if self._is_json:
            return json_colours(line)
        if self._yaml.start <= start < self._yaml.end:
            if _within(self._block_scalars(), start):
                return (Colour(0, len(line), "str"),)
            return yaml_colours(line)
        if self._toml.contains(start):
            in_string = _within(self._toml_strings(), start)
            return (Colour(0, len(line), "str"),) if in_string else toml_colours(line)
        if not self._is_markdown:
            return ()
        if any(span.contains(start) for span in self._mark_lines):
            return (Colour(0, len(line), "faint"),)
        return self._markdown.colours(start, line)

    def _toml_strings(self) -> list[Span]:
        if self._strings is None:
            self._strings = _toml_strings(self._text, self._toml)
        return self._strings

    def _block_scalars(self) -> list[Span]:
        if self._scalars is None:
            self._scalars = _block_scalars(self._text, self._yaml)
        return self._scalars


def _within(spans: list[Span], offset: int) -> bool:
    at = bisect_right(spans, (offset, len(spans) and spans[-1].end)) - 1
    return at >= 0 and spans[at].contains(offset)


def _block_scalars(text: str, yaml: Span) -> list[Span]:
    """Return the spans of the lines that belong to `|` and `>` scalars."""
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


def _toml_strings(text: str, toml: Span) -> list[Span]:
    """Return the spans of strings over several lines, without their first lines."""
    found: list[Span] = []
    at = toml.start
    while (match := _toml_quotes.search(text, at, toml.end)) is not None:
        closing = text.find(match[0], match.end(), toml.end)
        at = toml.end if closing < 0 else closing + len(match[0])
        newline = text.find("\n", match.end(), at)
        if newline >= 0:
            found.append(Span(newline + 1, at))
    return found


def _depth(text: str, line: int) -> int:
    match = _indent.match(text, line)
    return match.end() - match.start() if match else 0

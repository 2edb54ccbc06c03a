"""The indentation of lines: of those of a span, of a new one, and to the next step."""

from __future__ import annotations

import re

from editor_app.text.edits import Edit
from editor_app.text.lines import line_at, line_start
from editor_app.text.spans import Span

INDENT = "  "
_item_with_key = re.compile(r" *(?:- +)+(?=[\w.-]+:(?: |$))").match
_opens_text = re.compile(r" *(?:- +)*[\w.-]+: *[|>][-+0-9]*$").match


def indented(text: str, span: Span) -> list[Edit]:
    """Return the edits that move the lines of `span` one step to the right; blank lines stay."""
    return [
        Edit(Span(line.start, line.start), INDENT)
        for line in lines_of(text, span)
        if line.of(text).strip(" \t")
    ]


def outdented(text: str, span: Span) -> list[Edit]:
    """Return the edits that move the lines of `span` one step to the left, as far as they can go."""
    edits: list[Edit] = []
    for start, end in lines_of(text, span):
        head = text[start : min(end, start + len(INDENT))]
        width = 1 if head.startswith("\t") else len(head) - len(head.lstrip(" "))
        if width:
            edits.append(Edit(Span(start, start + width), ""))
    return edits


def lines_of(text: str, span: Span) -> list[Span]:
    """Return the spans of the lines that `span` touches, without newlines or a line that it only ends at."""
    lines = [line_at(text, span.start)]
    while lines[-1].end < span.end - 1:
        lines.append(line_at(text, lines[-1].end + 1))
    return lines


def indent_at(text: str, offset: int, *, is_data: bool = False) -> str:
    """Return the indentation for a new line at `offset`: that of its line up to there.

    In data, YAML that is, the next line of a list's item stands below the item's first key, and the first
    line of a text over several lines is one step to the right.
    """
    line = text[line_start(text, offset) : offset]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    if not is_data:
        return indent
    item = _item_with_key(line)
    indent = " " * len(item[0]) if item else indent
    return f"{indent}{INDENT}" if _opens_text(line) else indent


def tab_at(text: str, offset: int) -> str:
    """Return the spaces from `offset` to the next step of indentation."""
    return " " * (len(INDENT) - (offset - line_start(text, offset)) % len(INDENT))

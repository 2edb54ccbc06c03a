"""The indentation of lines: of those of a span, of a new one, and to the next step."""

from __future__ import annotations

import re

from editor_app.text.edits import Edit
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
    start = text.rfind("\n", 0, span.start) + 1
    last = max(span.start, span.end - 1) if span.length else span.end
    lines: list[Span] = []
    while True:
        newline = text.find("\n", start)
        end = len(text) if newline < 0 else newline
        lines.append(Span(start, end))
        if newline < 0 or end >= last:
            return lines
        start = end + 1


def indent_at(text: str, offset: int, *, is_data: bool = False) -> str:
    """Return the indentation for a new line at `offset`: that of its line up to there.

    In data, YAML that is, the next line of a list's item stands below the item's first key, and the first
    line of a text over several lines is one step to the right.
    """
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    if not is_data:
        return indent
    item = _item_with_key(line)
    indent = " " * len(item[0]) if item else indent
    return f"{indent}{INDENT}" if _opens_text(line) else indent


def tab_at(text: str, offset: int) -> str:
    """Return the spaces from `offset` to the next step of indentation."""
    column = offset - (text.rfind("\n", 0, offset) + 1)
    return " " * (len(INDENT) - column % len(INDENT))

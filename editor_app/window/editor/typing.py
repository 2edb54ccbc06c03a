"""The edits of keys: indenting, outdenting, the indentation of new lines."""

from __future__ import annotations

from editor_app.text import Edit, Span

INDENT = "  "


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


def indent_at(text: str, offset: int) -> str:
    """Return the indentation for a new line at `offset`: that of its line up to there."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def tab_at(text: str, offset: int) -> str:
    """Return the spaces from `offset` to the next step of indentation."""
    column = offset - (text.rfind("\n", 0, offset) + 1)
    return " " * (len(INDENT) - column % len(INDENT))

"""A block of the file as a snippet of text that can be written in another place."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.edits import column_of
from editor_app.system_messages.edits import brackets, lines
from editor_app.system_messages.edits.finding import Home, name_of
from editor_app.system_messages.edits.lines import UNSAFE
from editor_app.system_messages.edits.parts import Part, Written
from editor_app.system_messages.edits.values import Refused
from editor_app.text import Edit, Span


class Snippet(NamedTuple):
    """A block as text: in lines with its dash in column 0, and in brackets where that can be."""

    part: Part
    lines: str
    flow: brackets.FlowSnippet | None
    keeps: bool = False
    why_not: str = ""  # brackets


def snippet_at(written: Written, home: Home, index: int, inner: tuple[Edit, ...] = ()) -> Snippet:
    """Return a block as it is written in the file, with `inner` edits made in it."""
    source, part, items = written.source, home.blocks[index], home.items
    assert items is not None
    assert home.key is not None
    if items.flow:
        lifted = brackets.lift(source, items, index)
        if inner:
            text = edited(source, Span(part.start, part.end), inner)
            lifted = lifted._replace(text=brackets.set_out(text, indent_of(source, part.start)))
        comments = "".join(f"{line}\n" for line in lifted.above)
        behind = f" {lifted.behind}" if lifted.behind else ""
        return Snippet(part, f"{comments}- {brackets.set_in(lifted.text, '  ')}{behind}", lifted)
    start, dash, end = lines.extent_of(source, home.key, items, index)
    edits = (*inner, *lines.ended(source, part))
    text = lines.outdented(edited(source, Span(start, end), edits), column_of(source, dash))
    keeps = lines.keeps_blanks(source, part)
    if lines.has_comment(source, start, end, part):
        why = f"‘{name_of(part, (*home.path, index))}’ has comments, which have no place between brackets."
        return Snippet(part, text, None, keeps, why)
    if inner:
        return Snippet(part, text, None, keeps, UNSAFE)
    return Snippet(part, text, brackets.FlowSnippet(lines.flow_text(source, part)), keeps)


def in_brackets(block: Snippet) -> brackets.FlowSnippet:
    """Return a block as it is written in brackets, or refuse where it can’t be."""
    if block.flow is None:
        raise Refused(block.why_not)
    return block.flow


def edited(source: str, span: Span, edits: tuple[Edit, ...]) -> str:
    """Return the text of a span with edits made in it."""
    text = span.of(source)
    for edit in sorted(edits, reverse=True):
        at = edit.span.shifted(-span.start)
        text = text[: at.start] + edit.text + text[at.end :]
    return text


def indent_of(source: str, at: int) -> str:
    """Return the blanks that the line `at` stands on begins with."""
    line = source[lines.line_start(source, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]

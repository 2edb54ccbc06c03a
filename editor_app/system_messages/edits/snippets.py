"""A block as a snippet: its text in a form that can be inserted elsewhere in the file."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import Document, Refused
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.editing.places import column_of, indent_of
from editor_app.structured.nodes import WrittenNode
from editor_app.system_messages.edits.finding import BlockList, name_of
from editor_app.text import Edit, Span


class Snippet(NamedTuple):
    """A block as text: `lines` with the dash in column 0, and `flow` for lists in brackets.

    `flow` is None where the block can't be written in brackets, and `why_not` says why. `keeps`: its last
    scalar keeps the blank lines after it.
    """

    node: WrittenNode
    lines: str
    flow: brackets.FlowSnippet | None
    keeps: bool = False
    why_not: str = ""


def snippet_at(
    document: Document, block_list: BlockList, index: int, inner: tuple[Edit, ...] = ()
) -> Snippet:
    """Return the text of a block in the file as a snippet, with `inner` edits applied."""
    source, node = document.source, block_list.blocks[index]
    key, items = block_list.listed
    if items.flow:
        snippet = brackets.snippet_of(source, items, index)
        if inner:
            text = edited(source, node.span, inner)
            snippet = snippet._replace(text=brackets.set_out(text, indent_of(source, node.span.start)))
        comments = "".join(f"{line}\n" for line in snippet.above)
        behind = f" {snippet.behind}" if snippet.behind else ""
        return Snippet(node, f"{comments}- {brackets.set_in(snippet.text, '  ')}{behind}", snippet)
    start, dash, end = lines.extent_of(source, key, items, index)
    edits = (*inner, *lines.ended(source, node))
    text = lines.outdented(edited(source, Span(start, end), edits), column_of(source, dash))
    keeps = lines.keeps_blanks(source, node)
    if lines.has_comment(source, start, end, node):
        why = (
            f"‘{name_of(node, (*block_list.path, index))}’ has comments, "
            "which have no place between brackets."
        )
        return Snippet(node, text, None, keeps, why)
    if inner:
        return Snippet(node, text, None, keeps, UNSAFE)
    return Snippet(node, text, brackets.FlowSnippet(lines.flow_text(source, node)), keeps)


def in_brackets(block: Snippet) -> brackets.FlowSnippet:
    """Return a snippet's text for lists in brackets; raises `Refused` where it can't be written so."""
    if block.flow is None:
        raise Refused(block.why_not)
    return block.flow


def edited(source: str, span: Span, edits: tuple[Edit, ...]) -> str:
    """Return the text of a span of the source with edits inside it applied."""
    text = span.of(source)
    for edit in sorted(edits, reverse=True):
        at = edit.span.shifted(-span.start)
        text = text[: at.start] + edit.text + text[at.end :]
    return text

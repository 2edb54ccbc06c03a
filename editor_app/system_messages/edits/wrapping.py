"""Wrapping a block in a new block."""

from __future__ import annotations

from editor_app.structured.editing import brackets, lines
from editor_app.structured.editing.documents import Document, new_sequence, new_text, with_children
from editor_app.structured.editing.places import column_of, indent_of
from editor_app.structured.nodes import MappingNode, is_bracketed
from editor_app.system_messages.edits.finding import BLOCK_LISTS, BlockList, text_of
from editor_app.system_messages.edits.new_blocks import gap_of, new_block
from editor_app.system_messages.edits.placing import Plan
from editor_app.system_messages.edits.snippets import Snippet, in_brackets, snippet_at
from editor_app.text import Edit, Span


def wrap(document: Document, block_list: BlockList, index: int) -> Plan:
    """Plan the replacement of a block by a new block that has it as its only child."""
    source = document.source
    key, items = block_list.listed
    block = block_list.blocks[index]
    type_ = text_of(block, "type") or "behavior"
    new = new_block(
        document, block_list, index + 1, type_, f"Write what these {type_} instructions share here."
    )
    assert isinstance(new.node, MappingNode)
    children = (*new.node.children, new_text(BLOCK_LISTS.inner), new_sequence((block,)))
    node = with_children(new.node, children)
    changes = {id(items): (*block_list.blocks[:index], node, *block_list.blocks[index + 1 :])}
    path = (*block_list.path, index)
    wrapped = snippet_at(document, block_list, index)
    if items.flow:
        edits = _wrap_in_brackets(document, block_list, index, new, wrapped)
        return Plan(edits, changes, path)
    start, dash, end = lines.extent_of(source, key, items, index)
    column = column_of(source, dash)
    inner = gap_of(document, block_list) + 1
    step = column - column_of(source, key.span.start)
    text = f"{new.lines}\n{' ' * inner}{BLOCK_LISTS.inner}:\n{lines.indented(wrapped.lines, inner + step)}"
    closing = "\n" if end == len(source) and not source.endswith("\n") else ""
    return Plan((Edit(Span(start, end), lines.indented(text, column) + closing),), changes, path)


def _wrap_in_brackets(
    document: Document, block_list: BlockList, index: int, new: Snippet, wrapped: Snippet
) -> tuple[Edit, ...]:
    block = block_list.blocks[index]
    flow_style = brackets.flow_style_of(document, block if is_bracketed(block) else block_list.owner)
    snippet, opened = in_brackets(wrapped), in_brackets(new).text
    child = flow_style.key(BLOCK_LISTS.inner) + flow_style.written("[", [snippet.text], "]")
    if "\n" in opened and flow_style.unit is not None:
        text = opened[:-2] + f",\n{flow_style.unit}{brackets.set_in(child, flow_style.unit)}\n}}"
    else:
        text = f"{opened[:-1]}{flow_style.comma}{child}}}"
    indent = indent_of(document.source, block.span.start)
    return (Edit(block.span, brackets.set_in(text, indent)),)

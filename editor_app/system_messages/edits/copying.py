"""Copies of blocks, without their anchors and with unused ids."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.structured.editing.aliases import merged_mappings
from editor_app.structured.editing.documents import Document, Refused, new_text, with_children, with_items
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Syntax, WrittenNode
from editor_app.structured.spelling import spell
from editor_app.system_messages.edits.finding import BLOCK_LISTS, BlockList, name_of
from editor_app.system_messages.edits.new_blocks import free_id, ids_of
from editor_app.system_messages.edits.snippets import Snippet, snippet_at
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit, Span

_SAME_IDS = "The blocks in ‘{name}’ come from an anchor; copies would have the same ids."


def copied(
    document: Document, block_list: BlockList, index: int, path: BlockPath
) -> tuple[Snippet, WrittenNode]:
    """Return a copy of a block as a snippet and as a node, without its anchors and with unused ids."""
    taken = ids_of(document)
    inner: list[Edit] = []
    source = document.source

    def copy(block: WrittenNode, path: BlockPath) -> MappingNode:
        name = name_of(block, path)
        if not isinstance(block, MappingNode):
            raise Refused(f"‘{name}’ comes from an anchor; a copy of it would have the same id.")
        if any(merged.written_value(BLOCK_LISTS.inner) for merged in merged_mappings(block)):
            raise Refused(_SAME_IDS.format(name=name))
        children: list[WrittenNode] = []
        for key, value in block.written:
            field = key.text if isinstance(key, ScalarNode) else ""
            new = value
            if field == "id":
                new = copied_id(value, name)
            elif field == BLOCK_LISTS.inner and isinstance(value, SequenceNode):
                inner.extend(_without_anchor(source, value))
                copies = [copy(child, (*path, at)) for at, child in enumerate(value.written)]
                new = with_items(value._replace(anchor=None), tuple(copies))
            elif field == BLOCK_LISTS.inner:
                raise Refused(_SAME_IDS.format(name=name))
            else:
                inner.extend(edit for node in _within(value) for edit in _without_anchor(source, node))
            children += key, new
        inner.extend(_without_anchor(source, block))
        return with_children(block._replace(anchor=None), tuple(children))

    def copied_id(value: WrittenNode, name: str) -> ScalarNode:
        if not isinstance(value, ScalarNode) or not value.text:
            raise Refused(f"The id of ‘{name}’ comes from an anchor or is missing; write one first.")
        new = free_id(taken, value.text.rstrip("0123456789").removesuffix("-") or value.text, 2)
        inner.append(Edit(value.span, _spelled(document, new)))
        return new_text(new)

    node = copy(block_list.blocks[index], path)
    return snippet_at(document, block_list, index, tuple(inner)), node


def _spelled(document: Document, text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False) if document.syntax is Syntax.JSON else spell(text, flow=True)


def _within(node: WrittenNode) -> Iterator[WrittenNode]:
    yield node
    for child in node.children:
        yield from _within(child)


def _without_anchor(source: str, node: WrittenNode) -> Iterator[Edit]:
    if node.anchor is None:
        return
    at = source.index(f"&{node.anchor}", node.span.start)
    end = at + len(node.anchor) + 1
    if source.startswith("\n", end) and source[at - 1] == " ":
        yield Edit(Span(at - 1, end), "")
    else:
        yield Edit(Span(at, end + source.startswith(" ", end)), "")

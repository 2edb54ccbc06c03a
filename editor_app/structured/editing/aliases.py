"""What aliases and `<<` bring in, written out, and the place of what they repeat."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.structured.editing.documents import Document, EditRefused, with_items
from editor_app.structured.editing.lines import UNSAFE
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    WrittenNode,
    mapping_node,
)
from editor_app.text import Sentence

_MOST_NODES = 20_000


def merged_mappings(owner: MappingNode) -> Iterator[MappingNode]:
    """Go through the mappings that `<<` brings in, and those these bring in, each once."""
    seen: set[int] = set()
    waiting = _merged_by(owner)
    while waiting:
        mapping = waiting.pop()
        if id(mapping) not in seen:
            seen.add(id(mapping))
            yield mapping
            waiting += _merged_by(mapping)


def _merged_by(owner: MappingNode) -> list[MappingNode]:
    """Return the mappings that `<<` brings in itself, the last first."""
    merge = owner.written_value("<<")
    if merge is None:
        return []
    sources = reversed(merge.written) if isinstance(merge, SequenceNode) else (merge,)
    return [mapping for mapping in map(target_of, sources) if isinstance(mapping, MappingNode)]


def target_of(node: WrittenNode) -> Node:
    """Return what an alias repeats where that stands, and any other node as it is."""
    return node.target if isinstance(node, AliasNode) else node


def resolved(node: WrittenNode) -> Node:
    """Return a node without anchors: what it repeats and what it merges is written out."""
    count = [0]

    def go(node: WrittenNode) -> Node:
        count[0] += 1
        if count[0] > _MOST_NODES:
            raise EditRefused(Sentence("structured.anchors-too-much"))
        if isinstance(node, AliasNode):
            return go(node.target)
        if isinstance(node, SequenceNode):
            return with_items(node._replace(anchor=None), tuple(map(go, node.written)))
        if isinstance(node, ScalarNode):
            return node._replace(anchor=None)
        entries: dict[str, tuple[Node, Node]] = {}
        for mapping in (node, *merged_mappings(node)):
            for key, value in mapping.written:
                name = key.text if isinstance(key, ScalarNode) else ""
                if name != "<<" and name not in entries:
                    entries[name] = key_of(key), go(value)
        return mapping_node(tuple(entries.values()), node.span, node.flow, written_tag=node.written_tag)

    return go(node)


def key_of(key: WrittenNode) -> Node:
    """Return a key without an anchor of its own."""
    return target_of(key)._replace(anchor=None)


def slot_of(document: Document, node: Node) -> tuple[SequenceNode | MappingNode, int]:
    """Return the list or mapping a node stands in, and its place among the children of that."""
    stack: list[WrittenNode] = [document.root] if document.root is not None else []
    while stack:
        owner = stack.pop()
        if not isinstance(owner, (SequenceNode, MappingNode)):
            continue
        for slot, child in enumerate(owner.children):
            if child is node:
                return owner, slot
            if child.span.start <= node.span.start <= child.span.end:
                stack.append(child)
    raise EditRefused(UNSAFE)

"""Where blocks stand in the tree of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from editor_app.structured import AliasNode, MappingNode, ScalarNode, SequenceNode, WrittenNode
from editor_app.structured.editing.aliases import merged_mappings, target_of
from editor_app.structured.editing.documents import Document, Refused
from editor_app.structured.editing.pruning import NestedLists
from editor_app.system_messages.model.entities import BlockPath, path_label

BLOCK_LISTS = NestedLists("blocks", "children")


class BlockList(NamedTuple):
    """The list of blocks that a block, or the message, has or could have.

    `key` and `items` are None where it has none; `items` is no list where something else stands there.
    `around` is the list its owner is in.
    """

    owner: MappingNode
    name: str
    path: BlockPath
    key: WrittenNode | None = None
    items: WrittenNode | None = None
    around: BlockList | None = None

    @property
    def blocks(self) -> tuple[WrittenNode, ...]:
        """The blocks in it."""
        return self.items.written if isinstance(self.items, SequenceNode) else ()

    @property
    def listed(self) -> tuple[WrittenNode, SequenceNode]:
        """The key and the list of one that has blocks."""
        assert self.key is not None
        assert isinstance(self.items, SequenceNode)
        return self.key, self.items


def home_at(document: Document, path: BlockPath) -> BlockList:
    """Return the list of the blocks that stand directly in a block, () for the message."""
    if not isinstance(document.root, MappingNode):
        raise Refused("There is no system message in this file to put blocks into.")
    home = _home(document, document.root, BLOCK_LISTS.outer, (), None)
    for depth, index in enumerate(path, 1):
        if not 0 <= index < len(home.blocks):
            raise Refused(f"There is no block {path_label(path[:depth])}.")
        block = home.blocks[index]
        if isinstance(block, AliasNode):
            raise Refused(_elsewhere(document, f"‘{name_of(block, path[:depth])}’", block))
        if not isinstance(block, MappingNode):
            raise Refused(f"{path_label(path[:depth])} is no block; mend it in the text first.")
        home = _home(document, block, BLOCK_LISTS.inner, path[:depth], home)
    return home


def block_at(home: BlockList, index: int) -> WrittenNode:
    """Return one of the blocks of a list."""
    if not 0 <= index < len(home.blocks):
        raise Refused(f"There is no block {path_label((*home.path, index))}.")
    return home.blocks[index]


def _home(
    document: Document, owner: MappingNode, name: str, path: BlockPath, around: BlockList | None
) -> BlockList:
    index = owner.place_of(name)
    if index is not None:
        key, items = owner.written[index]
        if isinstance(items, AliasNode):
            raise Refused(_elsewhere(document, f"The blocks in ‘{name_of(owner, path)}’", items))
        return BlockList(owner, name, path, key, items, around)
    for merged in merged_mappings(owner):
        if merged.written_value(name) is not None:
            raise Refused(
                f"The blocks in ‘{name_of(owner, path)}’ come in by ‘<<’; change them where they are written."
            )
    return BlockList(owner, name, path, None, None, around)


def _elsewhere(document: Document, subject: str, alias: AliasNode) -> str:
    line = document.source.count("\n", 0, alias.target.span.start) + 1
    verb = "come" if subject.startswith("The ") else "comes"
    return f"{subject} {verb} from the anchor ‘&{alias.name}’ on line {line}; change it there."


def field_of(block: WrittenNode, name: str) -> WrittenNode | None:
    """Return a field of a block, its own, its anchor's or a merged one; aliases are followed."""
    mapping = target_of(block)
    if not isinstance(mapping, MappingNode):
        return None
    value = mapping.written_value(name)
    if value is None:
        found = (merged.written_value(name) for merged in merged_mappings(mapping))
        value = next((other for other in found if other is not None), None)
    return None if value is None else target_of(value)


def text_of(block: WrittenNode, name: str) -> str:
    """Return a field of a block as it is written, "" where it is none."""
    value = field_of(block, name)
    return value.text if isinstance(value, ScalarNode) else ""


def name_of(block: WrittenNode, path: BlockPath) -> str:
    """Return what sentences call a block."""
    return text_of(block, "id") or (path_label(path) if path else "the message")


def all_blocks(document: Document) -> Iterator[WrittenNode]:
    """Go through all blocks, each before its children; what an alias repeats is gone through once more."""
    stack: list[WrittenNode] = [document.root] if document.root is not None else []
    name, most = BLOCK_LISTS.outer, 100_000
    while stack and most:
        most -= 1
        block = stack.pop()
        if block is not document.root:
            yield block
        listed = field_of(block, name)
        name = BLOCK_LISTS.inner
        if isinstance(listed, SequenceNode):
            stack += reversed(listed.written)

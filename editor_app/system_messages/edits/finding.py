"""Finding blocks, and lists of blocks, in the tree of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from editor_app.structured.editing.aliases import merged_mappings, target_of
from editor_app.structured.editing.checking import NestedLists
from editor_app.structured.editing.documents import Document, EditRefused
from editor_app.structured.nodes import AliasNode, MappingNode, ScalarNode, SequenceNode, WrittenNode
from editor_app.system_messages.model.entities import BlockPath, path_label
from editor_app.text import Sentence

BLOCK_LISTS = NestedLists("blocks", "children")


class BlockList(NamedTuple):
    """The list of blocks of an owner: `blocks` of the system message or `children` of a block.

    `name` is that key, and `path` the owner's path. `key` and `items` are the nodes of the entry, None where
    the owner has none; `items` may be no list. `around` is the list that the owner itself is in.
    """

    owner: MappingNode
    name: str
    path: BlockPath
    key: WrittenNode | None = None
    items: WrittenNode | None = None
    around: BlockList | None = None

    @property
    def blocks(self) -> tuple[WrittenNode, ...]:
        """The nodes of its blocks; () where there is no list."""
        return self.items.written if isinstance(self.items, SequenceNode) else ()

    @property
    def listed(self) -> tuple[WrittenNode, SequenceNode]:
        """The nodes of key and list; only where the list has blocks."""
        assert self.key is not None
        assert isinstance(self.items, SequenceNode)
        return self.key, self.items


def block_list_at(document: Document, path: BlockPath) -> BlockList:
    """Return the list of blocks in the block at `path`, () for the system message, or raise `EditRefused`."""
    if not isinstance(document.root, MappingNode):
        raise EditRefused(Sentence("system_messages.no-message"))
    block_list = _block_list(document, document.root, BLOCK_LISTS.outer, (), None)
    for depth, index in enumerate(path, 1):
        if not 0 <= index < len(block_list.blocks):
            raise EditRefused(Sentence("system_messages.no-such-block", path=path_label(path[:depth])))
        block = block_list.blocks[index]
        if isinstance(block, AliasNode):
            name = name_of(block, path[:depth])
            raise EditRefused(
                Sentence(
                    "system_messages.block-from-anchor",
                    name=name,
                    anchor=block.name,
                    line=_line(document, block.target),
                )
            )
        if not isinstance(block, MappingNode):
            raise EditRefused(Sentence("system_messages.not-a-block", name=path_label(path[:depth])))
        block_list = _block_list(document, block, BLOCK_LISTS.inner, path[:depth], block_list)
    return block_list


def block_at(block_list: BlockList, index: int) -> WrittenNode:
    """Return the block at an index of a list; an index without a block raises `EditRefused`."""
    if not 0 <= index < len(block_list.blocks):
        raise EditRefused(
            Sentence("system_messages.no-such-block", path=path_label((*block_list.path, index)))
        )
    return block_list.blocks[index]


def _block_list(
    document: Document, owner: MappingNode, name: str, path: BlockPath, around: BlockList | None
) -> BlockList:
    index = owner.place_of(name)
    if index is not None:
        key, items = owner.written[index]
        if isinstance(items, AliasNode):
            raise EditRefused(
                Sentence(
                    "system_messages.blocks-from-anchor",
                    name=name_of(owner, path),
                    anchor=items.name,
                    line=_line(document, items.target),
                )
            )
        return BlockList(owner, name, path, key, items, around)
    for merged in merged_mappings(owner):
        if merged.written_value(name) is not None:
            raise EditRefused(Sentence("system_messages.blocks-merged", name=name_of(owner, path)))
    return BlockList(owner, name, path, None, None, around)


def field_of(block: WrittenNode, name: str) -> WrittenNode | None:
    """Return the value of a field of a block, own or merged, following aliases; None where there is none."""
    mapping = target_of(block)
    if not isinstance(mapping, MappingNode):
        return None
    value = mapping.written_value(name)
    if value is None:
        values = (merged.written_value(name) for merged in merged_mappings(mapping))
        value = next((other for other in values if other is not None), None)
    return None if value is None else target_of(value)


def text_of(block: WrittenNode, name: str) -> str:
    """Return the text of a field of a block, "" where it is missing or no scalar."""
    value = field_of(block, name)
    return value.text if isinstance(value, ScalarNode) else ""


def name_of(block: WrittenNode, path: BlockPath) -> str:
    """Return the name of a block for sentences: its id, else its path."""
    return text_of(block, "id") or (path_label(path) if path else Sentence("system_messages.the-message"))


def all_blocks(document: Document) -> Iterator[WrittenNode]:
    """Yield all blocks, each before its children; blocks that an alias repeats are yielded again."""
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


def check_delete(document: Document, block: WrittenNode, path: BlockPath) -> None:
    """Raise `EditRefused` if a block to be deleted holds an anchor that an alias elsewhere repeats."""
    for alias in _repeating(document, block):
        raise EditRefused(
            Sentence(
                "system_messages.is-repeated",
                name=name_of(block, path),
                alias=alias.name,
                line=_line(document, alias),
            )
        )


def check_move(document: Document, block: WrittenNode, path: BlockPath, to: int) -> None:
    """Raise `EditRefused` if a move would put an anchor after its alias, or an alias before its anchor."""
    for alias in _repeating(document, block):
        if alias.span.start < to:
            raise EditRefused(
                Sentence(
                    "system_messages.behind-alias",
                    name=name_of(block, path),
                    alias=alias.name,
                    line=_line(document, alias),
                )
            )
    for alias in document.aliases:
        target = alias.target
        if _holds(block, alias) and not _holds(block, target) and target.span.start >= to:
            raise EditRefused(
                Sentence(
                    "system_messages.before-anchor",
                    name=name_of(block, path),
                    anchor=alias.name,
                    line=_line(document, target),
                )
            )


def _repeating(document: Document, block: WrittenNode) -> Iterator[AliasNode]:
    for alias in document.aliases:
        if _holds(block, alias.target) and not _holds(block, alias):
            yield alias


def _holds(block: WrittenNode, node: WrittenNode) -> bool:
    return block.span.start <= node.span.start and node.span.end <= block.span.end


def _line(document: Document, node: WrittenNode) -> int:
    return document.source.count("\n", 0, node.span.start) + 1

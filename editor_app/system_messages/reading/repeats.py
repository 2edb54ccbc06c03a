"""What anchors and aliases repeat in a message, kept while parts of its text are read again.

A part that holds no anchor, and stands in none, changes nothing that is repeated. Its aliases repeat anchors
above it. What other blocks repeat may stand on the other side of the part, from where it is counted anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.structured.budget import MOST_ALIASES, MOST_REPEATED_NODES
from editor_app.structured.nodes import tree_size
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.reading.block_reading import BodyReading
from editor_app.system_messages.reading.problems import with_places
from editor_app.text import Span

_MOST_ANCHORED = 2_000  # nodes; so many are moved, and counted, at each key


class Repeats(NamedTuple):
    """The anchored nodes of a text in the order of their ends, and its aliases.

    Of an alias it has the place and how many nodes it repeats. There may be fewer aliases than are counted.
    """

    anchored: tuple[Node, ...] = ()
    aliases: tuple[tuple[int, int], ...] = ()

    def before(self, at: int) -> dict[str, Node]:
        """Return what an alias at a place may repeat, by its name."""
        return {node.anchor: node for node in self.anchored if node.anchor and node.span.end <= at}

    def hold(self, span: Span) -> bool:
        """Whether an anchor stands in `span`, or around it."""
        return any(node.span.start < span.end and span.start < node.span.end for node in self.anchored)

    def after(self, span: Span, growth: int, read: Repeats) -> Repeats | None:
        """Return what is repeated after `span`, which holds no anchor, was read again.

        None where it is so much that only reading the whole text tells whether it is too much.
        """
        aliases = (
            *(one for one in self.aliases if one[0] < span.start),
            *read.aliases,
            *((at + growth, size) for at, size in self.aliases if at >= span.end),
        )
        if len(aliases) > MOST_ALIASES or sum(size for _, size in aliases) > MOST_REPEATED_NODES // 2:
            return None
        anchored = tuple(_moved(node, span.end, growth) for node in self.anchored)
        return Repeats(anchored, aliases)


NO_REPEATS = Repeats()


def repeats_in(source: str, root: Node) -> Repeats | None:
    """Find the anchors and aliases in a tree that was read from `source`.

    None where they are so large that a part of the text is read no faster than all of it, or where one may
    stand behind a `<<`, which the tree does not hold.
    """
    search = _Search(source)
    search.look_into(root)
    if search.is_hidden or search.anchored_size > _MOST_ANCHORED:
        return None
    return Repeats(tuple(search.anchored), tuple(search.aliases))


class _Search:
    """The anchors and aliases found so far; `anchored_size` counts a node once for each anchor around it."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.anchored: list[Node] = []
        self.aliases: list[tuple[int, int]] = []
        self.anchored_size = 0
        self.is_hidden = False

    def look_into(self, node: Node) -> int:
        """Look into a node, and return how many nodes it has."""
        if self._source.startswith("*", node.span.start):
            size = tree_size(node)
            self.aliases.append((node.span.start, size))
            return size  # what it repeats is written elsewhere
        size = 1 + sum(map(self.look_into, _inner(node)))
        if isinstance(node, MappingNode) and node.merged:
            size += self._look_behind_merge(node)
        if node.anchor is not None:
            self.anchored.append(node)
            self.anchored_size += size
        return size

    def _look_behind_merge(self, node: MappingNode) -> int:
        """Take any asterisk in a mapping for an alias behind its `<<`, any ampersand for an anchor there."""
        written = node.span.of(self._source)
        self.is_hidden |= "&" in written
        size = 2 + sum(tree_size(value) + 1 for _, value in node.merged)
        count = min(written.count("*"), MOST_ALIASES + 1)
        self.aliases += [(node.span.start, size), *[(node.span.start, 0)] * (count - 1)]
        return size


def _inner(node: Node) -> Iterator[Node]:
    if isinstance(node, SequenceNode):
        yield from node.items
    elif isinstance(node, MappingNode):
        for pair in node.entries:
            yield from pair


def _moved(node: Node, after: int, growth: int) -> Node:
    """Return a tree whose places from `after` on have moved, of what it says and not how that is written."""
    if not growth:
        return node
    span = _moved_span(node.span, after, growth)
    if isinstance(node, ScalarNode):
        return node._replace(span=span)
    if isinstance(node, SequenceNode):
        items = tuple(_moved(item, after, growth) for item in node.items)
        return node._replace(span=span, items=items, with_aliases=None)
    entries, merged = (
        tuple(
            (key._replace(span=_moved_span(key.span, after, growth)), _moved(value, after, growth))
            for key, value in pairs
        )
        for pairs in (node.entries, node.merged)
    )
    return node._replace(span=span, entries=entries, merged=merged, with_aliases=None)


def _moved_span(span: Span, after: int, growth: int) -> Span:
    return span.shifted(growth) if span.start >= after else span


def counted_anew(block: Block, reading: BodyReading, after: int, growth: int) -> tuple[Block, BodyReading]:
    """Return a block behind `after`, which is about to move, with the places before it where they stay.

    A block's places count from its `start`, which moves with it.
    """
    bound = after - block.start

    def stay(span: Span) -> Span:
        return span.shifted(-growth) if span.start < bound else span

    body = reading.body
    content = body.content_node
    body = replace(
        body,
        places={name: stay(span) for name, span in body.places.items()},
        content_node=content._replace(span=stay(content.span)) if content is not None else None,
    )
    problems = tuple(with_places(one, stay) for one in reading.problems)
    lowest = reading.lowest - growth if reading.lowest < bound else reading.lowest
    return replace(block, body=body), replace(reading, body=body, problems=problems, lowest=lowest)

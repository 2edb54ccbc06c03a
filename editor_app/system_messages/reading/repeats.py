"""Anchors and aliases of a system message, kept up to date while parts of its text are read again.

Reading a part that holds no anchor, and is in none, changes no anchored node. Its aliases repeat anchors
above it. Blocks after the part may repeat anchors before it, so their spans there must not be shifted with
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_REPEATED_NODES
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, tree_size
from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.reading.block_reading import BodyReading
from editor_app.system_messages.reading.problems import with_places
from editor_app.text import Span

_MOST_ANCHORED = 2_000  # nodes, all of which are shifted and counted at each key


class Repeats(NamedTuple):
    """The anchored nodes of a text in the order of their ends, and its aliases.

    An alias is its offset and how many nodes it repeats. There may be fewer aliases in the text than listed.
    """

    anchored: tuple[Node, ...] = ()
    aliases: tuple[tuple[int, int], ...] = ()

    def before(self, at: int) -> dict[str, Node]:
        """Return the anchored nodes that an alias at an offset may repeat, by name."""
        return {node.anchor: node for node in self.anchored if node.anchor and node.span.end <= at}

    def hold(self, span: Span) -> bool:
        """Whether an anchored node is in `span`, or around it."""
        return any(node.span.start < span.end and span.start < node.span.end for node in self.anchored)

    def after(self, span: Span, growth: int, read: Repeats) -> Repeats | None:
        """Return the anchors and aliases after `span`, which has no anchor, was read again with `read`.

        None near the limit, where only reading the whole text tells whether it is exceeded.
        """
        aliases = (
            *(alias for alias in self.aliases if alias[0] < span.start),
            *read.aliases,
            *((at + growth, size) for at, size in self.aliases if at >= span.end),
        )
        if len(aliases) > MOST_ALIASES or sum(size for _, size in aliases) > MOST_REPEATED_NODES // 2:
            return None
        anchored = tuple(_moved(node, span.end, growth) for node in self.anchored)
        return Repeats(anchored, aliases)


NO_REPEATS = Repeats()


def repeats_in(source: str, root: Node) -> Repeats | None:
    """Return the anchors and aliases in a tree that was read from `source`.

    None where anchored nodes are so large that reading a part is no faster than reading all, or where an
    anchor may be in the value of a `<<`, which the tree does not hold.
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
        """Collect the anchors and aliases in a node, and return how many nodes it has."""
        if self._source.startswith("*", node.span.start):
            size = tree_size(node)
            self.aliases.append((node.span.start, size))
            return size  # the repeated node is collected at its anchor
        size = 1 + sum(map(self.look_into, _inner(node)))
        if isinstance(node, MappingNode) and node.merged:
            size += self._look_behind_merge(node)
        if node.anchor is not None:
            self.anchored.append(node)
            self.anchored_size += size
        return size

    def _look_behind_merge(self, node: MappingNode) -> int:
        """Count any `*` in a mapping as an alias in the value of its `<<`, and any `&` as an anchor there."""
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
    """Return a tree with spans from `after` on shifted, without its aliases (`with_aliases`)."""
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


def prepared_for_shift(
    block: Block, reading: BodyReading, after: int, growth: int
) -> tuple[Block, BodyReading]:
    """Return a block after `after` that is to be shifted, with its spans before `after` kept in the file.

    Spans are relative to the block's `start`. As that is shifted by `growth`, these are shifted by `-growth`.
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
    problems = tuple(with_places(problem, stay) for problem in reading.problems)
    lowest = reading.lowest - growth if reading.lowest < bound else reading.lowest
    return replace(block, body=body), replace(reading, body=body, problems=problems, lowest=lowest)

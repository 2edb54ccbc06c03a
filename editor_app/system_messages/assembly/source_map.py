"""The source map of an assembled system message: block, source and variable of each character."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from editor_app.system_messages.assembly.contents import (
    Contents,
    RenderedContent,
    content_source_map,
    located_names,
    located_sides,
)
from editor_app.system_messages.model.entities import Block
from editor_app.template.source_map import LeftOut, Piece, SourceMap, Why
from editor_app.text import Span


class Role(Enum):
    """What a segment is; the last three have no text, and mark where the block's text would be."""

    CONTENT = "content"
    SEPARATOR = "separator"
    HEADING = "heading"
    OPENING = "opening"
    CLOSING = "closing"
    BLANK = "blank"
    OUT = "out"
    DROPPED = "dropped"


class Segment(NamedTuple):
    """A part of the assembled text, and the index of its block; a separator belongs to the block after it."""

    text: str
    block: int
    role: Role


_RENDERED = (Role.CONTENT, Role.BLANK)
_ABSENT = (Role.OUT, Role.DROPPED)


class AssembledMap(SourceMap):
    """A source map that is made block by block when its pieces are first needed, in output order."""

    __slots__ = ("_blocks", "_contents", "_maps", "_places", "_segments", "_source", "_starts")

    def __init__(
        self,
        source: str,
        blocks: tuple[Block, ...],
        segments: Sequence[Segment],
        starts: Sequence[int],
        contents: Contents,
    ) -> None:
        """Keep the segments; no map is made yet."""
        super().__init__((), ())
        self._source = source
        self._blocks = blocks
        self._segments = segments
        self._starts = starts
        self._contents = contents
        self._maps: dict[int, SourceMap] = {}
        self._places: dict[int, int] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of all contents, separators, headings and tags."""
        return tuple(piece for at in range(len(self._segments)) for piece in self._map(at).pieces)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The parts of contents that conditions left out, and the blocks that are not sent."""
        return tuple(part for at in range(len(self._segments)) for part in self._map(at).left_out)

    @property
    def named(self) -> Iterator[Piece]:
        """The pieces that come from a variable's tag, in order."""
        return (piece for where in self._with_tags() for piece in located_names(self._source, *where))

    @property
    def sides_left_out(self) -> Iterator[LeftOut]:
        """The sides of conditions that were left out, in order."""
        return (part for where in self._with_tags() for part in located_sides(self._source, *where))

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the pieces that have characters between `start` and `end` of the output."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        for at in range(first, len(self._segments)):
            if self._starts[at] >= end:
                break
            yield from self._map(at).between(start, end)

    def piece_at(self, output_offset: int) -> Piece | None:
        """Return the piece that the output's code point at `output_offset` belongs to."""
        at = bisect_right(self._starts, output_offset) - 1
        return self._map(at).piece_at(output_offset) if 0 <= at < len(self._segments) else None

    def source_at(self, output_offset: int) -> int:
        """Return the offset in the source that the output at `output_offset` comes from."""
        at = min(bisect_right(self._starts, output_offset), len(self._segments)) - 1
        while at > 0 and not self._segments[at].text:
            at -= 1
        return self._map(at).source_at(output_offset) if at >= 0 else 0

    def output_at(self, source_offset: int) -> int:
        """Return the offset in the output nearest to what `source_offset` was rendered as."""
        at = self._segment_around(source_offset)
        if at is None:
            return 0
        segment, start = self._segments[at], self._starts[at]
        place = self._blocks[segment.block].content_span
        if segment.role not in _RENDERED or place is None or source_offset <= place.start:
            return start
        return self._map(at).output_at(source_offset) if segment.text else start

    def _segment_around(self, source_offset: int) -> int | None:
        """Return the segment of the innermost block around an offset, or of the ancestor it is left out with.

        An offset between blocks, or after the last, belongs to the block before it. None before the first.
        """
        blocks = self._blocks
        before = bisect_right(blocks, source_offset, key=lambda block: block.span.start) - 1
        index: int | None = before
        while index is not None and index >= 0 and not blocks[index].span.touches(source_offset):
            index = blocks[index].parent
        places = self._places
        if places is None:
            roles = (*_RENDERED, *_ABSENT)
            places = {segment.block: at for at, segment in enumerate(self._segments) if segment.role in roles}
            self._places = places
        index = before if index is None else index
        while index is not None and index >= 0 and index not in places:
            index = blocks[index].parent
        return None if index is None or index < 0 else places[index]

    def _with_tags(self) -> Iterator[tuple[Block, RenderedContent, int]]:
        """Yield the contents that have templates, each with its block and its offset in the output."""
        for segment, start in zip(self._segments, self._starts, strict=False):
            if segment.role in _RENDERED:
                content = self._contents[segment.block]
                if content.rendering is not None:
                    yield self._blocks[segment.block], content, start

    def _map(self, at: int) -> SourceMap:
        map_ = self._maps.get(at)
        if map_ is not None:
            return map_
        segment, start = self._segments[at], self._starts[at]
        block = self._blocks[segment.block]
        if segment.role in _RENDERED:
            map_ = content_source_map(self._source, block, self._contents[segment.block], start)
        elif segment.role in _ABSENT:
            map_ = SourceMap((), (LeftOut(block.span, start, "block", None),))
        else:
            output = Span(start, start + len(segment.text))
            here = Span(block.span.start, block.span.start)
            map_ = SourceMap((Piece(output, here, Why.ADDED, None, None),), ())
        self._maps[at] = map_
        return map_

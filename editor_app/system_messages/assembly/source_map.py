"""The source map of an assembled message: every character knows its block, its line and its variable."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from editor_app.system_messages.assembly.content_map import content_source_map, located_names, located_sides
from editor_app.system_messages.assembly.contents import Contents, RenderedContent
from editor_app.system_messages.model.entities import Block
from editor_app.template import LeftOut, Piece, SourceMap, Why
from editor_app.text import Span


class Role(Enum):
    """What a segment of a message is; the last three have no text and mark where it would stand."""

    CONTENT = "content"
    SEPARATOR = "separator"
    HEADING = "heading"
    OPENING = "opening"
    CLOSING = "closing"
    BLANK = "blank"
    OUT = "out"
    DROPPED = "dropped"


class Segment(NamedTuple):
    """A stretch of a message, and the block it belongs to; a separator belongs to the block behind it."""

    text: str
    block: int
    role: Role


_RENDERED = (Role.CONTENT, Role.BLANK)
_ABSENT = (Role.OUT, Role.DROPPED)


class AssembledMap(SourceMap):
    """A source map whose pieces are found block by block, when somebody asks for them; in output order."""

    __slots__ = ("_blocks", "_contents", "_found", "_places", "_segments", "_source", "_starts")

    def __init__(
        self,
        source: str,
        blocks: tuple[Block, ...],
        segments: Sequence[Segment],
        starts: Sequence[int],
        contents: Contents,
    ) -> None:
        """Look at nothing yet."""
        super().__init__((), ())
        self._source = source
        self._blocks = blocks
        self._segments = segments
        self._starts = starts
        self._contents = contents
        self._found: dict[int, SourceMap] = {}
        self._places: dict[int, int] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of all blocks and of what is between them."""
        return tuple(piece for at in range(len(self._segments)) for piece in self._map(at).pieces)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What is left out of contents, and whole blocks."""
        return tuple(part for at in range(len(self._segments)) for part in self._map(at).left_out)

    @property
    def named(self) -> Iterator[Piece]:
        """The pieces that stand for a name, in order."""
        return (piece for where in self._with_tags() for piece in located_names(self._source, *where))

    @property
    def sides_left_out(self) -> Iterator[LeftOut]:
        """The sides of conditions that were left out, in order."""
        return (part for where in self._with_tags() for part in located_sides(self._source, *where))

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Go through the pieces that have characters from `start` to `end` of the output."""
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
        """Return the place in the source that the output at `output_offset` comes from."""
        at = min(bisect_right(self._starts, output_offset), len(self._segments)) - 1
        while at > 0 and not self._segments[at].text:
            at -= 1
        return self._map(at).source_at(output_offset) if at >= 0 else 0

    def output_at(self, source_offset: int) -> int:
        """Return the place in the output nearest to what `source_offset` became."""
        at = self._segment_around(source_offset)
        if at is None:
            return 0
        segment, start = self._segments[at], self._starts[at]
        place = self._blocks[segment.block].content_span
        if segment.role not in _RENDERED or place is None or source_offset <= place.start:
            return start
        return self._map(at).output_at(source_offset) if segment.text else start

    def _segment_around(self, source_offset: int) -> int | None:
        """Return the segment of the innermost block around a place, or of the one it is left out with.

        A place between blocks, or behind the last, belongs to the one before it.
        """
        blocks = self._blocks
        before = bisect_right(blocks, source_offset, key=_block_start) - 1
        index: int | None = before
        while index is not None and index >= 0 and not blocks[index].span.touches(source_offset):
            index = blocks[index].parent
        places = self._segment_of
        index = before if index is None else index
        while index is not None and index >= 0 and index not in places:
            index = blocks[index].parent
        return None if index is None or index < 0 else places[index]

    @property
    def _segment_of(self) -> dict[int, int]:
        if self._places is None:
            roles = (*_RENDERED, *_ABSENT)
            self._places = {
                segment.block: at for at, segment in enumerate(self._segments) if segment.role in roles
            }
        return self._places

    def _with_tags(self) -> Iterator[tuple[Block, RenderedContent, int]]:
        """Go through the contents with templates, with where they start."""
        for segment, start in zip(self._segments, self._starts, strict=False):
            if segment.role in _RENDERED:
                content = self._contents[segment.block]
                if content.rendering is not None:
                    yield self._blocks[segment.block], content, start

    def _map(self, at: int) -> SourceMap:
        found = self._found.get(at)
        if found is None:
            found = self._found[at] = self._map_of(self._segments[at], self._starts[at])
        return found

    def _map_of(self, segment: Segment, start: int) -> SourceMap:
        block = self._blocks[segment.block]
        if segment.role in _RENDERED:
            return content_source_map(self._source, block, self._contents[segment.block], start)
        if segment.role in _ABSENT:
            return SourceMap((), (LeftOut(block.span, start, "block", None),))
        here = Span(block.span.start, block.span.start)
        return SourceMap((Piece(Span(start, start + len(segment.text)), here, Why.ADDED, None, None),), ())


def _block_start(block: Block) -> int:
    return block.span.start

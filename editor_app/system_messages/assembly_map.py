"""The source map of an assembled message: every character knows its block, its line and its variable."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from editor_app.system_messages.contents import Contents
from editor_app.system_messages.entities import Block
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


class AssembledMap(SourceMap):
    """A source map whose pieces are found block by block, when somebody asks for them."""

    __slots__ = ()

    def __init__(
        self,
        source: str,
        blocks: tuple[Block, ...],
        segments: Sequence[Segment],
        starts: Sequence[int],
        contents: Contents,
    ) -> None:
        """Look at nothing yet."""
        del source, contents
        pieces: list[Piece] = []
        left_out: list[LeftOut] = []
        for segment, start in zip(segments, starts, strict=False):
            at = blocks[segment.block].span.start
            if segment.text:
                why = Why.TEXT if segment.role is Role.CONTENT else Why.ADDED
                pieces.append(Piece(Span(start, start + len(segment.text)), Span(at, at), why, None, None))
        super().__init__(tuple(pieces), tuple(left_out))

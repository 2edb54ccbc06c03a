"""What the preview shows of a system message beside its text, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from editor_app.text import Span

FILE_ORDER: Final = "file"


class RulerSegment(NamedTuple):
    """A block that is sent: where its own content lies in the text, and what it costs.

    `block` is its index, `role` the colour of its type's group; `is_outranked` hatches it.
    """

    block: int
    name: str
    role: str
    output: Span
    tokens: int
    is_outranked: bool = False


@dataclass(frozen=True, slots=True)
class MessageMark:
    """A line of words at a place of the text: a block that is not there, or one that is outranked.

    `role` colours its dashes; `block` is the index it is about, `source` where a click goes without one.
    """

    offset: int
    words: str
    sentence: str
    role: str = "cond"
    block: int | None = None
    source: Span | None = None


@dataclass(frozen=True, slots=True)
class StabilityRow:
    """How much stays the same for one way of rebuilding, in words; `output` is where that ends."""

    brief: str
    sentence: str
    output: int | None = None


@dataclass(frozen=True, slots=True)
class MessageLook:
    """An assembled message as the preview shows it; `note` is a lasting sentence above the text."""

    segments: tuple[RulerSegment, ...] = ()
    selected: int | None = None
    marks: tuple[MessageMark, ...] = ()
    tokens: int = 0
    is_estimate: bool = False
    stability: tuple[StabilityRow, ...] = ()
    order: str = FILE_ORDER
    style: str = "plain"
    drops_outranked: bool = False
    note: str = ""

    @property
    def ways(self) -> tuple[str, str, bool]:
        """How the blocks are put together: their order, the style, and whether outranked ones are dropped."""
        return self.order, self.style, self.drops_outranked

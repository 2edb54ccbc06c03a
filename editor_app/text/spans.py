"""Half-open spans of code points."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """The code points from `start` up to, not including, `end`."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """How many code points the span covers."""
        return self.end - self.start

    def contains(self, offset: int) -> bool:
        """Whether the code point at `offset` lies in the span."""
        return self.start <= offset < self.end

    def touches(self, offset: int) -> bool:
        """Whether a cursor at `offset` stands in the span or at either end."""
        return self.start <= offset <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> Span:
        """Return the same span `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def of(self, source: str) -> str:
        """Return the text the span covers in `source`."""
        return source[self.start : self.end]

"""Where a code point of the text stands in Qt's UTF-16, and back."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise

_CHUNK = 4096


class Utf16Index:
    """Maps code points to UTF-16 units and back in one text.

    Below U+10000 the two are the same and nothing is kept. Otherwise the
    text is measured in chunks of a few thousand code points, and an edit
    measures only the chunks it touches.
    """

    __slots__ = ("_ends", "_sizes", "_text", "_unit_ends", "_units", "extra")

    def __init__(self, text: str) -> None:
        """Measure `text`."""
        self._text = text
        self.extra = utf16_length(text) - len(text)
        self._sizes, self._units = _measured(text) if self.extra else ([], [])
        self._ends: list[int] | None = None
        self._unit_ends: list[int] = []

    def replaced(self, start: int, end: int, inserted: str, text: str) -> None:
        """Follow an edit: `text` is what became of the text when [start, end) became `inserted`."""
        growth = utf16_length(inserted) - len(inserted) - self._extra_in(start, end)
        if not self.extra:
            self._sizes, self._units = _measured(text) if growth else ([], [])
            self._ends, self._text, self.extra = None, text, growth
            return
        ends = self._chunk_ends()
        first, last = bisect_right(ends, start), bisect_right(ends, end)
        first, last = min(first, len(ends) - 1), min(last, len(ends) - 1)
        begin = ends[first] - self._sizes[first]
        stop = ends[last] + len(inserted) - (end - start)
        self._sizes[first : last + 1], self._units[first : last + 1] = _measured(text[begin:stop])
        self._ends = None
        self._text = text
        self.extra += growth

    def units_before(self, offset: int) -> int:
        """Return how many UTF-16 units stand before the code point at `offset`."""
        if not self.extra:
            return min(offset, len(self._text))
        ends = self._chunk_ends()
        chunk = bisect_right(ends, offset)
        if chunk == len(ends):
            return self._unit_ends[-1]
        begin = ends[chunk] - self._sizes[chunk]
        before = self._unit_ends[chunk] - self._units[chunk]
        return before + utf16_length(self._text[begin:offset])

    def offset_at(self, units: int) -> int:
        """Return the code point that `units` UTF-16 units stand before; inside a pair, the pair's own."""
        if not self.extra:
            return min(units, len(self._text))
        ends = self._chunk_ends()
        chunk = bisect_right(self._unit_ends, units)
        if chunk == len(ends):
            return ends[-1]
        begin = ends[chunk] - self._sizes[chunk]
        within = units - (self._unit_ends[chunk] - self._units[chunk])
        if self._sizes[chunk] == self._units[chunk]:
            return begin + within
        low, high = 0, self._sizes[chunk]
        while low < high:  # bisecting measures slices in C, and takes half pairs for what they are
            middle = (low + high + 1) // 2
            if utf16_length(self._text[begin : begin + middle]) <= within:
                low = middle
            else:
                high = middle - 1
        return begin + low

    def _extra_in(self, start: int, end: int) -> int:
        if not self.extra:
            return 0
        return utf16_length(self._text[start:end]) - (end - start)

    def _chunk_ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(self._sizes))
            self._unit_ends = list(accumulate(self._units))
        return self._ends


def utf16_length(text: str) -> int:
    """Return the length of `text` in UTF-16 units; half a pair counts as one."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _measured(text: str) -> tuple[list[int], list[int]]:
    count = max(
        1, len(text) // _CHUNK
    )  # each of one to two chunks' length, so that typing makes no tiny ones
    bounds = [len(text) * at // count for at in range(count + 1)]
    pieces = [text[start:end] for start, end in pairwise(bounds)]
    return [len(piece) for piece in pieces], [utf16_length(piece) for piece in pieces]

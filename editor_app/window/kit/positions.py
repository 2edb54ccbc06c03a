"""Mapping code point offsets of a text to Qt's UTF-16 positions, and back, and formats at those."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast, final

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument, QTextLayout

if TYPE_CHECKING:

    @final
    class QtPosition:
        """A position in a text of Qt's, or a length there, in UTF-16 units.

        At runtime it is an int. To mypy it is not, so that it cannot index a Python string, and no offset is
        taken for one; `packaging/qt_positions.py` makes Qt's own methods take and return it.
        The literals 1 and 2 are allowed: the lengths of a newline, a placeholder and a soft break.
        """

        def __init__(self, units: int) -> None:
            """Make a position of a number of UTF-16 units."""

        def __bool__(self) -> bool: ...
        def __add__(self, units: QtPosition | Literal[1, 2]) -> QtPosition: ...
        def __sub__(self, units: QtPosition | Literal[1, 2]) -> QtPosition: ...
        def __lt__(self, other: QtPosition) -> bool: ...
        def __le__(self, other: QtPosition) -> bool: ...
        def __gt__(self, other: QtPosition) -> bool: ...
        def __ge__(self, other: QtPosition) -> bool: ...

else:
    QtPosition = int

QT_START: Final = QtPosition(0)
"""The beginning of a text of Qt's, and the length of an empty one."""
QT_NONE: Final = QtPosition(-1)
"""Qt's value for no position; for the cursor in a composed word, it has values below this."""

_CHUNK = 4096
_FIRST_PAIR = "\U00010000"


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
        self.extra = _units_of(text) - len(text)
        self._sizes, self._units = _measured(text) if self.extra else ([], [])
        self._ends: list[int] | None = None
        self._unit_ends: list[int] = []

    def replaced(self, start: int, end: int, inserted: str, text: str) -> None:
        """Follow an edit: `text` is what became of the text when [start, end) became `inserted`."""
        growth = _units_of(inserted) - len(inserted)
        if not self.extra:
            self._sizes, self._units = _measured(text) if growth else ([], [])
            self._ends, self._text, self.extra = None, text, growth
            return
        growth -= _units_of(self._text[start:end]) - (end - start)
        ends = self._chunk_ends()
        first, last = bisect_right(ends, start), bisect_right(ends, end)
        first, last = min(first, len(ends) - 1), min(last, len(ends) - 1)
        begin = ends[first] - self._sizes[first]
        stop = ends[last] + len(inserted) - (end - start)
        self._sizes[first : last + 1], self._units[first : last + 1] = _measured(text[begin:stop])
        self._ends = None
        self._text = text
        self.extra += growth

    def units_before(self, offset: int) -> QtPosition:
        """Return the number of UTF-16 units before the code point at `offset`."""
        if not self.extra:
            return QtPosition(min(offset, len(self._text)))
        ends = self._chunk_ends()
        chunk = bisect_right(ends, offset)
        if chunk == len(ends):
            return QtPosition(self._unit_ends[-1])
        begin = ends[chunk] - self._sizes[chunk]
        before = self._unit_ends[chunk] - self._units[chunk]
        return QtPosition(before + _units_of(self._text[begin:offset]))

    def offset_at(self, position: QtPosition) -> int:
        """Return the offset of the code point at `position`; inside a surrogate pair, that of the pair."""
        units = cast("int", position)
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
        while low < high:  # bisecting measures slices in C, and counts halves of pairs right
            middle = (low + high + 1) // 2
            if _units_of(self._text[begin : begin + middle]) <= within:
                low = middle
            else:
                high = middle - 1
        return begin + low

    def _chunk_ends(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(self._sizes))
            self._unit_ends = list(accumulate(self._units))
        return self._ends


def utf16_length(text: str) -> QtPosition:
    """Return the length of `text` in UTF-16 units; half of a surrogate pair counts as one."""
    return QtPosition(_units_of(text))


def positions_in(shown: str, columns: Iterable[int]) -> list[QtPosition]:
    """Return the positions in a block of Qt's of `columns`, ascending offsets in its text `shown`."""
    if shown.isascii():
        return [QtPosition(column) for column in columns]
    index = Utf16Index(shown)
    return [index.units_before(column) for column in columns]


class Units(NamedTuple):
    """A block's text, for cutting at positions; `pairs` is its UTF-16, None where code points are units."""

    shown: str
    pairs: bytes | None

    def part(self, start: QtPosition, end: QtPosition) -> str:
        """Return the text between two positions."""
        first, last = cast("int", start), cast("int", end)
        if self.pairs is None:
            return self.shown[first:last]
        return self.pairs[2 * first : 2 * last].decode("utf-16-le", "surrogatepass")


def units_of(shown: str) -> Units:
    """Return the text of a block, for cutting at Qt's positions."""
    if shown.isascii() or max(shown) < _FIRST_PAIR:
        return Units(shown, None)
    return Units(shown, shown.encode("utf-16-le", "surrogatepass"))


def format_range(start: QtPosition, end: QtPosition, char_format: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return a format for the part of a block from `start` to `end`."""
    result = QTextLayout.FormatRange()
    result.start = start
    result.length = end - start
    result.format = char_format
    return result


def _units_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _measured(text: str) -> tuple[list[int], list[int]]:
    count = max(
        1, len(text) // _CHUNK
    )  # each of one to two chunks' length, so that typing makes no tiny ones
    bounds = [len(text) * number // count for number in range(count + 1)]
    pieces = [text[start:end] for start, end in pairwise(bounds)]
    return [len(piece) for piece in pieces], [_units_of(piece) for piece in pieces]


def cursor_over(document: QTextDocument, anchor: QtPosition, position: QtPosition) -> QTextCursor:
    """Return a cursor at a position that selects the text from another one."""
    cursor = QTextCursor(document)
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    return cursor

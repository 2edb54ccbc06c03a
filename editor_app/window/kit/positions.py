"""Mapping code point offsets of a text to Qt's UTF-16 positions, and back, and formats at those."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast, final

from PySide6.QtGui import QTextCharFormat, QTextLayout

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

_PAIR: Final = re.compile("[\U00010000-\U0010ffff]")
_FIRST_PAIR = "\U00010000"


class Utf16Index:
    """Maps code points to UTF-16 units and back in one text, by the offsets of those that take two units.

    Few texts have many of these. An edit looks at what it inserted, and moves those behind it.
    """

    __slots__ = ("_length", "_pairs")

    def __init__(self, text: str) -> None:
        """Measure `text`."""
        self._length = len(text)
        self._pairs = _pairs_in(text, 0)

    @property
    def extra(self) -> int:
        """How many more units than code points there are."""
        return len(self._pairs)

    def replaced(self, start: int, end: int, inserted: str) -> None:
        """Follow an edit: [start, end) became `inserted`."""
        first, last = bisect_left(self._pairs, start), bisect_left(self._pairs, end)
        growth = len(inserted) - (end - start)
        behind = [offset + growth for offset in self._pairs[last:]]
        self._pairs[first:] = [*_pairs_in(inserted, start), *behind]
        self._length += growth

    def units_before(self, offset: int) -> QtPosition:
        """Return the number of UTF-16 units before the code point at `offset`."""
        return QtPosition(min(offset, self._length) + bisect_left(self._pairs, offset))

    def offset_at(self, position: QtPosition) -> int:
        """Return the offset of the code point at `position`; inside a surrogate pair, that of the pair."""
        units, pairs = cast("int", position), self._pairs
        before = bisect_left(range(len(pairs)), units, key=lambda number: pairs[number] + number)
        return min(units - before, self._length)


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


def _pairs_in(text: str, start: int) -> list[int]:
    """Return the offsets of the code points of a text at `start` that take two units."""
    if _units_of(text) == len(text):  # measured in C
        return []
    return [start + found.start() for found in _PAIR.finditer(text)]

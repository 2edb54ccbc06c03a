"""Offsets in a string of JSON, mapped to characters of the text that it stands for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

_escape = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_escape_or_pair = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL
)


class Escapes:
    """The escapes of one string, each of which stands for one character."""

    def __init__(self, source: str, start: int, end: int, *, joins_pairs: bool) -> None:
        """Read the inside of a string, between its quotes.

        With `joins_pairs`, the escapes of two halves of a surrogate pair are one character, as JSON says.
        """
        self._start = start
        self._starts = array("q")
        self._ends = array("q")
        self._spared = array("q")  # characters by which the text is shorter, up to and with each escape
        spared = 0
        pattern = _escape_or_pair if joins_pairs else _escape
        for found in pattern.finditer(source, start, end):
            spared += found.end() - found.start() - 1
            self._starts.append(found.start())
            self._ends.append(found.end())
            self._spared.append(spared)

    def character_at(self, offset: int) -> int:
        """Return the number of the character whose spelling contains an offset of the source."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset - self._start
        if offset < self._ends[index]:
            before = self._spared[index - 1] if index else 0
            return self._starts[index] - self._start - before
        return offset - self._start - self._spared[index]

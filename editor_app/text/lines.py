"""Offsets to lines and columns, and back."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

from editor_app.text.spans import Span


class Position(NamedTuple):
    """A place as people count it: line and column from 1, columns in code points."""

    line: int
    column: int


def line_start(source: str, at: int) -> int:
    """Return where the line `at` stands on begins."""
    return source.rfind("\n", 0, at) + 1


def line_end(source: str, at: int) -> int:
    """Return where the line `at` stands on ends, before its newline."""
    end = source.find("\n", at)
    return len(source) if end < 0 else end


def line_at(source: str, at: int) -> Span:
    """Return the line `at` stands on, without its newline."""
    return Span(line_start(source, at), line_end(source, at))


class LineIndex:
    """Where each line of a text starts. Only LF ends a line."""

    __slots__ = ("_length", "_starts")

    def __init__(self, source: str) -> None:
        """Find the lines of `source`."""
        lengths = map(len, source.split("\n"))  # all in C: this is made anew at every keystroke
        self._starts = list(map(add, accumulate(lengths, initial=0), count()))
        self._length = self._starts.pop() - 1

    @property
    def count(self) -> int:
        """How many lines there are; an empty text has one."""
        return len(self._starts)

    def position(self, offset: int) -> Position:
        """Return the line and column of `offset`, which is clamped to the text."""
        offset = max(0, min(offset, self._length))
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def offset(self, line: int, column: int = 1) -> int:
        """Return the offset of a line and column, each clamped to what is there."""
        span = self.line_span(line)
        return min(span.start + max(column, 1) - 1, span.end)

    def line_span(self, line: int) -> Span:
        """Return the span of a line (from 1, clamped), without its newline."""
        line = max(1, min(line, self.count))
        end = self._starts[line] - 1 if line < self.count else self._length
        return Span(self._starts[line - 1], end)

"""The lines of a long text, of which only those are split off that somebody looks at."""

from __future__ import annotations

from functools import cached_property
from typing import final

from editor_app.text import Span

_FEW = 2_000  # lines that are found one by one


@final
class TextLines:
    """The lines of a text; those of `middle`, whole lines that start as line `first`, are split at once."""

    def __init__(self, text: str, middle: Span, first: int, *, most: int) -> None:
        """Split at most `most` lines of the middle."""
        self._text = text
        self._head = text[: middle.start]  # ends with a newline, unless it is empty
        self._tail = text[middle.end :]  # begins with one, unless it is empty
        inside = text[middle.start : middle.end]
        self.middle = inside.split("\n", most)[:most]
        self.first = first
        self.last = first + inside.count("\n") + 1
        self._number = self.last + self._tail.count("\n")

    def __len__(self) -> int:
        """How many lines there are."""
        return self._number

    def between(self, start: int, end: int) -> list[str]:
        """Return the lines from `start` up to `end`, which are all before, in or after the middle."""
        if start >= end:
            return []
        if end <= self.first:
            return self._in_head(start, end)
        if start >= self.last:
            return self._in_tail(start - self.last, end - self.last)
        if start >= self.first and end <= self.last:
            return self.middle[start - self.first : end - self.first]
        return self._all[start:end]

    @cached_property
    def _all(self) -> list[str]:
        return self._text.split("\n")

    def _in_head(self, start: int, end: int) -> list[str]:
        if end <= _FEW:
            return self._head.split("\n", end)[start:end]
        if self.first - start <= _FEW:
            lines = self._head[:-1].rsplit("\n", self.first - start)
            return lines[len(lines) - (self.first - start) :][: end - start]
        return self._all[start:end]

    def _in_tail(self, start: int, end: int) -> list[str]:
        if end <= _FEW:
            return self._tail[1:].split("\n", end)[start:end]
        number = self._number - self.last - start
        if number <= _FEW:
            lines = self._tail[1:].rsplit("\n", number)
            return lines[len(lines) - number :][: end - start]
        return self._all[self.last + start : self.last + end]

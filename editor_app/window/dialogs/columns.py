"""Versions of a text side by side: equal lines in one row, and room where a version has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

MOST_LINES: Final = 5_000
_MOST_COMPARED = 400_000  # pairs of lines; the worst texts cost each pair


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the columns: the base's line, then those of the others; None where a version has no line."""

    lines: tuple[str | None, ...]

    @property
    def changed(self) -> tuple[bool, ...]:
        """Which columns differ from the base in this row; the base does where all others do."""
        base, *others = self.lines
        differ = [line != base for line in others]
        return all(differ), *differ


def rows_of(base: str, *others: str) -> tuple[Row, ...]:
    """Return the rows of a base text and of other versions of it."""
    lines = base.split("\n")[:MOST_LINES]
    sides = [_Side(lines, other.split("\n")[:MOST_LINES]) for other in others]
    rows: list[Row] = []
    for at in range(len(lines) + 1):
        inserted = zip_longest(*(side.before[at] for side in sides))
        rows += [Row((None, *extra)) for extra in inserted]
        if at < len(lines):
            rows.append(Row((lines[at], *(side.at[at] for side in sides))))
    return tuple(rows)


class _Side:
    """Another version: its line beside each line of the base, and its lines before each of them."""

    def __init__(self, base: Sequence[str], other: Sequence[str]) -> None:
        self.at: list[str | None] = [None] * len(base)
        self.before: list[list[str]] = [[] for _ in range(len(base) + 1)]
        for start, end, first, last in _blocks(base, other):
            shared = min(end - start, last - first)
            self.at[start : start + shared] = other[first : first + shared]
            self.before[end] += other[first + shared : last]


def _blocks(base: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Return which lines of the other version stand for which of the base: equal ones, and changed ones."""
    least = min(len(base), len(other))
    begin = next((at for at in range(least) if base[at] != other[at]), least)
    rest = least - begin
    end = next((at for at in range(rest) if base[-1 - at] != other[-1 - at]), rest)
    old, new = base[begin : len(base) - end], other[begin : len(other) - end]
    yield 0, begin, 0, begin
    if len(old) * len(new) > _MOST_COMPARED:
        yield begin, begin + len(old), begin, begin + len(new)
    else:
        for _tag, start, stop, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            yield begin + start, begin + stop, begin + first, begin + last
    yield len(base) - end, len(base), len(other) - end, len(other)

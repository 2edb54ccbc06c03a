"""Versions of a text side by side: equal lines in one row, and room where a version has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from editor_app.text.matching import Steps, changed_runs

MOST_LINES: Final = 5_000
_STEPS: Final = 400_000

Lines: TypeAlias = tuple[str | None, ...]
"""One row: the base's line, then those of the others; None where a version has no line."""


def rows_of(base: str, *others: str) -> tuple[Lines, ...]:
    """Return the rows of a base text and of other versions of it."""
    lines = base.split("\n")[:MOST_LINES]
    sides = [_Side(lines, other.split("\n")[:MOST_LINES]) for other in others]
    rows: list[Lines] = []
    for at in range(len(lines) + 1):
        inserted = zip_longest(*(side.before[at] for side in sides))
        rows += [(None, *extra) for extra in inserted]
        if at < len(lines):
            rows.append((lines[at], *(side.at[at] for side in sides)))
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
    at = first = 0
    for run in changed_runs(base, other, Steps(_STEPS)):
        yield at, run.start, first, run.new_start
        yield run
        at, first = run.end, run.new_end
    yield at, len(base), first, len(other)

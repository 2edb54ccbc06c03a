"""The rows of the problems panel as values, filtered and sorted."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from editor_app.text import Severity
from editor_app.window.kit.rows.row_style import Counts


class ListedProblems(StrEnum):
    """Whose problems are listed: the current file's, or the whole library's."""

    FILE = "This file"
    LIBRARY = "Whole library"


class Sorting(StrEnum):
    """What the problems are sorted by."""

    PLACE = "Place"
    SEVERITY = "Severity"
    CODE = "Code"


class ProblemRow(NamedTuple):
    """A problem as it is shown.

    `line` and `column` count from 1. `fix_title` is that of the first fix, "" for none. `subject` is any
    object, such as the diagnostic, which the panel returns with a chosen row. `file` is the path from the
    library's root where rows of several files are listed. `part` names the part of a whole that the problem
    is in, such as a message of a chat, and `order` is where that part stands among the others.
    """

    severity: Severity
    message: str
    code: str
    line: int
    column: int
    fix_title: str = ""
    path: Path | None = None
    subject: object = None
    file: str = ""
    part: str = ""
    order: int = 0

    @property
    def place(self) -> str:
        """Line and column as shown, or the part of the whole with them."""
        if self.part and (self.line, self.column) == (1, 1):
            return self.part
        return f"{self.part}, {self.line}:{self.column}" if self.part else f"{self.line}:{self.column}"

    def in_words(self) -> str:
        """Return the row as a screen reader says it."""
        name = self.file or self.part
        file_name = f"{name}, " if name else ""
        fix = f", fix: {self.fix_title}" if self.fix_title else ""
        place = f"{file_name}line {self.line}, column {self.column}"
        return f"{self.severity.value}: {self.message} {self.code}, {place}{fix}"


def shown_rows(
    rows: Iterable[ProblemRow], words: str, severities: Collection[Severity], sorting: Sorting
) -> tuple[ProblemRow, ...]:
    """Return the rows of these severities that contain each of `words`, sorted.

    Rows of one file stay together; sorted by severity, the files with the worst problems come first.
    """
    wanted = words.casefold().split()
    kept = [row for row in rows if row.severity in severities and _has_all(row, wanted)]
    worst: dict[str, int] = {}
    for row in kept if sorting is Sorting.SEVERITY else ():
        worst[row.file] = min(row.severity.rank, worst.get(row.file, row.severity.rank))

    def key(row: ProblemRow) -> tuple[object, ...]:
        order = row.order if sorting is Sorting.PLACE else 0
        return (worst.get(row.file, 0), row.file, order, *_sort_key(row, sorting))

    return tuple(sorted(kept, key=key))


def counts_of(rows: Iterable[ProblemRow]) -> Counts:
    """Return how many rows there are of each severity."""
    numbers = dict.fromkeys(Severity, 0)
    for row in rows:
        numbers[row.severity] += 1
    return Counts(*numbers.values())


def _has_all(row: ProblemRow, wanted: list[str]) -> bool:
    text = f"{row.message} {row.code} {row.file} {row.fix_title}".casefold()
    return all(word in text for word in wanted)


def _sort_key(row: ProblemRow, sorting: Sorting) -> tuple[object, ...]:
    place = (row.line, row.column, row.severity.rank)
    if sorting is Sorting.SEVERITY:
        return (row.severity.rank, *place)
    if sorting is Sorting.CODE:
        return (row.code, *place)
    return place

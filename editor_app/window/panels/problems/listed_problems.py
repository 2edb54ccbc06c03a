"""The rows of the problems panel as values, filtered and sorted."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from editor_app.text import Severity
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kit.words.counts import Counts


class ListedProblems(StrEnum):
    """Whose problems are listed: the current file's, or the whole library's."""

    FILE = "This file"
    LIBRARY = "Whole library"


class Sorting(StrEnum):
    """What the problems are sorted by."""

    PLACE = "Place"
    SEVERITY = "Severity"
    CODE = "Code"


def shown_rows(
    rows: Iterable[ProblemRow], words: str, severities: Collection[Severity], sorting: Sorting
) -> tuple[ProblemRow, ...]:
    """Return the rows of these severities that contain each of `words`, sorted.

    Rows of one file stay together; sorted by severity, the files with the worst problems come first.
    """
    wanted = words.casefold().split()
    matching = [row for row in rows if row.severity in severities and _has_all(row, wanted)]
    worst: dict[str, int] = {}
    for row in matching if sorting is Sorting.SEVERITY else ():
        worst[row.place.file] = min(row.severity.rank, worst.get(row.place.file, row.severity.rank))

    def key(row: ProblemRow) -> tuple[object, ...]:
        place, rank = row.place, row.severity.rank
        first = {Sorting.PLACE: place.order, Sorting.SEVERITY: rank, Sorting.CODE: row.code}[sorting]
        return (worst.get(place.file, 0), place.file, first, place.line, place.column, rank)

    return tuple(sorted(matching, key=key))


def counts_of(rows: Iterable[ProblemRow]) -> Counts:
    """Return how many rows there are of each severity."""
    numbers = dict.fromkeys(Severity, 0)
    for row in rows:
        numbers[row.severity] += 1
    return Counts(*numbers.values())


def _has_all(row: ProblemRow, wanted: list[str]) -> bool:
    text = f"{row.message} {row.code} {row.place.file} {row.fix_title}".casefold()
    return all(word in text for word in wanted)

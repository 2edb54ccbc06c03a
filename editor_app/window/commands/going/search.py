"""Ranking what the palette can go to, in steps that are each short."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from itertools import islice
from typing import Final

from editor_app.text import Sentence, Span
from editor_app.text.fuzzy import LONGEST_TEXT, FuzzyMatch, FuzzyQuery, FuzzyText
from editor_app.window.dialogs.palette import PaletteRow, PaletteRows

MOST_SHOWN: Final = 200
_A_STEP: Final = 100
_RECENT: Final = 12  # what having been used adds to the score of a match


class Group(StrEnum):
    """What is found, in groups that have a heading each."""

    RECENT = "recent"
    FILES = "files"
    BLOCKS = "blocks"
    SYMBOLS = "symbols"
    MESSAGES = "messages"
    COMMANDS = "commands"
    LINE = "line"


_ENTER: Final = {Group.COMMANDS: "run", Group.LINE: "go"}  # all else is opened
_HEADINGS: Final = {
    Group.RECENT: Sentence("window-commands.group-recent"),
    Group.FILES: Sentence("window-commands.group-files"),
    Group.BLOCKS: Sentence("window-commands.group-blocks"),
    Group.SYMBOLS: Sentence("window-commands.group-symbols"),
    Group.MESSAGES: Sentence("window-commands.group-messages"),
    Group.COMMANDS: Sentence("window-commands.group-commands"),
    Group.LINE: Sentence("window-commands.group-line"),
}


@dataclass(slots=True, eq=False)
class Candidate:
    """Something to go to: how it is shown, what is matched behind that, and what going there does.

    `go` gets whether it is to be opened beside. The `key` is what it is known by when it was used; the `span`
    is where it is in the current file.
    """

    group: Group
    label: str
    go: Callable[[bool], object]
    look: tuple[str, str, str] = ("", "", "")
    also: str = ""
    key: str = ""
    span: Span | None = None
    text: FuzzyText = field(init=False)

    def __post_init__(self) -> None:
        """Prepare what is matched."""
        self.label = self.label[:LONGEST_TEXT]
        self.text = FuzzyText(self.label, f"{self.look[0]} {self.also}")

    def row(self, positions: tuple[int, ...] = ()) -> PaletteRow:
        """Return how it is shown, with the letters at these positions marked."""
        return PaletteRow(
            self.label, *self.look, positions=positions, choice=self, enter=_ENTER.get(self.group, "open")
        )


Candidates = Generator[None, None, list[Candidate]]
"""Collects candidates in steps."""


def in_steps(candidates: Iterable[Candidate]) -> Candidates:
    """Collect candidates in steps."""
    collected: list[Candidate] = []
    remaining = iter(candidates)
    while part := list(islice(remaining, _A_STEP)):
        collected += part
        yield
    return collected


Matches = list[tuple[FuzzyMatch, Candidate]]


def matches_in_steps(
    typed: str, candidates: Iterable[Candidate], recent: dict[str, int]
) -> Generator[None, None, Matches]:
    """Return the candidates that match, in their order; what was used lately has a better score."""
    query = FuzzyQuery(typed)
    found: Matches = []
    for number, candidate in enumerate(candidates):
        if number % _A_STEP == _A_STEP - 1:
            yield
        match = query.match(candidate.text)
        if match is not None:
            found.append((match._replace(score=match.score + _RECENT * (candidate.key in recent)), candidate))
    return found


def ranked(found: Matches) -> PaletteRows:
    """Return the best of each group, the group with the best of all first."""
    best = nlargest(MOST_SHOWN, found, key=lambda one: one[0].score)
    groups: dict[Group, list[PaletteRow]] = {}
    for match, candidate in best:
        groups.setdefault(candidate.group, []).append(candidate.row(match.positions))
    return PaletteRows(with_headings(groups), len(found))


def with_headings(groups: dict[Group, list[PaletteRow]]) -> tuple[PaletteRow, ...]:
    """Return rows under the names of their groups, each group that has some."""
    return tuple(
        row for group, rows in groups.items() if rows for row in (PaletteRow(_HEADINGS[group]), *rows)
    )

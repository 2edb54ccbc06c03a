"""The difference between two texts as rows to show, with the changed words of lines that belong together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, islice, pairwise
from typing import Final, NamedTuple

from editor_app.text import Sentence, Span, difference
from editor_app.text.matching import ChangedRun, Steps, changed_runs

MOST_LINES: Final = 10_000
"""As many changed lines are compared line by line; more are shown as one change."""
MOST_CHARACTERS: Final = 500_000
MOST_ROWS: Final = 5_000
"""As many rows are shown at most; one more says how many lines there are besides."""
_LINE_STEPS: Final = 20_000
_WORD_STEPS: Final = 10_000
_MOST_WORDS_IN: Final = 2_000  # characters of a line whose words are compared
_MOST_PAIRS_TRIED: Final = 400  # of one change
_ALIKE: Final = 0.4  # the least share of equal characters in two lines that belong together
_CONTEXT: Final = 2
_OPENED_AT_ONCE: Final = 200
_WORDS: Final = re.compile(r"\w+|\s+|[^\w\s]")
TOO_MUCH: Final = Sentence("window-text.compared-roughly")


class RowKind(StrEnum):
    """What a row shows: a line, equal lines that are folded, lines beyond the limit, or a gap."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"
    FOLDED = "folded"
    MORE = "more"
    GAP = "gap"
    """Nothing: in the other column is a line that has no counterpart here."""


class ChangeReason(NamedTuple):
    """Why lines changed, as it is shown before them: an icon, a subject in bold, and words."""

    icon: str
    subject: str
    words: str

    @property
    def sentence(self) -> str:
        """The reason in one sentence."""
        return f"{self.subject} {self.words}"


class Row(NamedTuple):
    """A row: a line with the spans of its changed words, or `lines` lines from `place` in the text before.

    `reasons` are shown before it, where it is the first row of a change.
    """

    kind: RowKind
    text: str = ""
    changed: tuple[Span, ...] = ()
    place: int = 0
    lines: int = 1
    reasons: tuple[ChangeReason, ...] = ()


class LinePair(NamedTuple):
    """A removed line and the added one that takes its place; one of both may be missing."""

    removed: Row | None
    added: Row | None


class Change(NamedTuple):
    """Lines that changed: where they are on both sides, which of them belong together, and why."""

    run: ChangedRun
    pairs: tuple[LinePair, ...]
    reasons: tuple[ChangeReason, ...] = ()


_NO_CHANGE: Final = Change(ChangedRun(0, 0, 0, 0), ())


class ReasonedRun(NamedTuple):
    """Lines that changed, where they are on both sides, and why."""

    run: ChangedRun
    reasons: tuple[ChangeReason, ...]


@dataclass(frozen=True)
class Difference:
    """What changed between the lines of two texts; `remark` is a sentence where not all could be compared."""

    before: Sequence[str]
    after: Sequence[str]
    changes: tuple[Change, ...] = ()
    remark: str = ""

    @cached_property
    def added(self) -> int:
        """How many lines were added."""
        return sum(change.run.new_end - change.run.new_start for change in self.changes)

    @cached_property
    def removed(self) -> int:
        """How many lines were removed."""
        return sum(change.run.end - change.run.start for change in self.changes)

    def folded_lines(self, row: Row) -> Sequence[str]:
        """Return the equal lines that a row stands for."""
        return self.before[row.place : row.place + row.lines]


def difference_rows(before: str, after: str) -> Difference:
    """Return what changed from `before` to `after`, in bounded time for any two texts."""
    edit = difference(before, after)
    if edit is None:
        return as_it_is(before)
    old, new = before.split("\n"), after.split("\n")
    first, behind = before.count("\n", 0, edit.span.start), before.count("\n", edit.span.end)
    lines, new_lines = old[first : len(old) - behind], new[first : len(new) - behind]
    if len(lines) + len(new_lines) > MOST_LINES or len(edit.text) + len(edit.span) > MOST_CHARACTERS:
        whole = ChangedRun(first, len(old) - behind, first, len(new) - behind)
        return Difference(old, new, (Change(whole, _apart(lines, new_lines)),), TOO_MUCH)
    steps, shown = Steps(_WORD_STEPS), 0
    changes = []
    for run in changed_runs(lines, new_lines, Steps(_LINE_STEPS)):
        removed, added = lines[run.start : run.end], new_lines[run.new_start : run.new_end]
        pairs: tuple[LinePair, ...] = ()
        if shown <= MOST_ROWS:  # no row shows the others
            pairs = _paired(removed[: MOST_ROWS + 1], added[: MOST_ROWS + 1], steps)
        shown += len(pairs)
        changes.append(Change(ChangedRun(*(place + first for place in run)), pairs))
    return Difference(old, new, tuple(changes))


def reasoned_rows(before: str, after: str, runs: Sequence[ReasonedRun]) -> Difference:
    """Return the changes between two texts that somebody else found, in order, each with its reasons.

    Texts of which not all changes would be shown are compared without reasons.
    """
    lines = sum(run.end - run.start + run.new_end - run.new_start for run, _ in runs)
    if not runs or lines > MOST_ROWS or len(before) + len(after) > MOST_CHARACTERS:
        return difference_rows(before, after)
    old, new = before.split("\n"), after.split("\n")
    steps = Steps(_WORD_STEPS)
    changes = []
    for run, reasons in runs:
        pairs = _paired(old[run.start : run.end], new[run.new_start : run.new_end], steps)
        changes.append(Change(run, pairs, reasons))
    return Difference(old, new, tuple(changes))


def as_it_is(text: str) -> Difference:
    """Return a text without any change, whose lines are all shown."""
    lines = text.split("\n")
    return Difference(lines, lines)


def inline_rows(
    compared: Difference, opened: Mapping[int, int] | None = None, most: int = MOST_ROWS
) -> list[Row]:
    """Return the rows of one column: in each change the removed lines, then the added ones.

    `opened` has folds that were opened: the place of the first folded line, and how many are shown. At
    `most` so many rows are returned, and one for the others.
    """
    rows: list[Row] = []
    for equal, change in _stretches(compared, opened or {}):
        changed = [pair.removed for pair in change.pairs if pair.removed is not None]
        changed += [pair.added for pair in change.pairs if pair.added is not None]
        if changed and change.reasons:
            changed[0] = changed[0]._replace(reasons=change.reasons)
        rows += [*equal, *changed]
        if len(rows) > most:
            break
    return _limited(rows, len(compared.before) + compared.added, most)


def column_rows(
    compared: Difference, opened: Mapping[int, int] | None = None, most: int = MOST_ROWS
) -> tuple[list[Row], list[Row]]:
    """Return as many rows for the left column as for the right one, with gaps where a line is missing."""
    gap = Row(RowKind.GAP, lines=0)
    left: list[Row] = []
    right: list[Row] = []
    for equal, change in _stretches(compared, opened or {}):
        left += [*equal, *(pair.removed or gap for pair in change.pairs)]
        right += [*equal, *(pair.added or gap for pair in change.pairs)]
        if len(left) > most:
            break
    return _limited(left, len(compared.before), most), _limited(right, len(compared.after), most)


def lines_opened(row: Row) -> int:
    """Return how many lines of a fold are shown when it is opened."""
    return min(row.lines, _OPENED_AT_ONCE)


def _limited(rows: list[Row], lines: int, most: int) -> list[Row]:
    """Return as many rows as are shown, and one for the rest of so many lines."""
    if len(rows) <= most:
        return rows
    shown = rows[:most]
    return [*shown, Row(RowKind.MORE, lines=lines - sum(row.lines for row in shown))]


def _stretches(compared: Difference, opened: Mapping[int, int]) -> Iterator[tuple[list[Row], Change]]:
    """Yield each change with the rows of the equal lines before it, and those at the end with none."""
    end = len(compared.before)
    for before, change in pairwise(
        (_NO_CHANGE, *compared.changes, _NO_CHANGE._replace(run=ChangedRun(end, end, 0, 0)))
    ):
        yield _equal_rows(compared, before.run.end, change.run.start, opened), change


def _equal_rows(compared: Difference, start: int, end: int, opened: Mapping[int, int]) -> list[Row]:
    """Return the rows of equal lines: those near a change in full, the others folded unless opened."""
    first = min(start + _CONTEXT if start else start, end)
    last = max(end - _CONTEXT if end < len(compared.before) else end, start)
    if not compared.changes:
        first = last = end = min(end, MOST_ROWS + 1)
    elif last - first < 2:
        first = last = end
    while first in opened and first < last:
        first = min(last, first + opened[first])
    rows = [Row(RowKind.SAME, line) for line in compared.before[start:first]]
    if first < last:
        rows.append(Row(RowKind.FOLDED, place=first, lines=last - first))
    return rows + [Row(RowKind.SAME, line) for line in compared.before[last:end]]


def _apart(lines: Sequence[str], new_lines: Sequence[str]) -> tuple[LinePair, ...]:
    """Return lines that are not compared, as many as rows can show."""
    most = MOST_ROWS + 1
    pairs = [LinePair(_whole(RowKind.REMOVED, line), None) for line in islice(lines, most)]
    pairs += [LinePair(None, _whole(RowKind.ADDED, line)) for line in islice(new_lines, most)]
    return tuple(pairs)


def _whole(kind: RowKind, line: str) -> Row:
    return Row(kind, line, (Span(0, len(line)),) if line else ())


def _paired(lines: Sequence[str], new_lines: Sequence[str], steps: Steps) -> tuple[LinePair, ...]:
    """Return the lines of a change, those that are alike beside each other, with their changed words."""
    pairs: list[LinePair] = []
    at = new_at = 0
    for place, new_place in [*_alike_lines(lines, new_lines, steps), (len(lines), len(new_lines))]:
        pairs += [LinePair(_whole(RowKind.REMOVED, line), None) for line in lines[at:place]]
        pairs += [LinePair(None, _whole(RowKind.ADDED, line)) for line in new_lines[new_at:new_place]]
        if place < len(lines):
            old, new = changed_words(lines[place], new_lines[new_place], steps)
            pairs.append(
                LinePair(
                    Row(RowKind.REMOVED, lines[place], old), Row(RowKind.ADDED, new_lines[new_place], new)
                )
            )
        at, new_at = place + 1, new_place + 1
    return tuple(pairs)


def _alike_lines(lines: Sequence[str], new_lines: Sequence[str], steps: Steps) -> list[tuple[int, int]]:
    """Return the places of lines that belong together, in order; where there are many, line by line."""
    if not lines or not new_lines:
        return []
    if len(lines) * len(new_lines) > _MOST_PAIRS_TRIED or not steps.left:
        return [
            (place, place)
            for place, (line, new) in enumerate(zip(lines, new_lines, strict=False))
            if _likeness(_weights(line, steps), _weights(new, steps)) >= _ALIKE
        ]
    weights = [_weights(line, steps) for line in lines]
    new_weights = [_weights(line, steps) for line in new_lines]
    best = [[0.0] * (len(new_lines) + 1) for _ in range(len(lines) + 1)]
    scores = [[_likeness(old, new) for new in new_weights] for old in weights]
    for place in range(len(lines) - 1, -1, -1):
        for new_place in range(len(new_lines) - 1, -1, -1):
            score = scores[place][new_place]
            together = best[place + 1][new_place + 1] + score if score >= _ALIKE else 0.0
            best[place][new_place] = max(together, best[place + 1][new_place], best[place][new_place + 1])
    alike: list[tuple[int, int]] = []
    place = new_place = 0
    while place < len(lines) and new_place < len(new_lines):
        score = scores[place][new_place]
        if score >= _ALIKE and best[place][new_place] == best[place + 1][new_place + 1] + score:
            alike.append((place, new_place))
            place, new_place = place + 1, new_place + 1
        elif best[place][new_place] == best[place + 1][new_place]:
            place += 1
        else:
            new_place += 1
    return alike


def _weights(line: str, steps: Steps) -> Counter[str]:
    """Return the words of a line, each counted by its characters; none once the steps are used up."""
    weights = Counter[str]()
    for word in _WORDS.findall(line[:_MOST_WORDS_IN]) if steps.left > 0 else ():
        if not word.isspace():
            weights[word] += len(word)
            steps.left -= 1
    return weights


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    """Return the share of equal characters in two lines, from 0 to 1."""
    return (old & new).total() / (max(old.total(), new.total()) or 1)


def changed_words(line: str, new: str, steps: Steps) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the changed words of two lines; where these are too long, what is between their equal ends."""
    if max(len(line), len(new)) > _MOST_WORDS_IN or steps.left <= 0:
        edit = difference(line, new)
        if edit is None:
            return (), ()
        start = edit.span.start
        return _filled([edit.span]), _filled([Span(start, start + len(edit.text))])
    words, new_words = _WORDS.findall(line), _WORDS.findall(new)
    ends, new_ends = _starts(words), _starts(new_words)
    old_spans, new_spans = [], []
    for run in changed_runs(words, new_words, steps):
        old_spans.append(Span(ends[run.start], ends[run.end]))
        new_spans.append(Span(new_ends[run.new_start], new_ends[run.new_end]))
    return _filled(old_spans), _filled(new_spans)


def _starts(words: Sequence[str]) -> list[int]:
    """Return the offset of each word, and that of the end."""
    return list(accumulate(map(len, words), initial=0))


def _filled(spans: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(span for span in spans if span.start < span.end)

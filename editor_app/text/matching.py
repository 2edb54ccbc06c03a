"""Which items of two sequences are the same, found in a bounded number of steps."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class ChangedRun(NamedTuple):
    """The items before[start:end] became after[new_start:new_end]; one of both may be empty."""

    start: int
    end: int
    new_start: int
    new_end: int


@dataclass(slots=True)
class Steps:
    """How many steps the comparisons that share this may still take."""

    left: int


def changed_runs(
    before: Sequence[Hashable], after: Sequence[Hashable], steps: Steps
) -> tuple[ChangedRun, ...]:
    """Return the changes in order, never two of them adjacent.

    They are the fewest possible between the items that occur once on each side. Where `steps` do not suffice,
    all items between two of those count as changed.
    """
    start, limit = 0, min(len(before), len(after))
    while start < limit and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < limit - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    whole = ChangedRun(start, len(before) - tail, start, len(after) - tail)
    runs: list[ChangedRun] = []
    at, new_at = start, start
    for place, new_place in [*anchors(before, after, whole), (whole.end, whole.new_end)]:
        for run in _compared(before, after, ChangedRun(at, place, new_at, new_place), steps):
            if runs and (runs[-1].end, runs[-1].new_end) == (run.start, run.new_start):
                last = runs.pop()
                runs.append(ChangedRun(last.start, run.end, last.new_start, run.new_end))
            else:
                runs.append(run)
        at, new_at = place + 1, new_place + 1
    return tuple(runs)


def anchors(
    before: Sequence[Hashable], after: Sequence[Hashable], whole: ChangedRun
) -> list[tuple[int, int]]:
    """Return the places of the items that occur once on each side, as far as they kept their order."""
    start, end, new_start, new_end = whole
    once = {item for item, number in Counter(before[start:end]).items() if number == 1}
    new_once = {item for item, number in Counter(after[new_start:new_end]).items() if number == 1}
    common = once & new_once
    places = {item: at for at, item in enumerate(after[new_start:new_end], new_start) if item in common}
    pairs = [(at, places[item]) for at, item in enumerate(before[start:end], start) if item in common]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs, already rising in the first, that rises in the second too."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        place = bisect_left(tails, value)
        before.append(ends[place - 1] if place else -1)
        tails[place : place + 1] = [value]
        ends[place : place + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _compared(
    before: Sequence[Hashable], after: Sequence[Hashable], run: ChangedRun, steps: Steps
) -> Iterator[ChangedRun]:
    start, end, new_start, new_end = run
    if start == end and new_start == new_end:
        return
    matches = None
    if start < end and new_start < new_end:
        matches = _same_items(before[start:end], after[new_start:new_end], steps)
    at, new_at = start, new_start
    for place, new_place in [*(matches or ()), (end - start, new_end - new_start)]:
        if (at, new_at) != (start + place, new_start + new_place):
            yield ChangedRun(at, start + place, new_at, new_start + new_place)
        at, new_at = start + place + 1, new_start + new_place + 1


def _same_items(
    before: Sequence[Hashable], after: Sequence[Hashable], steps: Steps
) -> list[tuple[int, int]] | None:
    """Return the places of a longest common subsequence (Myers 1986); None if the steps do not suffice."""
    length, new_length = len(before), len(after)
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    for changes in range(length + new_length + 1):
        trace.append(dict(furthest))
        steps.left -= 2 * changes + 1
        for diagonal in range(-changes, changes + 1, 2):
            below = furthest.get(diagonal - 1, -1)
            above = furthest.get(diagonal + 1, -1)
            at = above if diagonal == -changes or (diagonal != changes and below < above) else below + 1
            new_at = at - diagonal
            begin = at
            while at < length and new_at < new_length and before[at] == after[new_at]:
                at += 1
                new_at += 1
            steps.left -= at - begin
            furthest[diagonal] = at
            if at >= length and new_at >= new_length:
                return _path(trace, length, new_length)
        if steps.left < 0:
            steps.left = 0
            return None
    return None


def _path(trace: list[dict[int, int]], length: int, new_length: int) -> list[tuple[int, int]]:
    """Return the matches on the way that `trace` has found, from its end to its beginning and reversed."""
    matches: list[tuple[int, int]] = []
    at, new_at = length, new_length
    for changes in range(len(trace) - 1, -1, -1):
        furthest, diagonal = trace[changes], at - new_at
        below, above = furthest.get(diagonal - 1, -1), furthest.get(diagonal + 1, -1)
        goes_down = diagonal == -changes or (diagonal != changes and below < above)
        before_diagonal = diagonal + 1 if goes_down else diagonal - 1
        before_at = furthest.get(before_diagonal, 0)
        before_new_at = before_at - before_diagonal
        while at > max(before_at, 0) and new_at > max(before_new_at, 0):
            at -= 1
            new_at -= 1
            matches.append((at, new_at))
        at, new_at = before_at, before_new_at
    return matches[::-1]

"""The difference between two texts by lines, computed in bounded time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from editor_app.text.matching import ChangedRun, anchors

_MOST_COMPARED: Final = 250_000


class LineKind(StrEnum):
    """Whether a line is the same, added, removed, or stands for folded lines."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    FOLDED = "folded"


class DifferenceLine(NamedTuple):
    """A line of a difference; one of kind FOLDED represents `lines` equal lines."""

    kind: LineKind
    text: str
    lines: int = 1


class LineRun(NamedTuple):
    """The lines old[start:end] became new[new_start:new_end]; both may be empty."""

    start: int
    end: int
    new_start: int
    new_end: int


def line_difference(old: str, new: str, context: int = 2) -> tuple[DifferenceLine, ...]:
    """Return what changed from `old` to `new`, with `context` lines round each change; () if nothing did."""
    if old == new:
        return ()
    before, after = old.split("\n"), new.split("\n")
    result: list[DifferenceLine] = []
    at = 0
    for block in changed_blocks(before, after):
        _add_same(result, before[at : block.start], context, context if at else 0)
        result += [DifferenceLine(LineKind.REMOVED, line) for line in before[block.start : block.end]]
        result += [DifferenceLine(LineKind.ADDED, line) for line in after[block.new_start : block.new_end]]
        at = block.end
    _add_same(result, before[at:], 0, context)
    return tuple(result)


def changed_blocks(before: Sequence[str], after: Sequence[str]) -> Iterator[LineRun]:
    """Return the changes in order, never two of them adjacent."""
    start, limit = 0, min(len(before), len(after))
    while start < limit and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < limit - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    pending: LineRun | None = None
    for block in _between_anchors(
        before, after, LineRun(start, len(before) - tail, start, len(after) - tail)
    ):
        if pending is not None and pending.end == block.start and pending.new_end == block.new_start:
            pending = LineRun(pending.start, block.end, pending.new_start, block.new_end)
            continue
        if pending is not None:
            yield pending
        pending = block
    if pending is not None:
        yield pending


def _add_same(result: list[DifferenceLine], lines: Sequence[str], last: int, first: int) -> None:
    """Append equal lines: the `first` and the `last` of them in full, those between folded."""
    folded = len(lines) - first - last
    if folded < 2:
        result += [DifferenceLine(LineKind.SAME, line) for line in lines]
        return
    result += [DifferenceLine(LineKind.SAME, line) for line in lines[:first]]
    result.append(DifferenceLine(LineKind.FOLDED, "", folded))
    result += [DifferenceLine(LineKind.SAME, line) for line in lines[len(lines) - last :]]


def _between_anchors(before: Sequence[str], after: Sequence[str], whole: LineRun) -> Iterator[LineRun]:
    """Yield the changes between lines that occur once on each side and kept their order."""
    start, end, new_start, new_end = whole
    at, new_at = start, new_start
    for line, new_line in [*anchors(before, after, ChangedRun(*whole)), (end, new_end)]:
        yield from _compared(before, after, LineRun(at, line, new_at, new_line))
        at, new_at = line + 1, new_line + 1


def _compared(before: Sequence[str], after: Sequence[str], block: LineRun) -> Iterator[LineRun]:
    start, end, new_start, new_end = block
    if start == end and new_start == new_end:
        return
    size = (end - start) * (new_end - new_start)
    if not size or size > _MOST_COMPARED:
        yield block
        return
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, before[start:end], after[new_start:new_end], autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            yield LineRun(start + first, start + last, new_start + new_first, new_start + new_last)

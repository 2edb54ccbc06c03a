"""Incremental reading: after an edit, only the blocks that it touches are read again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.fields.checked_values import MOST_COMPARED, MOST_GLOBS, Effort, Text
from editor_app.structured.nodes import SequenceNode
from editor_app.system_messages.model.entities import Block, Syntax, ancestors
from editor_app.system_messages.reading.block_extent import BlockRun, json_part, yaml_part
from editor_app.system_messages.reading.file_reading import FileReading, complete
from editor_app.system_messages.reading.incremental_runs import (
    behind_of,
    lists_around,
    outwards,
    read_run,
    run_in_list,
)
from editor_app.system_messages.reading.problems import with_places
from editor_app.system_messages.reading.repeats import prepared_for_shift
from editor_app.text import Diagnostic, Edit, Span, difference, text_amid_move

_MOST_TRIED = 3  # enclosing lists that are tried, from the innermost outwards
_BLANK = " \t\r\n"


def read_json_run(before: FileReading, old: str, new: str, edit: Edit, effort: Effort) -> BlockRun | None:
    """Read the blocks that an edit touches in the innermost list around it; None if that can't be done."""
    if before.fields is None or not all(map(_stands_alone, _problems(before))):
        return None
    tried = 0
    for parent, listed in reversed(lists_around(before, edit)):
        if any(before.readings[at].own_end < 0 for at in outwards(before.blocks, parent)):
            continue
        run = _read(before, old, new, edit, effort, parent, listed)
        tried += 1
        if run is not None or tried == _MOST_TRIED:
            return run
    return None


def _read(
    before: FileReading,
    old: str,
    new: str,
    edit: Edit,
    effort: Effort,
    parent: int | None,
    listed: Sequence[int],
) -> BlockRun | None:
    from editor_app.structured.json_reader import faultless_json

    blocks = before.blocks
    starts = [blocks[at].span.start for at in listed]
    start = max((place for place, at in enumerate(starts) if at < edit.span.start), default=0)
    stop = next((place for place, at in enumerate(starts) if at > edit.span.end), len(listed))
    stop = max(stop, start + 1)
    at = starts[start] - 1
    while old[at] in _BLANK:
        at -= 1
    mark, end = at, blocks[listed[stop - 1]].span.end
    if not mark < edit.span.start <= edit.span.end <= end:
        return None
    source = f"{new[:mark]}[{new[mark + 1 : end + edit.growth]}]"
    node = faultless_json(source, Span(mark, len(source)))
    if not isinstance(node, SequenceNode) or not node.items:
        return None
    behind = listed[stop] if stop < len(listed) else behind_of(blocks, listed[-1])
    more = len(node.items) - (stop - start)
    run = BlockRun(listed[start], behind, parent, Span(mark, end), [], [], more)
    done = run_in_list(before, run, Text(source, Syntax.JSON, effort), node, start)
    if done is None or not all(
        _stands_alone(problem) for reading in done.readings for problem in reading.problems
    ):
        return None
    return done


def _problems(blocks: FileReading) -> Iterator[Diagnostic]:
    if blocks.fields is not None:
        yield from blocks.fields.problems
    for reading in blocks.readings:
        yield from reading.problems


def _stands_alone(problem: Diagnostic) -> bool:
    """Whether the fixes of a problem only replace its span."""
    return all(edit.span == problem.span for fix in problem.fixes for edit in fix.edits)


_FAR = 10_000  # characters; a text moved less far is read again with all between its old and new place
_MOST_SHARED = MOST_COMPARED // 2  # comparisons of names, for the part read again and for the other blocks


def read_incrementally(before: FileReading, old: str, new: str, syntax: Syntax) -> FileReading | None:
    """Return what is found in `new`, given what was found in `old`; None if it has to be read as a whole."""
    edit = difference(old, new)
    if edit is None:
        return None
    between = text_amid_move(old, edit, _FAR)
    amid = None if between is None else _read_part_once(before, old, between, syntax)
    after = None if between is None or amid is None else _read_part_once(amid, between, new, syntax)
    return after or _read_part_once(before, old, new, syntax)


def _read_part_once(before: FileReading, old: str, new: str, syntax: Syntax) -> FileReading | None:
    """Read the block or blocks again that hold everything between the first and last difference."""
    if not before.is_plain or before.spent.compared > _MOST_SHARED or len(new) > MOST_CHARACTERS:
        return None
    edit = difference(old, new)
    if edit is None:
        return None
    for read in (partial(_read_block, syntax), read_json_run if syntax is Syntax.JSON else read_run):
        effort = Effort(_MOST_SHARED, MOST_GLOBS - before.spent.globs)
        run = read(before, old, new, edit, effort)
        if run is not None and effort.left > 0 and effort.globs >= 0:
            after = _with_run(before, run, edit, Text(new, syntax, effort))
            if after is not None:
                return after
    return None


def _read_block(
    syntax: Syntax, before: FileReading, old: str, new: str, edit: Edit, effort: Effort
) -> BlockRun | None:
    """Read one block's extent again; None where the edit goes beyond it, or where it can't be read alone."""
    blocks, readings = before.blocks, before.readings
    index = bisect_right(blocks, edit.span.start, key=lambda block: block.span.start) - 1
    if index < 0 or any(readings[at].own_end < 0 for at in (index, *ancestors(blocks, index))):
        return None
    read_part = json_part if syntax is Syntax.JSON else yaml_part
    return read_part(before, index, old, new, edit, effort)


def _with_run(before: FileReading, run: BlockRun, edit: Edit, text: Text) -> FileReading | None:
    """Return what is found in the text, with the blocks of a run instead of the ones it replaces."""
    repeats = before.repeats.after(run.lines, edit.growth, run.repeats)
    fields = before.fields
    if repeats is None or fields is None:
        return None
    gone = slice(run.first, run.behind)
    text.effort.globs += sum(reading.spent.globs for reading in before.readings[gone])
    moved = _Shift(
        run.lines.end,
        edit.growth,
        max(block.span.end for block in before.blocks[gone]),
        max(block.span.end for block in run.blocks),
        before.blocks[run.first].span.start,
        run.blocks[0].span.start,
    )
    before = _prepared_for_shift(before, run.behind, moved)
    readings = [*before.readings]
    readings[gone] = run.readings
    compared = sum(reading.spent.compared for reading in readings)
    outside = before.spent.compared - sum(reading.spent.compared for reading in before.readings)
    effort = Effort(MOST_COMPARED - outside - compared, text.effort.globs)
    places = {name: moved.span(span) for name, span in fields.head.places.items()}
    problems = [with_places(problem, moved.span) for problem in fields.problems]
    return complete(
        text._replace(effort=effort),
        replace(fields, head=replace(fields.head, places=places), problems=problems),
        _moved_blocks(before.blocks, run, moved),
        readings,
        (),
        repeats,
        is_plain=True,
    )


def _prepared_for_shift(before: FileReading, behind: int, moved: _Shift) -> FileReading:
    """Prepare the blocks from `behind` on for being shifted, of which some repeat anchors before the edit."""
    if not (moved.growth and before.repeats.anchored):
        return before
    blocks, readings = [*before.blocks], [*before.readings]
    for at in range(behind, len(blocks)):
        if blocks[at].start + readings[at].lowest < moved.after:
            blocks[at], readings[at] = prepared_for_shift(blocks[at], readings[at], moved.after, moved.growth)
    return replace(before, blocks=tuple(blocks), readings=tuple(readings))


class _Shift(NamedTuple):
    """Maps offsets of the old text to the new one: those from `after` on are shifted by `growth`.

    A span that ended with the edited block, at `old_end`, ends at `new_end`; a list that began with it, at
    `old_start`, begins at `new_start`.
    """

    after: int
    growth: int
    old_end: int
    new_end: int
    old_start: int = -1
    new_start: int = -1

    def end(self, at: int) -> int:
        """Return the new offset of an end."""
        if at == self.old_end:
            return self.new_end
        return at + self.growth if at >= self.after else at

    def span(self, span: Span) -> Span:
        """Return the new span of one that is not inside the edited part."""
        start = span.start + self.growth if span.start >= self.after else span.start
        start = self.new_start if span.start == self.old_start else start
        return Span(start, max(start, self.end(span.end)))


def _moved_blocks(blocks: tuple[Block, ...], run: BlockRun, moved: _Shift) -> list[Block]:
    """Return all blocks, with those of a run instead of the ones it replaces."""
    growth = moved.growth
    result = [*blocks[: run.first]]
    for at in ancestors(blocks, run.first):
        around = blocks[at]
        result[at] = replace(around, span=Span(around.span.start, moved.end(around.span.end)))
    result += run.blocks
    outer = blocks[run.first].path[:-1]
    number, depth = len(run.blocks) - (run.behind - run.first), len(outer)
    if not (growth or number or run.more):
        return [*result, *blocks[run.behind :]]
    for block in blocks[run.behind :]:
        path, parent = block.path, block.parent
        if run.more and path[:depth] == outer:
            path = (*outer, path[depth] + run.more, *path[depth + 1 :])
        if parent is not None and parent >= run.behind:
            parent += number
        span = Span(block.span[0] + growth, block.span[1] + growth)
        result.append(Block(block.body, path, parent, block.start + growth, span))
    return result

"""Incremental reading: after an edit, only the blocks that it touches are read again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.fields.checked_values import MOST_COMPARED, MOST_GLOBS, Effort, Text
from editor_app.structured.nodes import SequenceNode
from editor_app.system_messages.model.entities import Block, Syntax, ancestors
from editor_app.system_messages.reading.block_extent import BlockExtent, json_part, yaml_part
from editor_app.system_messages.reading.block_reading import BodyReading
from editor_app.system_messages.reading.file_reading import FoundBlocks, complete
from editor_app.system_messages.reading.incremental_runs import (
    BlockRun,
    behind_of,
    lists_around,
    outwards,
    read_run,
    run_in_list,
)
from editor_app.system_messages.reading.problems import with_places
from editor_app.system_messages.reading.repeats import Repeats, prepared_for_shift
from editor_app.text import Diagnostic, Edit, Span, difference, text_amid_move

_MOST_TRIED = 3  # enclosing lists that are tried, from the innermost outwards
_BLANK = " \t\r\n"


def read_json_run(found: FoundBlocks, old: str, new: str, edit: Edit, effort: Effort) -> BlockRun | None:
    """Read the blocks that an edit touches in the innermost list around it; None if that can't be done."""
    if found.fields is None or not all(map(_stands_alone, _problems(found))):
        return None
    tried = 0
    for parent, listed in reversed(lists_around(found, edit)):
        if any(found.readings[at].own_end < 0 for at in outwards(found.blocks, parent)):
            continue
        run = _read(found, old, new, edit, effort, parent, listed)
        tried += 1
        if run is not None or tried == _MOST_TRIED:
            return run
    return None


def _read(
    found: FoundBlocks,
    old: str,
    new: str,
    edit: Edit,
    effort: Effort,
    parent: int | None,
    listed: Sequence[int],
) -> BlockRun | None:
    from editor_app.structured.json_reader import faultless_json

    blocks = found.blocks
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
    done = run_in_list(found, run, Text(source, Syntax.JSON, effort), node, start)
    if done is None or not all(_stands_alone(one) for reading in done.readings for one in reading.problems):
        return None
    return done


def _problems(found: FoundBlocks) -> Iterator[Diagnostic]:
    if found.fields is not None:
        yield from found.fields.problems
    for reading in found.readings:
        yield from reading.problems


def _stands_alone(problem: Diagnostic) -> bool:
    """Whether the fixes of a problem only replace its span."""
    return all(edit.span == problem.span for fix in problem.fixes for edit in fix.edits)


_FAR = 10_000  # characters; a text moved less far is read again with all between its old and new place
_MOST_SHARED = MOST_COMPARED // 2  # comparisons of names, for the part read again and for the other blocks


def read_incrementally(found: FoundBlocks, old: str, new: str, syntax: Syntax) -> FoundBlocks | None:
    """Return what is found in `new`, given what was found in `old`; None if it has to be read as a whole."""
    edit = difference(old, new)
    if edit is None:
        return None
    between = text_amid_move(old, edit, _FAR)
    amid = None if between is None else _read_part_once(found, old, between, syntax)
    after = None if between is None or amid is None else _read_part_once(amid, between, new, syntax)
    return after or _read_part_once(found, old, new, syntax)


def _read_part_once(found: FoundBlocks, old: str, new: str, syntax: Syntax) -> FoundBlocks | None:
    """Read the block or blocks again that hold everything between the first and last difference."""
    if not found.is_plain or found.spent.compared > _MOST_SHARED or len(new) > MOST_CHARACTERS:
        return None
    edit = difference(old, new)
    if edit is None:
        return None
    after = _after_part(found, old, new, syntax, edit)
    return after or _after_run(found, old, new, syntax, edit)


def _after_part(found: FoundBlocks, old: str, new: str, syntax: Syntax, edit: Edit) -> FoundBlocks | None:
    """Read one block's extent again; None where the edit goes beyond it."""
    index = _edited_block(found, edit)
    if index is None:
        return None
    effort = _effort(found, found.readings[index].spent.globs)
    read_part = json_part if syntax is Syntax.JSON else yaml_part
    part = read_part(found, index, old, new, edit, effort)
    if part is None or effort.left <= 0 or effort.globs < 0:
        return None
    repeats = found.repeats.after(part.old, edit.growth, part.repeats)
    if repeats is None:
        return None
    moved = _Moved(part.old.end, edit.growth, found.blocks[index].span.end, part.end)
    found = _prepared_for_shift(found, index + 1, moved)
    blocks = _moved_blocks(found.blocks, index, part, moved)
    readings = [*found.readings]
    readings[index] = part.reading
    return _completed(Text(new, syntax, effort), found, moved, blocks, readings, repeats)


def _after_run(found: FoundBlocks, old: str, new: str, syntax: Syntax, edit: Edit) -> FoundBlocks | None:
    """Read a run of blocks of one list again; None where the edit goes beyond the list."""
    effort = _effort(found, 0)
    read = read_json_run if syntax is Syntax.JSON else read_run
    run = read(found, old, new, edit, effort)
    if run is None or effort.left <= 0 or effort.globs < 0:
        return None
    repeats = found.repeats.after(run.lines, edit.growth, run.repeats)
    if repeats is None:
        return None
    gone = slice(run.first, run.behind)
    effort.globs += sum(reading.spent.globs for reading in found.readings[gone])
    moved = _Moved(
        run.lines.end,
        edit.growth,
        max(block.span.end for block in found.blocks[gone]),
        max(block.span.end for block in run.blocks),
        found.blocks[run.first].span.start,
        run.blocks[0].span.start,
    )
    found = _prepared_for_shift(found, run.behind, moved)
    readings = [*found.readings]
    readings[gone] = run.readings
    blocks = _with_run(found, run, moved)
    return _completed(Text(new, syntax, effort), found, moved, blocks, readings, repeats)


def _effort(found: FoundBlocks, globs: int) -> Effort:
    """Return the budget for reading a part again, which had so many globs before."""
    return Effort(_MOST_SHARED, MOST_GLOBS - found.spent.globs + globs)


def _prepared_for_shift(found: FoundBlocks, behind: int, moved: _Moved) -> FoundBlocks:
    """Prepare the blocks from `behind` on for being shifted, of which some repeat anchors before the edit."""
    if not (moved.growth and found.repeats.anchored):
        return found
    blocks, readings = [*found.blocks], [*found.readings]
    for at in range(behind, len(blocks)):
        if blocks[at].start + readings[at].lowest < moved.after:
            blocks[at], readings[at] = prepared_for_shift(blocks[at], readings[at], moved.after, moved.growth)
    return replace(found, blocks=tuple(blocks), readings=tuple(readings))


def _completed(
    text: Text,
    found: FoundBlocks,
    moved: _Moved,
    blocks: list[Block],
    readings: list[BodyReading],
    repeats: Repeats,
) -> FoundBlocks:
    compared = sum(reading.spent.compared for reading in readings)
    outside = found.spent.compared - sum(reading.spent.compared for reading in found.readings)
    whole = text._replace(effort=Effort(MOST_COMPARED - outside - compared, text.effort.globs))
    assert found.fields is not None
    places = {name: moved.span(span) for name, span in found.fields.head.places.items()}
    problems = [with_places(one, moved.span) for one in found.fields.problems]
    return complete(
        whole,
        replace(found.fields, head=replace(found.fields.head, places=places), problems=problems),
        blocks,
        readings,
        (),
        repeats,
        is_plain=True,
    )


def _edited_block(found: FoundBlocks, edit: Edit) -> int | None:
    """Return the index of the block whose extent may hold the edit.

    None where that block, or an ancestor, can't be read alone.
    """
    blocks, readings = found.blocks, found.readings
    index = bisect_right(blocks, edit.span.start, key=lambda block: block.span.start) - 1
    if index < 0 or any(readings[at].own_end < 0 for at in (index, *ancestors(blocks, index))):
        return None
    return index


class _Moved(NamedTuple):
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


def _moved_blocks(blocks: tuple[Block, ...], index: int, part: BlockExtent, moved: _Moved) -> list[Block]:
    growth = moved.growth
    result = [*blocks[:index]]
    for at in ancestors(blocks, index):
        around = blocks[at]
        result[at] = replace(around, span=Span(around.span.start, moved.end(around.span.end)))
    block = blocks[index]
    span = Span(block.span.start, moved.new_end)
    result.append(Block(part.reading.body, block.path, block.parent, 0, span))
    behind = blocks[index + 1 :]
    if not growth:
        return [*result, *behind]
    result += [
        Block(
            one.body,
            one.path,
            one.parent,
            one.start + growth,
            Span(one.span[0] + growth, one.span[1] + growth),
        )
        for one in behind
    ]
    return result


def _with_run(found: FoundBlocks, run: BlockRun, moved: _Moved) -> list[Block]:
    """Return all blocks, with those of a run instead of the ones it replaces."""
    blocks, growth = found.blocks, moved.growth
    result = [*blocks[: run.first]]
    for at in (run.parent, *ancestors(blocks, run.parent)) if run.parent is not None else ():
        around = blocks[at]
        result[at] = replace(around, span=Span(around.span.start, moved.end(around.span.end)))
    outer = blocks[run.first].path[:-1]
    number, depth = len(run.blocks) - (run.behind - run.first), len(outer)
    result += run.blocks
    for one in blocks[run.behind :]:
        path, parent = one.path, one.parent
        if run.more and path[:depth] == outer:
            path = (*outer, path[depth] + run.more, *path[depth + 1 :])
        if parent is not None and parent >= run.behind:
            parent += number
        span = Span(one.span[0] + growth, one.span[1] + growth)
        result.append(Block(one.body, path, parent, one.start + growth, span))
    return result

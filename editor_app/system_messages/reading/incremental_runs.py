"""Incremental reading of several blocks of one list in a YAML system message.

The lines from one block to a later one of its list are a list, which reads the same alone as long as it holds
no anchor and is in none, it begins in the same column, and it ends at the end of a line. The text before and
after it then keeps its meaning. `incremental.py` does this for JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from editor_app.structured.budget import MOST_DEPTH
from editor_app.structured.fields.checked_values import Effort, Text
from editor_app.structured.nodes import MappingNode, SequenceNode
from editor_app.system_messages.model.entities import Block, Syntax
from editor_app.system_messages.reading.block_extent import BlockRun, blank_lines_end, is_shallow, list_alone
from editor_app.system_messages.reading.file_reading import MOST_BLOCKS, FileReading, read_blocks
from editor_app.system_messages.reading.repeats import NO_REPEATS, repeats_in
from editor_app.text import Edit, Span, line_end

_MOST_TRIED = 3  # enclosing lists that are tried, from the innermost outwards
_remark = re.compile(r" *+(?:#|\n)").match


def read_run(before: FileReading, old: str, new: str, edit: Edit, effort: Effort) -> BlockRun | None:
    """Read the blocks that an edit touches in the innermost list around it; None if that can't be done."""
    tried = 0
    for parent, listed in reversed(lists_around(before, edit)):
        run = _run_of(before, old, edit, parent, listed)
        if run is None:
            continue
        done = _read(before, new, edit, run, effort)
        tried += 1
        if done is not None or tried == _MOST_TRIED:
            return done
    return None


class _Lines(NamedTuple):
    """The items of a list, from `start` to before `stop`, that are read again, and their lines."""

    parent: int | None
    listed: Sequence[int]
    start: int
    stop: int
    behind: int
    span: Span
    column: int


def lists_around(before: FileReading, edit: Edit) -> list[tuple[int | None, Sequence[int]]]:
    """Return the lists of blocks around an edit, the outermost first, each with its parent or None."""
    blocks, readings = before.blocks, before.readings
    lists: list[tuple[int | None, Sequence[int]]] = []
    parent: int | None = None
    first = 0
    while first < len(blocks) and blocks[first].parent == parent:
        listed = [*_siblings(blocks, first)]
        lists.append((parent, listed))
        inner = [at for at in listed if blocks[at].span.start < edit.span.start]
        if not inner:
            break
        parent = inner[-1]
        if readings[parent].own_end < 0 or readings[parent].children_at < 0:
            break
        if edit.span.start < blocks[parent].start + readings[parent].children_at:
            break
        first = parent + 1
    return lists


def _siblings(blocks: Sequence[Block], first: int) -> Iterator[int]:
    """Yield the indexes of the blocks of a list, whose first block is at `first`."""
    parent, depth = blocks[first].parent, len(blocks[first].path)
    for at in range(first, len(blocks)):
        if len(blocks[at].path) < depth:
            return
        if blocks[at].parent == parent:
            yield at


def _run_of(
    before: FileReading, old: str, edit: Edit, parent: int | None, listed: Sequence[int]
) -> _Lines | None:
    blocks, readings = before.blocks, before.readings
    if any(readings[at].own_end < 0 for at in outwards(blocks, parent)):
        return None
    starts = [_line_of(old, blocks[at]) for at in listed]
    dashes = (blocks[at].span.start for at in listed)
    start = max((place for place, dash in enumerate(dashes) if dash < edit.span.start), default=0)
    stop = next((place for place, line in enumerate(starts) if line > edit.span.end), len(listed))
    stop = max(stop, start + 1)
    behind = listed[stop] if stop < len(listed) else behind_of(blocks, listed[-1])
    end = _line_of(old, blocks[behind]) if behind < len(blocks) else _end_of(before, old, listed[-1])
    above = starts[start] if start else _under_key(old, starts[0])
    if not above <= edit.span.start <= edit.span.end <= end:
        return None
    dash = blocks[listed[start]].span.start
    if not old.startswith("-", dash) or old[starts[start] : dash].strip(" "):
        return None
    return _Lines(parent, listed, start, stop, behind, Span(above, end), dash - starts[start])


def _read(before: FileReading, new: str, edit: Edit, lines: _Lines, effort: Effort) -> BlockRun | None:
    first = lines.listed[lines.start]
    if before.repeats.hold(lines.span):
        return None
    after = Span(lines.span.start, lines.span.end + edit.growth)
    if not (after.end == len(new) or new.endswith("\n", *after)):
        return None
    node = list_alone(new, after, before.repeats)
    if node is None or node.span.start - (new.rfind("\n", 0, node.span.start) + 1) != lines.column:
        return None
    more = len(node.items) - (lines.stop - lines.start)
    repeats = repeats_in(new, node) if before.repeats.anchored else NO_REPEATS
    if repeats is None:
        return None
    run = BlockRun(first, lines.behind, lines.parent, lines.span, [], [], more, repeats)
    return run_in_list(before, run, Text(new, Syntax.YAML, effort), node, lines.start)


def run_in_list(
    before: FileReading, run: BlockRun, text: Text, node: SequenceNode, place: int
) -> BlockRun | None:
    """Return a run with the blocks of `node`, the first of them at `place` of its list.

    None where the file would have too many blocks, or blocks nested too deep.
    """
    blocks, first = before.blocks, run.first
    path = blocks[first].path[:-1]
    if not all(is_shallow(item, MOST_DEPTH - 2 * (len(path) + 1)) for item in node.items):
        return None
    if not all(isinstance(item, MappingNode) for item in node.items):
        return None  # an item that is no block has a fix that depends on the other items
    read, readings = read_blocks(text, node)
    if len(blocks) - (run.behind - first) + len(read) >= MOST_BLOCKS:
        return None
    moved = [
        Block(
            block.body,
            (*path, block.path[0] + place, *block.path[1:]),
            run.parent if block.parent is None else block.parent + first,
            block.start,
            block.span,
        )
        for block in read
    ]
    return run._replace(blocks=moved, readings=readings)


def _line_of(old: str, block: Block) -> int:
    return old.rfind("\n", 0, block.span.start) + 1


def outwards(blocks: Sequence[Block], index: int | None) -> Iterator[int]:
    """Yield the index of a block and of its ancestors; nothing for None, the system message."""
    while index is not None:
        yield index
        index = blocks[index].parent


def behind_of(blocks: Sequence[Block], index: int) -> int:
    """Return the index after a block and its descendants."""
    depth = len(blocks[index].path)
    behind = index + 1
    while behind < len(blocks) and len(blocks[behind].path) > depth:
        behind += 1
    return behind


def _end_of(before: FileReading, old: str, index: int) -> int:
    """Return the end of the lines of the last block, with blank lines and comments below it."""
    last, reading = before.blocks[-1], before.readings[-1]
    end = max(before.blocks[index].span.end, last.start + reading.own_end)
    return blank_lines_end(old, line_end(old, end) + 1)


def _under_key(old: str, start: int) -> int:
    """Return the start of the comments and blank lines above the first block of a list."""
    while start:
        above = old.rfind("\n", 0, start - 1) + 1
        if _remark(old, above) is None:
            break
        start = above
    return start

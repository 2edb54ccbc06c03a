"""Incremental reading of several blocks of one list in a JSON system message.

The text from one block of a list to a later one, put into brackets, is a list that reads the same alone, as
nothing in JSON refers to other places. Only fixes that do more than replace the span of their problem depend
on the lines around it, so a file with such fixes is read as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from editor_app.structured.nodes import SequenceNode
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.file_reading import FoundBlocks
from editor_app.system_messages.reading.incremental_runs import (
    BlockRun,
    behind_of,
    lists_around,
    outwards,
    run_in_list,
)
from editor_app.system_messages.reading.problems import Effort, Text
from editor_app.text import Diagnostic, Edit, Span

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
    mark, end = _mark_before(old, starts[start]), blocks[listed[stop - 1]].span.end
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


def _mark_before(old: str, start: int) -> int:
    """Return the offset of the comma or bracket before a block."""
    at = start - 1
    while old[at] in _BLANK:
        at -= 1
    return at

"""Reading a message again after an edit inside one block, without looking at the others."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.system_messages.entities import Block, Syntax, ancestors
from editor_app.system_messages.file_reading import Found, complete
from editor_app.system_messages.message_fields import MessageFields
from editor_app.system_messages.own_parts import OwnPart, json_part, yaml_part
from editor_app.system_messages.problems import MOST_COMPARED, MOST_GLOBS, Effort, Text
from editor_app.text import Diagnostic, Edit, Fix, Span, difference

_MOST_SHARED = MOST_COMPARED // 2  # so many comparisons may the rest have made, and as many may the part make


def reread(found: Found, old: str, new: str, syntax: Syntax) -> Found | None:
    """Return what `new` says, given what was found in `old`; None where it must be read as a whole."""
    if not found.is_plain or found.compared > _MOST_SHARED or len(new) > MOST_CHARACTERS:
        return None
    edit = difference(old, new)
    index = None if edit is None else _edited_block(found, edit)
    if edit is None or index is None:
        return None
    globs = found.globs - found.readings[index].globs
    effort = Effort(_MOST_SHARED, MOST_GLOBS - globs)
    read_part = json_part if syntax is Syntax.JSON else yaml_part
    part = read_part(found, index, old, new, edit, effort)
    if part is None or effort.left <= 0 or effort.globs < 0:
        return None
    moved = _Moved(part.old_end, edit.growth, found.blocks[index].span.end, part.end)
    blocks = _moved_blocks(found.blocks, index, part, moved)
    readings = [*found.readings]
    readings[index] = part.reading
    fields = _moved_fields(found.fields, moved)
    compared = found.compared - found.readings[index].compared + part.reading.compared
    whole = Text(new, syntax, Effort(MOST_COMPARED - compared, effort.globs))
    return complete(whole, fields, blocks, readings, (), is_plain=True)


def _edited_block(found: Found, edit: Edit) -> int | None:
    """Return the block in whose own part the edit may lie, if what it says stands before its children.

    That has to be so for those it stands in too.
    """
    blocks, readings = found.blocks, found.readings
    index = bisect_right(blocks, edit.span.start, key=_start_of) - 1
    if index < 0 or any(readings[at].own_end < 0 for at in (index, *ancestors(blocks, index))):
        return None
    return index


def _start_of(block: Block) -> int:
    return block.span.start


class _Moved(NamedTuple):
    """Where the old text's places are in the new one: what lies behind `after` moves by `growth`.

    What ended with the edited block, at `old_end`, ends at `new_end`.
    """

    after: int
    growth: int
    old_end: int
    new_end: int

    def end(self, at: int) -> int:
        """Return where something ends now."""
        if at == self.old_end:
            return self.new_end
        return at + self.growth if at >= self.after else at

    def span(self, span: Span) -> Span:
        """Return where something stands now that does not lie in the edited part."""
        start = span.start + self.growth if span.start >= self.after else span.start
        return Span(start, max(start, self.end(span.end)))


def _moved_blocks(blocks: tuple[Block, ...], index: int, part: OwnPart, moved: _Moved) -> list[Block]:
    growth = moved.growth
    result = [*blocks[:index]]
    for at in ancestors(blocks, index):
        around = blocks[at]
        result[at] = replace(around, span=Span(around.span.start, moved.end(around.span.end)))
    block = blocks[index]
    span = Span(block.span.start, moved.new_end)
    result.append(Block(part.reading.body, block.path, block.parent, part.start, span))
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


def _moved_fields(fields: MessageFields | None, moved: _Moved) -> MessageFields:
    assert fields is not None
    places = {name: moved.span(span) for name, span in fields.places.items()}
    problems = [_moved_problem(one, moved) for one in fields.problems]
    return replace(fields, places=places, problems=problems)


def _moved_problem(found: Diagnostic, moved: _Moved) -> Diagnostic:
    fixes = tuple(
        Fix(fix.title, tuple(Edit(moved.span(edit.span), edit.text) for edit in fix.edits))
        for fix in found.fixes
    )
    return replace(found, span=moved.span(found.span), fixes=fixes)

"""Reading a message again after an edit inside one block, without looking at the others.

A block's own part goes from its dash to its `children` or to the next block. It is a list of one item, which
is read the same way alone and among the others as long as nothing in it is repeated elsewhere (there are no
anchors), it begins in the same column, and it ends with its line. What stands before and behind it then means
what it did.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured import MappingNode, Node, ScalarNode, SequenceNode, read_yaml
from editor_app.structured.budget import MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.edits import line_end
from editor_app.system_messages.block_reading import BodyReading, read_body
from editor_app.system_messages.entities import Block, Syntax, ancestors
from editor_app.system_messages.file_reading import Found, complete, has_anchor
from editor_app.system_messages.message_fields import MessageFields
from editor_app.system_messages.problems import MOST_COMPARED, Effort, Text
from editor_app.text import Diagnostic, Edit, Fix, Span, difference

_MOST_SHARED = MOST_COMPARED // 2  # so many comparisons may the rest have made, and as many may the part make
_blank_lines = re.compile(r"(?: *+(?:#[^\n]*+)?+\n)*+(?: *+(?:#[^\n]*+)?+\Z)?+").match
_ends_document = re.compile(r"^(?:---|\.\.\.)", re.MULTILINE).search


class _Part(NamedTuple):
    """A block's own part: its lines in the old text, the column of its dash, and that of its `children`."""

    block: int
    span: Span
    dash: int
    column: int | None


def reread(found: Found, old: str, new: str) -> Found | None:
    """Return what `new` says, given what was found in `old`; None where it must be read as a whole."""
    if not found.is_plain or found.compared > _MOST_SHARED or len(new) > MOST_CHARACTERS:
        return None
    edit = difference(old, new)
    part = None if edit is None else _edited_part(found, old, edit)
    if edit is None or part is None:
        return None
    piece = new[part.span.start : part.span.end + edit.growth]
    if part.span.end < len(old) and not piece.endswith("\n"):
        return None
    item = _only_item(found, part, piece)
    if item is None:
        return None
    text = Text(piece, Syntax.YAML, Effort(_MOST_SHARED))
    reading = read_body(text, item, has_children=part.column is not None)
    if text.effort.left <= 0:
        return None
    if part.column is not None:
        reading = replace(reading, children_at=len(piece) + part.column)
    block = found.blocks[part.block]
    has_children = part.column is not None
    old_end = block.span.end
    new_end = old_end + edit.growth if has_children else part.span.start + item.span.end
    moved = _Moved(part.span.end, edit.growth, old_end, new_end)
    blocks = _moved_blocks(found.blocks, part, reading, moved)
    readings = [*found.readings]
    readings[part.block] = reading
    fields = _moved_fields(found.fields, moved)
    compared = found.compared - found.readings[part.block].compared + reading.compared
    whole = Text(new, Syntax.YAML, Effort(MOST_COMPARED - compared))
    return complete(whole, fields, blocks, readings, (), is_plain=True)


def _edited_part(found: Found, old: str, edit: Edit) -> _Part | None:
    """Return the block in whose own part the edit lies, if it lies in one."""
    blocks, readings = found.blocks, found.readings
    index = bisect_right(blocks, edit.span.start, key=_start_of) - 1
    if index < 0 or any(readings[at].own_end < 0 for at in (index, *ancestors(blocks, index))):
        return None
    block, reading = blocks[index], readings[index]
    dash = block.span.start
    start = old.rfind("\n", 0, dash) + 1
    if not old.startswith("- ", dash) or old[start:dash].strip(" "):
        return None
    column = None
    if reading.children_at < 0:
        match = _blank_lines(old, line_end(old, block.start + reading.own_end) + 1)
        end = match.end() if match is not None else len(old)
    else:
        key = block.start + reading.children_at
        end = old.rfind("\n", 0, key) + 1
        column = key - end
    end = min(end, len(old))
    if edit.span.start < dash + 2 or edit.span.end > end:
        return None
    return _Part(index, Span(start, end), dash - start, column)


def _start_of(block: Block) -> int:
    return block.span.start


def _only_item(found: Found, part: _Part, piece: str) -> MappingNode | None:
    """Read a part alone; None unless it is one block without blocks of its own, in its place."""
    if _ends_document(piece):
        return None
    node, problems = read_yaml(piece)
    if problems or not isinstance(node, SequenceNode) or len(node.items) != 1 or node.flow:
        return None
    item = node.items[0]
    if node.span.start != part.dash or not isinstance(item, MappingNode) or item.flow:
        return None
    children = item.get("children")
    if children is not None and (part.column is not None or not isinstance(children, ScalarNode)):
        return None
    if part.column is not None and part.column != item.span.start:
        return None
    room = MOST_DEPTH - 2 * len(found.blocks[part.block].path)
    return item if _is_shallow(item, room) and ("&" not in piece or not has_anchor(item)) else None


def _is_shallow(node: Node, depth: int) -> bool:
    """Whether a tree is at most so deep."""
    if isinstance(node, ScalarNode):
        return True
    if depth <= 0:
        return False
    if isinstance(node, SequenceNode):
        return all(_is_shallow(inner, depth - 1) for inner in node.items)
    return all(_is_shallow(inner, depth - 1) for _, inner in node.entries)


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


def _moved_blocks(blocks: tuple[Block, ...], part: _Part, reading: BodyReading, moved: _Moved) -> list[Block]:
    index, growth = part.block, moved.growth
    result = [*blocks[:index]]
    for at in ancestors(blocks, index):
        around = blocks[at]
        result[at] = replace(around, span=Span(around.span.start, moved.end(around.span.end)))
    block = blocks[index]
    span = Span(block.span.start, moved.new_end)
    result.append(Block(reading.body, block.path, block.parent, part.span.start, span))
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

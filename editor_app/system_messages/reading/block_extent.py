"""The extent of one block without its children, found at an edit and read alone.

In YAML it goes from the block's dash to its `children` or to the next block. It is a list of one item, which
reads the same alone and in the file, as long as it holds no anchor and is in none, it begins in the same
column, and it ends at the end of a line. In JSON it goes from the opening brace to the key `children` or to
the closing brace, and reads the same if it ends there. The text before and after it then keeps its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from editor_app.structured.budget import MOST_DEPTH
from editor_app.structured.fields.checked_values import Effort, Text
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode
from editor_app.structured.reading import read_yaml
from editor_app.system_messages.model.entities import Block, Syntax, ancestors
from editor_app.system_messages.reading.block_reading import BodyReading, read_body
from editor_app.system_messages.reading.file_reading import FileReading
from editor_app.system_messages.reading.repeats import NO_REPEATS, Repeats, repeats_in
from editor_app.text import Diagnostic, Edit, Span, line_end

_blank_lines = re.compile(r"(?>(?: *+(?:#[^\n]*+)?+\n)*)(?>(?: *+(?:#[^\n]*+)?+\Z)?)").match
ends_document = re.compile(r"^(?:---|\.\.\.)", re.MULTILINE).search


class BlockRun(NamedTuple):
    """Blocks that replace those from index `first` to before `behind`, in the list of `parent`.

    `parent` is None for the list of the system message. `lines` is the span of the old ones in the old text,
    `more` how many more blocks the list has now, and `repeats` are the aliases of the new ones.
    """

    first: int
    behind: int
    parent: int | None
    lines: Span
    blocks: list[Block]
    readings: list[BodyReading]
    more: int
    repeats: Repeats = NO_REPEATS


def yaml_part(
    before: FileReading, index: int, old: str, new: str, edit: Edit, effort: Effort
) -> BlockRun | None:
    """Read a block's extent in `new` as a run; None if the edit goes beyond it or it can't be read alone."""
    part = _yaml_lines(before, index, old)
    if part is None or edit.span.start < part.span.start + part.dash + 2 or edit.span.end > part.span.end:
        return None
    lines = Span(part.span.start, part.span.end + edit.growth)
    if part.span.end < len(old) and not new.endswith("\n", *lines):
        return None
    block = before.blocks[index]
    item = _only_item(part, new, lines, before.repeats, _room(block))
    if item is None:
        return None
    reading = read_body(Text(new, Syntax.YAML, effort), item, has_children=part.column is not None)
    read = repeats_in(new, item) if before.repeats.anchored else NO_REPEATS
    if read is None:
        return None
    if part.column is None:
        return _run_of(before, index, reading, part.span, item.span.end, read)
    reading = replace(reading, children_at=lines.end + part.column)
    return _run_of(before, index, reading, part.span, block.span.end + edit.growth, read)


def _run_of(
    before: FileReading, index: int, reading: BodyReading, old: Span, end: int, repeats: Repeats
) -> BlockRun:
    """Return the run of one block, whose extent was `old` and which ends at `end` with its children."""
    block = before.blocks[index]
    edited = Block(reading.body, block.path, block.parent, 0, Span(block.span.start, end))
    return BlockRun(index, index + 1, block.parent, old, [edited], [reading], 0, repeats)


class _Lines(NamedTuple):
    """The lines of a block's extent in the old text, and the columns of its dash and of its `children`."""

    span: Span
    dash: int
    column: int | None


def _yaml_lines(before: FileReading, index: int, old: str) -> _Lines | None:
    block, reading = before.blocks[index], before.readings[index]
    dash = block.span.start
    start = old.rfind("\n", 0, dash) + 1
    if not old.startswith("- ", dash) or old[start:dash].strip(" "):
        return None
    column = None
    if reading.children_at < 0:
        end = blank_lines_end(old, line_end(old, block.start + reading.own_end) + 1)
    else:
        key = block.start + reading.children_at
        end = old.rfind("\n", 0, key) + 1
        column = key - end
    return _Lines(Span(start, min(end, len(old))), dash - start, column)


def _only_item(part: _Lines, new: str, lines: Span, repeats: Repeats, room: int) -> MappingNode | None:
    """Read an extent's lines alone; None unless they are one block in the same column, without children."""
    if repeats.hold(part.span):
        return None
    node = list_alone(new, lines, repeats)
    if node is None or len(node.items) != 1:
        return None
    item = node.items[0]
    if node.span.start - lines.start != part.dash or not isinstance(item, MappingNode) or item.flow:
        return None
    children = item.get("children")
    if children is not None and (part.column is not None or not isinstance(children, ScalarNode)):
        return None
    if part.column is not None and part.column != item.span.start - lines.start:
        return None
    return item if is_shallow(item, room) else None


def list_alone(source: str, lines: Span, repeats: Repeats) -> SequenceNode | None:
    """Read lines alone; None unless they are a list with dashes, without problems and without anchors."""
    if ends_document(source, *lines):
        return None
    node, problems = read_yaml(source, lines, repeats.before(lines.start))
    if problems or not isinstance(node, SequenceNode) or node.flow or not node.items:
        return None
    inner = repeats_in(source, node) if "&" in lines.of(source) else NO_REPEATS
    return None if inner is None or inner.anchored else node


def json_part(
    before: FileReading, index: int, old: str, new: str, edit: Edit, effort: Effort
) -> BlockRun | None:
    """Read a block's extent in `new` as a run; None if the edit goes beyond it or it can't be read alone."""
    block, children_at = before.blocks[index], before.readings[index].children_at
    old_end = block.span.end - 1 if children_at < 0 else block.start + children_at
    if not block.span.start < edit.span.start <= edit.span.end <= old_end:
        return None
    in_line = "\n" not in edit.text and "\n" not in edit.span.of(old)
    in_line = in_line and old[old.rfind("\n", 0, edit.span.start) + 1 : edit.span.start].strip() != ""
    if not in_line:  # problems elsewhere may depend on the block's lines, by their spans or fixes
        others = (reading.problems for at, reading in enumerate(before.readings) if at != index)
        if (before.fields is not None and before.fields.problems) or any(others):
            return None
    if any(_reach_behind(before, at, block.span.start) for at in ancestors(before.blocks, index)):
        return None
    source, whole = new, Span(block.span.start, block.span.end + edit.growth)
    key = -1
    if children_at >= 0:
        key = old_end + edit.growth
        source = f"{new[: new.index('[', key)]}[0]}}"  # any children do: only the extent before them is used
        whole = Span(whole.start, len(source))
    item = _only_object(source, whole, key)
    if item is None or not is_shallow(item, _room(block)):
        return None
    reading = read_body(Text(source, Syntax.JSON, effort), item, has_children=key >= 0)
    if key >= 0 and any(place.end > key for problem in reading.problems for place in _places(problem)):
        return None
    old_extent = Span(block.span.start, old_end)
    return _run_of(before, index, reading, old_extent, block.span.end + edit.growth, NO_REPEATS)


def _only_object(source: str, whole: Span, key: int) -> MappingNode | None:
    """Read one object; None unless its span is `whole` and `children` at `key` (-1: without children)."""
    from editor_app.structured.json_reader import faultless_json

    item = faultless_json(source, whole)
    if not isinstance(item, MappingNode) or item.span != whole:
        return None
    children = item.entry("children")
    if key < 0:
        return item if children is None or isinstance(children[1], ScalarNode) else None
    return item if children is not None and children[0].span.start == key else None


def _reach_behind(before: FileReading, index: int, at: int) -> bool:
    """Whether a span of a block's problems or their fixes ends after an offset in the old text."""
    start = before.blocks[index].start
    return any(
        place.end + start > at for problem in before.readings[index].problems for place in _places(problem)
    )


def _places(problem: Diagnostic) -> Iterator[Span]:
    yield problem.span
    for fix in problem.fixes:
        yield from (edit.span for edit in fix.edits)


def _room(block: Block) -> int:
    """Return how many levels of nesting a block may have at its depth."""
    return MOST_DEPTH - 2 * len(block.path)


def blank_lines_end(source: str, at: int) -> int:
    """Return the end of the blank lines and comments from the start of a line on."""
    match = _blank_lines(source, at)
    return match.end() if match is not None else len(source)


def is_shallow(node: Node, depth: int) -> bool:
    """Whether a tree has at most so many levels of lists and mappings."""
    if isinstance(node, ScalarNode):
        return True
    if depth <= 0:
        return False
    if isinstance(node, SequenceNode):
        return all(is_shallow(inner, depth - 1) for inner in node.items)
    return all(is_shallow(inner, depth - 1) for _, inner in node.entries)

"""Incremental parsing: after an edit in some blocks of a list, the tree without parsing the other blocks.

`reading/incremental_runs.py` does the same for the blocks and problems that are read from the tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.editing.documents import (
    Document,
    EditRefused,
    open_document,
    with_children,
    with_items,
    with_targets,
)
from editor_app.structured.nodes import (
    AliasNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    Syntax,
    WrittenNode,
)
from editor_app.system_messages.edits.finding import BLOCK_LISTS
from editor_app.system_messages.reading.block_extent import blank_lines_end, ends_document
from editor_app.text import Edit, Span, difference, line_end

_dash = re.compile(r"( *+)- ++").fullmatch
_new = tuple.__new__  # quicker than the class's own `__new__`: thousands of nodes are moved at a key
_MOST_TRIED = 3  # enclosing lists that are tried, from the innermost outwards


class _Lines(NamedTuple):
    """The items of a list of blocks from `start` to before `stop`, and the `span` of their lines.

    `slots` are the indexes of children that lead from the root to the list; `column` is that of its dashes.
    """

    slots: tuple[int, ...]
    items: SequenceNode
    start: int
    stop: int
    span: Span
    column: int


class _Memory:
    """The document that was read last; as it depends on the text alone, sharing it only saves time."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: Document | None = None

    def read(self, source: str, syntax: Syntax) -> Document:
        last = self.last
        if last is not None and last.syntax is syntax:
            if last.source == source:
                return last
            after = document_after(last, source)
            if after is not None:
                self.last = after
                return after
        self.last = open_document(source, syntax)
        return self.last


_memory = _Memory()


def current_document(source: str, syntax: Syntax) -> Document:
    """Return the document of a text, parsed incrementally after the last one; may raise `EditRefused`.

    It is kept because dragging a block checks one text many times, through functions without a common owner.
    """
    return _memory.read(source, syntax)


def prepare(source: str, syntax: Syntax) -> None:
    """Read a file before an edit needs it, so that the edit is quick; an unreadable file is ignored."""
    with suppress(EditRefused):
        current_document(source, syntax)


def document_after(last: Document, source: str) -> Document | None:
    """Return the document of `source`, parsed incrementally after `last`; None where that can't be done."""
    root = last.root
    if not isinstance(root, MappingNode) or len(source) > MOST_CHARACTERS:
        return None
    edit = difference(last.source, source)
    if edit is None:
        return last
    tried = 0
    for lines in reversed(_lists_around(last, root, edit)):
        if lines.span.start <= edit.span.start and edit.span.end <= lines.span.end:
            read = _read_again(last, source, lines, edit)
            if read is not None:
                after = _with(root, lines.slots, lines, read, edit.growth)
                if not last.aliases:
                    return Document(source, last.syntax, after)
                after, aliases = with_targets(after, source)
                is_within = len(aliases) <= MOST_ALIASES
                return Document(source, last.syntax, after, aliases) if is_within else None
            tried += 1
            if tried == _MOST_TRIED:
                break
    return None


def _read_again(last: Document, source: str, lines: _Lines, edit: Edit) -> SequenceNode | None:
    if last.syntax is Syntax.JSON:
        return _read_json(source, lines, edit)
    if not last.aliases:
        return _read(source, lines, edit, {})
    new = source[lines.span.start : lines.span.end + edit.growth]
    if "&" in new or "&" in lines.span.of(last.source) or _in_anchor(last.root, lines.slots):
        return None
    targets = [alias.target for alias in last.aliases]
    known = {
        target.anchor: target for target in targets if target.anchor and target.span.end <= lines.span.start
    }
    return _read(source, lines, edit, known)


def _in_anchor(node: WrittenNode | None, slots: tuple[int, ...]) -> bool:
    """Whether the list that `slots` lead to, or something around it, has an anchor."""
    for slot in slots:
        if node is None or node.anchor is not None:
            return True
        node = node.children[slot]
    return node is None or node.anchor is not None


def _lists_around(last: Document, root: MappingNode, edit: Edit) -> list[_Lines]:
    """Return the items an edit touches in each list of blocks around it, the outermost list first.

    In JSON their spans go from a bracket or comma to the end of an item.
    """
    old, in_lines = last.source, last.syntax is Syntax.YAML
    lists: list[_Lines] = []
    slots: tuple[int, ...] = ()
    owner: WrittenNode = root
    name, end = BLOCK_LISTS.outer, len(old)
    while isinstance(owner, MappingNode) and (index := owner.place_of(name)) is not None:
        items = owner.written[index][1]
        if not isinstance(items, SequenceNode) or not items.items:
            break
        if in_lines and (items.flow or items.anchor or items.written_tag):
            break
        written = items.written
        starts = [_line_of(old, item) if in_lines else item.span.start for item in written]
        if -1 in starts:
            break
        start = max((at for at, item in enumerate(written) if item.span.start < edit.span.start), default=0)
        stop = next((at for at, line in enumerate(starts) if line > edit.span.end), len(starts))
        stop = max(stop, start + 1)
        slots = (*slots, 2 * index + 1)
        if in_lines:
            if index + 1 < len(owner.written) or not lists:
                end = blank_lines_end(old, line_end(old, items.span.end) + 1)
            span = Span(starts[start], starts[stop] if stop < len(starts) else end)
            end = starts[start + 1] if start + 1 < len(starts) else end
        else:
            before = old[items.span.start : written[start].span.start].rstrip()
            span = Span(items.span.start + len(before), written[stop - 1].span.end)
        column = len(_indent(old, written[start])) if in_lines else -1
        lists.append(_Lines(slots, items, start, stop, span, column))
        owner, name, slots = written[start], BLOCK_LISTS.inner, (*slots, start)
    return lists


def _read_json(source: str, lines: _Lines, edit: Edit) -> SequenceNode | None:
    """Parse some items of a list alone, in brackets; None where that is no list."""
    start, end = lines.span.start, lines.span.end + edit.growth
    try:
        root = open_document(f"[{source[start:end]}]", Syntax.JSON).root
    except EditRefused:
        return None
    if not isinstance(root, SequenceNode) or not root.items:
        return None
    return _moved_list(root, start - 1) if _is_shallow(root, MOST_DEPTH - len(lines.slots)) else None


def _indent(old: str, item: WrittenNode) -> str:
    match = _dash(old, old.rfind("\n", 0, item.span.start) + 1, item.span.start)
    return match[1] if match is not None else ""


def _line_of(old: str, item: WrittenNode) -> int:
    """Return the start of an item's line; -1 where the item does not begin with a dash on that line."""
    start = old.rfind("\n", 0, item.span.start) + 1
    return start if _dash(old, start, item.span.start) is not None else -1


def _read(source: str, lines: _Lines, edit: Edit, known: Mapping[str, Node]) -> SequenceNode | None:
    """Parse the lines of some items alone; None where that is no list in the same column."""
    start, end = lines.span.start, lines.span.end + edit.growth
    piece = source[start:end]
    if ends_document(piece) or not (end == len(source) or piece.endswith("\n")):
        return None
    try:
        document = open_document(piece, Syntax.YAML, known)
    except EditRefused:
        return None
    root = document.root
    if not isinstance(root, SequenceNode) or root.flow or not root.items:
        return None
    if document.aliases and not known:  # the anchors of these aliases are in the same lines
        return None
    column = root.span.start - (piece.rfind("\n", 0, root.span.start) + 1)
    if column != lines.column or not _is_shallow(root, MOST_DEPTH - len(lines.slots)):
        return None
    return _moved_list(root, start)


def _with(owner: WrittenNode, slots: tuple[int, ...], lines: _Lines, read: SequenceNode, growth: int) -> Node:
    """Return a copy of a node with other items in the list at `slots`, and all later nodes shifted."""
    assert isinstance(owner, (SequenceNode, MappingNode))
    children = owner.children
    if slots:
        slot = slots[0]
        inner = _with(children[slot], slots[1:], lines, read, growth)
        children = (*children[:slot], inner, *(_moved(child, growth) for child in children[slot + 1 :]))
    else:
        behind = (_moved(item, growth) for item in children[lines.stop :])
        children = (*children[: lines.start], *read.written, *behind)
    start = owner.span.start if slots or lines.start else read.span.start
    end = owner.span.end + growth if owner.flow else children[-1].span.end
    new = owner._replace(span=Span(start, end))
    return with_items(new, children) if isinstance(new, SequenceNode) else with_children(new, children)


def _moved(node: WrittenNode, by: int) -> WrittenNode:
    """Return a copy of a node shifted by so many characters; targets of its aliases are not shifted."""
    if not by:
        return node
    if isinstance(node, AliasNode):
        return node._replace(span=node.span.shifted(by))
    return _moved_node(node, by)


def _moved_node(node: Node, by: int) -> Node:
    if type(node) is ScalarNode:  # quicker than `isinstance`: thousands of nodes are moved at a key
        return _moved_scalar(node, by)
    if type(node) is SequenceNode:
        return _moved_list(node, by)
    assert isinstance(node, MappingNode)
    entries, (start, end), is_flow, anchor, _, written_tag, with_aliases = node
    span = _new(Span, (start + by, end + by))
    if with_aliases is None:
        moved = tuple(_moved_entries(entries, by))
        return _new(MappingNode, (moved, span, is_flow, anchor, (), written_tag, None))
    children = tuple([_moved(child, by) for child in node.children])
    return with_children(node._replace(span=span), children)


def _moved_entries(entries: tuple[tuple[ScalarNode, Node], ...], by: int) -> list[tuple[ScalarNode, Node]]:
    """Return the entries of a mapping further on, the keys made here, as a call for each costs a tenth."""
    moved: list[tuple[ScalarNode, Node]] = []
    for (text, tag, (start, end), style, anchor, flow, written_tag, null_word), value in entries:
        span = _new(Span, (start + by, end + by))
        key = _new(ScalarNode, (text, tag, span, style, anchor, flow, written_tag, null_word))
        if type(value) is ScalarNode:
            moved.append((key, _moved_scalar(value, by)))
        else:
            moved.append((key, _moved_node(value, by)))
    return moved


def _moved_scalar(node: ScalarNode, by: int) -> ScalarNode:
    value, tag, (start, end), style, anchor, flow, written_tag, null_word = node
    span = _new(Span, (start + by, end + by))
    return _new(ScalarNode, (value, tag, span, style, anchor, flow, written_tag, null_word))


def _moved_list(node: SequenceNode, by: int) -> SequenceNode:
    items, (start, end), flow, anchor, written_tag, with_aliases = node
    span = _new(Span, (start + by, end + by))
    if with_aliases is None:
        moved = tuple([_moved_node(item, by) for item in items])
        return _new(SequenceNode, (moved, span, flow, anchor, written_tag, None))
    return with_items(node._replace(span=span), tuple([_moved(item, by) for item in with_aliases]))


def _is_shallow(node: WrittenNode, depth: int) -> bool:
    if not node.children:
        return isinstance(node, ScalarNode) or depth > 0
    return depth > 0 and all(_is_shallow(child, depth - 1) for child in node.children)

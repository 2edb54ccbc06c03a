"""The parts of a file after a change in some blocks of a list, without parsing the others.

See `incremental_runs.py`, which does the same for what a message says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_CHARACTERS, MOST_DEPTH
from editor_app.structured.edits import line_end
from editor_app.system_messages.block_extent import blank_lines_end, ends_document
from editor_app.system_messages.edits.arguments import checked_source
from editor_app.system_messages.edits.parts import Form, Part, Written, read_parts, with_targets
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import Syntax
from editor_app.text import Edit, Span, difference

_dash = re.compile(r"( *+)- ++").fullmatch
_MOST_TRIED = 3  # lists, from the innermost outwards


class _Lines(NamedTuple):
    """The items of a list of blocks from `start` to before `stop`, and their lines.

    `slots` lead to the list from the root; its dashes stand in `column`.
    """

    slots: tuple[int, ...]
    items: Part
    start: int
    stop: int
    span: Span
    column: int


class _Memory:
    """The file that was asked about last. It is frozen and depends on the text alone, so only time tells."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: Written | None = None

    def read(self, source: str, syntax: Syntax) -> Written:
        last = self.last
        if last is not None and last.syntax is syntax:
            if last.source == source:
                return last
            after = parts_after(last, source)
            if after is not None:
                self.last = after
                return after
        self.last = read_parts(source, syntax)
        return self.last


_memory = _Memory()


def current_parts(source: str, syntax: Syntax) -> Written:
    """Read the file as it is now, or raise `Refused`.

    A block that is dragged asks about one text many times, through functions that know nothing of each other.
    """
    return _memory.read(source, syntax)


def prepare(source: str, syntax: Syntax) -> None:
    """Read the file ahead of the next edit, so that it need not; a file that can't be read stays unread."""
    source, syntax = checked_source(source, syntax)
    with suppress(Refused):
        current_parts(source, syntax)


def parts_after(last: Written, source: str) -> Written | None:
    """Return the parts of `source`, given those of an earlier text; None where it is parsed as a whole."""
    root = last.root
    if root is None or len(source) > MOST_CHARACTERS:
        return None
    edit = difference(last.source, source)
    if edit is None:
        return last
    around = _brackets_around if last.syntax is Syntax.JSON else _lists_around
    tried = 0
    for lines in reversed(around(last.source, root, edit)):
        if lines.span.start <= edit.span.start and edit.span.end <= lines.span.end:
            read = _read_again(last, source, lines, edit)
            if read is not None:
                return _put_together(last, source, _with(root, lines.slots, lines, read, edit.growth))
            tried += 1
            if tried == _MOST_TRIED:
                break
    return None


def _read_again(last: Written, source: str, lines: _Lines, edit: Edit) -> Part | None:
    if last.syntax is Syntax.JSON:
        return _read_json(source, lines, edit)
    if not last.aliases:
        return _read(source, lines, edit, {})
    new = source[lines.span.start : lines.span.end + edit.growth]
    if "&" in new or "&" in lines.span.of(last.source) or _in_anchor(last.root, lines.slots):
        return None
    targets = [alias.target for alias in last.aliases if alias.target is not None]
    known = {one.anchor: one for one in targets if one.anchor and one.end <= lines.span.start}
    return _read(source, lines, edit, known)


def _in_anchor(part: Part | None, slots: tuple[int, ...]) -> bool:
    """Whether the list that `slots` lead to, or something around it, has an anchor."""
    for slot in slots:
        if part is None or part.anchor is not None:
            return True
        part = part.items[slot]
    return part is None or part.anchor is not None


def _put_together(last: Written, source: str, root: Part) -> Written | None:
    if not last.aliases:
        return Written(source, last.syntax, root)
    root, aliases = with_targets(root)
    return Written(source, last.syntax, root, aliases) if len(aliases) <= MOST_ALIASES else None


def _lists_around(old: str, root: Part, edit: Edit) -> list[_Lines]:
    """Return what an edit touches of each list of blocks that it lies in, from the message's own inwards."""
    found: list[_Lines] = []
    slots: tuple[int, ...] = ()
    owner, name, end = root, "blocks", len(old)
    while owner.form is Form.MAP and (index := owner.place_of(name)) is not None:
        slot = 2 * index + 1
        items = owner.items[slot]
        if items.form is not Form.LIST or items.flow or not items.items or items.anchor or items.tag:
            break
        if slot + 1 < len(owner.items) or not found:
            end = blank_lines_end(old, line_end(old, items.end) + 1)
        slots = (*slots, slot)
        starts = [_line_of(old, item) for item in items.items]
        if -1 in starts:
            break
        start = max((at for at, item in enumerate(items.items) if item.start < edit.span.start), default=0)
        stop = next((at for at, line in enumerate(starts) if line > edit.span.end), len(starts))
        stop = max(stop, start + 1)
        span = Span(starts[start], starts[stop] if stop < len(starts) else end)
        column = len(_indent(old, items.items[start]))
        found.append(_Lines(slots, items, start, stop, span, column))
        end = starts[start + 1] if start + 1 < len(starts) else end
        owner, name, slots = items.items[start], "children", (*slots, start)
    return found


def _brackets_around(old: str, root: Part, edit: Edit) -> list[_Lines]:
    """Return the same of the lists of a file in JSON, from behind a bracket or comma to an item’s end."""
    found: list[_Lines] = []
    slots: tuple[int, ...] = ()
    owner, name = root, "blocks"
    while owner.form is Form.MAP and (index := owner.place_of(name)) is not None:
        slot = 2 * index + 1
        items = owner.items[slot]
        if items.form is not Form.LIST or not items.items:
            break
        slots = (*slots, slot)
        start = max((at for at, item in enumerate(items.items) if item.start < edit.span.start), default=0)
        stop = next(
            (at for at, item in enumerate(items.items) if item.start > edit.span.end), len(items.items)
        )
        stop = max(stop, start + 1)
        first = items.items[start].start
        span = Span(len(old[items.start : first].rstrip()) + items.start, items.items[stop - 1].end)
        found.append(_Lines(slots, items, start, stop, span, -1))
        owner, name, slots = items.items[start], "children", (*slots, start)
    return found


def _read_json(source: str, lines: _Lines, edit: Edit) -> Part | None:
    """Parse some items of a list alone; None unless they are a list in brackets of their own."""
    start, end = lines.span.start, lines.span.end + edit.growth
    try:
        root = read_parts(f"[{source[start:end]}]", Syntax.JSON).root
    except Refused:
        return None
    if root is None or root.form is not Form.LIST or not root.items:
        return None
    return _moved(root, start - 1) if _is_shallow(root, MOST_DEPTH - len(lines.slots)) else None


def _indent(old: str, item: Part) -> str:
    match = _dash(old, old.rfind("\n", 0, item.start) + 1, item.start)
    return match[1] if match is not None else ""


def _line_of(old: str, item: Part) -> int:
    """Return where the line of an item begins; -1 where its dash stands elsewhere."""
    start = old.rfind("\n", 0, item.start) + 1
    return start if _dash(old, start, item.start) is not None else -1


def _read(source: str, lines: _Lines, edit: Edit, known: Mapping[str, Part]) -> Part | None:
    """Parse the lines of some items alone, in their place; None unless they are a list there."""
    start, end = lines.span.start, lines.span.end + edit.growth
    piece = source[start:end]
    if ends_document(piece) or not (end == len(source) or piece.endswith("\n")):
        return None
    try:
        found = read_parts(piece, Syntax.YAML, known)
    except Refused:
        return None
    root = found.root
    if root is None or root.form is not Form.LIST or root.flow or not root.items:
        return None
    if found.aliases and not known:  # they repeat what stands in the lines themselves
        return None
    column = root.start - (piece.rfind("\n", 0, root.start) + 1)
    if column != lines.column or not _is_shallow(root, MOST_DEPTH - len(lines.slots)):
        return None
    return _moved(root, start)


def _with(owner: Part, slots: tuple[int, ...], lines: _Lines, read: Part, growth: int) -> Part:
    """Return a part in which the items of a list are others, and all that stands behind them has moved."""
    items = owner.items
    if slots:
        slot = slots[0]
        inner = _with(items[slot], slots[1:], lines, read, growth)
        items = (*items[:slot], inner, *(_moved(item, growth) for item in items[slot + 1 :]))
    else:
        behind = (_moved(item, growth) for item in items[lines.stop :])
        items = (*items[: lines.start], *read.items, *behind)
    start = owner.start if slots or lines.start else read.start
    end = owner.end + growth if owner.flow else items[-1].end
    return owner._replace(start=start, end=end, items=items)


def _moved(part: Part, by: int) -> Part:
    form, start, end, items, value, style, flow, anchor, tag, target = part
    inner = tuple([_moved(item, by) for item in items]) if items else items
    return Part(form, start + by, end + by, inner, value, style, flow, anchor, tag, target)


def _is_shallow(part: Part, depth: int) -> bool:
    if not part.items:
        return part.form is Form.SCALAR or depth > 0
    return depth > 0 and all(_is_shallow(item, depth - 1) for item in part.items)

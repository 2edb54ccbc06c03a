"""Leaving out what an edit is far from, so that looking at its result costs little."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES
from editor_app.structured.edits import line_end
from editor_app.system_messages.edits.parts import Form, Part, Written
from editor_app.text import Edit, Span


class Pruning(NamedTuple):
    """Edits that take the far blocks away, and these blocks, by the id of their part."""

    edits: tuple[Edit, ...] = ()
    gone: frozenset[int] = frozenset()


def prune(written: Written, edits: tuple[Edit, ...]) -> Pruning:
    """Choose the blocks that no edit touches, nor their neighbours.

    What is left means the same with them and without: a block's lines say nothing about those
    further off. Only anchors do where aliases repeat them, so blocks with anchors stay, and all of
    them where an edit touches one or writes so many aliases that they may be too many.
    """
    source = written.source
    drops: list[Edit] = []
    gone: set[int] = set()

    def drop_far_items(owner: Part, name: str) -> None:
        items = owner.get(name)
        if items is None or items.form is not Form.LIST:
            return
        near = _near(source, items, edits)
        for index, item in enumerate(items.items):
            if index in near:
                drop_far_items(item, "children")
            elif "&" not in source[item.start : item.end] and (
                not items.flow or index + 1 < len(items.items)
            ):
                drops.append(Edit(_extent(source, owner, name, items, index), ""))
                gone.add(id(item))

    may_drop = not written.aliases or _leave_anchors(written, edits)
    if written.root is not None and written.root.form is Form.MAP and may_drop:
        drop_far_items(written.root, "blocks")
    return Pruning(tuple(drops), frozenset(gone))


def _leave_anchors(written: Written, edits: tuple[Edit, ...]) -> bool:
    if any("&" in edit.text or "&" in edit.span.of(written.source) for edit in edits):
        return False
    return len(written.aliases) + sum(edit.text.count("*") for edit in edits) <= MOST_ALIASES


def _near(source: str, items: Part, edits: tuple[Edit, ...]) -> set[int]:
    near: set[int] = set()
    last = len(items.items) - 1
    before = items.start
    for index, item in enumerate(items.items):
        after = items.items[index + 1].start if index < last else line_end(source, item.end) + 1
        if any(edit.span.start <= after and edit.span.end >= before for edit in edits):
            near.update((index - 1, index, index + 1))
        before = item.end
    return near or {0}


def _extent(source: str, owner: Part, name: str, items: Part, index: int) -> Span:
    if items.flow:
        return Span(items.items[index].start, items.items[index + 1].start)
    at = owner.place_of(name) or 0
    before = items.items[index - 1].end if index else owner.items[2 * at].end
    return Span(line_end(source, before) + 1, line_end(source, items.items[index].end) + 1)

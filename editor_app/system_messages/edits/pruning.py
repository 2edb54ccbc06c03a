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
    source, has_aliases = written.source, bool(written.aliases)
    drops: list[Edit] = []
    gone: set[int] = set()

    def drop_far_items(owner: Part, name: str) -> None:
        items = owner.get(name)
        if items is None or items.form is not Form.LIST:
            return
        near = _near(source, items, edits)
        far: list[int] = []
        for index, item in enumerate(items.items):
            if index in near:
                drop_far_items(item, "children")
            elif not (has_aliases and "&" in source[item.start : item.end]) and (
                not items.flow or index + 1 < len(items.items)
            ):
                far.append(index)
                gone.add(id(item))
        for first, last in _runs(far):
            drops.append(Edit(_extent(source, owner, name, items, first, last), ""))

    may_drop = not has_aliases or _leave_anchors(written, edits)
    if written.root is not None and written.root.form is Form.MAP and may_drop:
        drop_far_items(written.root, "blocks")
    return Pruning(tuple(drops), frozenset(gone))


def _leave_anchors(written: Written, edits: tuple[Edit, ...]) -> bool:
    if any("&" in edit.text or "&" in edit.span.of(written.source) for edit in edits):
        return False
    return len(written.aliases) + sum(edit.text.count("*") for edit in edits) <= MOST_ALIASES


def _near(source: str, items: Part, edits: tuple[Edit, ...]) -> set[int]:
    near: set[int] = set()
    first, behind = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
    last = len(items.items) - 1
    before = items.start
    for index, item in enumerate(items.items):
        after = items.items[index + 1].start if index < last else line_end(source, item.end) + 1
        may_touch = first <= after and behind >= before
        if may_touch and any(edit.span.start <= after and edit.span.end >= before for edit in edits):
            near.update((index - 1, index, index + 1))
        before = item.end
    return near or {0}


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Return the first and last of those that follow each other."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs


def _extent(source: str, owner: Part, name: str, items: Part, first: int, last: int) -> Span:
    """Return where the items from one to another stand, with the comments above them."""
    if items.flow:
        return Span(items.items[first].start, items.items[last + 1].start)
    at = owner.place_of(name) or 0
    before = items.items[first - 1].end if first else owner.items[2 * at].end
    return Span(line_end(source, before) + 1, line_end(source, items.items[last].end) + 1)

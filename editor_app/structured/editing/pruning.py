"""Leaving out what an edit is far from, so that looking at its result costs little."""

from __future__ import annotations

from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES
from editor_app.structured.editing.documents import Document
from editor_app.structured.editing.places import line_end
from editor_app.structured.nodes import MappingNode, SequenceNode
from editor_app.text import Edit, Span


class NestedLists(NamedTuple):
    """The key of a document's list of mappings, and that of the lists within those."""

    outer: str
    inner: str


class Pruning(NamedTuple):
    """Edits that take the far items away, and these items, by the id of their node."""

    edits: tuple[Edit, ...] = ()
    gone: frozenset[int] = frozenset()


def prune(document: Document, edits: tuple[Edit, ...], lists: NestedLists) -> Pruning:
    """Choose the items of nested lists that no edit touches, nor their neighbours.

    What is left means the same with them and without: an item's lines say nothing about those
    further off. Only anchors do where aliases repeat them, so items with anchors stay, and all of
    them where an edit touches one or writes so many aliases that they may be too many.
    """
    source, has_aliases = document.source, bool(document.aliases)
    drops: list[Edit] = []
    gone: set[int] = set()

    def drop_far_items(owner: MappingNode, name: str) -> None:
        at = owner.place_of(name)
        key, items = (None, None) if at is None else owner.written[at]
        if key is None or not isinstance(items, SequenceNode):
            return
        near = _near(source, items, edits)
        far: list[int] = []
        for index, item in enumerate(items.written):
            if index in near:
                if isinstance(item, MappingNode):
                    drop_far_items(item, lists.inner)
            elif not (has_aliases and "&" in item.span.of(source)) and (
                not items.flow or index + 1 < len(items.items)
            ):
                far.append(index)
                gone.add(id(item))
        for first, last in _runs(far):
            drops.append(Edit(_extent(source, key.span.end, items, first, last), ""))

    if isinstance(document.root, MappingNode) and (not has_aliases or _leave_anchors(document, edits)):
        drop_far_items(document.root, lists.outer)
    return Pruning(tuple(drops), frozenset(gone))


def _leave_anchors(document: Document, edits: tuple[Edit, ...]) -> bool:
    if any("&" in edit.text or "&" in edit.span.of(document.source) for edit in edits):
        return False
    return len(document.aliases) + sum(edit.text.count("*") for edit in edits) <= MOST_ALIASES


def _near(source: str, items: SequenceNode, edits: tuple[Edit, ...]) -> set[int]:
    near: set[int] = set()
    first, behind = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
    written = items.written
    last = len(written) - 1
    before = items.span.start
    for index, item in enumerate(written):
        after = written[index + 1].span.start if index < last else line_end(source, item.span.end) + 1
        may_touch = first <= after and behind >= before
        if may_touch and any(edit.span.start <= after and edit.span.end >= before for edit in edits):
            near.update((index - 1, index, index + 1))
        before = item.span.end
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


def _extent(source: str, key_end: int, items: SequenceNode, first: int, last: int) -> Span:
    """Return where the items from one to another stand, with the comments above them."""
    written = items.written
    if items.flow:
        return Span(written[first].span.start, written[last + 1].span.start)
    before = written[first - 1].span.end if first else key_end
    return Span(line_end(source, before) + 1, line_end(source, written[last].span.end) + 1)

"""Whether a changed text means what was asked, and nothing else."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from editor_app.structured.budget import MOST_ALIASES, MOST_CHARACTERS
from editor_app.structured.editing.documents import Document, EditRefused, open_document
from editor_app.structured.nodes import AliasNode, MappingNode, ScalarNode, SequenceNode, WrittenNode
from editor_app.text import Edit, Span, apply_edits, line_end


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
        written = items.written
        near = _near(source, items, edits)
        for index in sorted(near):
            item = written[index]
            if isinstance(item, MappingNode):
                drop_far_items(item, lists.inner)
        compared = near | _with_ampersand(source, items) if has_aliases else near
        if items.flow:
            compared.add(len(written) - 1)
        first = 0
        for index in (*sorted(compared), len(written)):
            if first < index:
                gone.update(map(id, written[first:index]))
                drops.append(Edit(_extent(source, key.span.end, items, first, index - 1), ""))
            first = index + 1

    has_ampersand = any("&" in edit.text or "&" in edit.span.of(source) for edit in edits)
    most = len(document.aliases) + sum(edit.text.count("*") for edit in edits)
    leaves_anchors = not has_aliases or (not has_ampersand and most <= MOST_ALIASES)
    if isinstance(document.root, MappingNode) and leaves_anchors:
        drop_far_items(document.root, lists.outer)
    return Pruning(tuple(drops), frozenset(gone))


def _near(source: str, items: SequenceNode, edits: tuple[Edit, ...]) -> set[int]:
    """Return which items an edit touches, with their neighbours; the first one where none is."""
    near: set[int] = set()
    first, behind = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
    written = items.written
    last = len(written) - 1
    for index in range(max(bisect_left(written, first, key=_start) - 1, 0), len(written)):
        before = written[index - 1].span.end if index else items.span.start
        if before > behind:
            break
        after = (
            written[index + 1].span.start if index < last else line_end(source, written[index].span.end) + 1
        )
        if any(edit.span.start <= after and edit.span.end >= before for edit in edits):
            near.update((index - 1, index, index + 1))
    if not near and written:
        return {0}
    return {index for index in near if 0 <= index <= last}


def _start(item: WrittenNode) -> int:
    return item.span.start


def _with_ampersand(source: str, items: SequenceNode) -> set[int]:
    """Return which items have an `&` in them, and may have an anchor."""
    anchored: set[int] = set()
    written = items.written
    at = source.find("&", items.span.start, items.span.end)
    while at >= 0:
        index = bisect_right(written, at, key=_start) - 1
        end = written[index].span.end if index >= 0 else at
        if at < end:
            anchored.add(index)
        at = source.find("&", max(at + 1, end), items.span.end)
    return anchored


def _extent(source: str, key_end: int, items: SequenceNode, first: int, last: int) -> Span:
    """Return where the items from one to another stand, with the comments above them."""
    written = items.written
    if items.flow:
        return Span(written[first].span.start, written[last + 1].span.start)
    before = written[first - 1].span.end if first else key_end
    return Span(line_end(source, before) + 1, line_end(source, written[last].span.end) + 1)


Changes = Mapping[int, tuple[WrittenNode, ...]]
"""What a list or mapping, by the id of its node, holds after the edit: items, or keys and values in turn."""

# What an unquoted scalar must look like to be no text, whatever a reader takes it for.
_no_text = re.compile(
    r"(?i)[-+]?(?:[0-9][0-9_,.:]*(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+|\.[0-9_]+(?:e[-+]?[0-9]+)?|\.inf)|\.nan"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|~|null|true|false|yes|no|on|off|y|n|<<|=|"
)


def is_as_asked(
    document: Document, edits: tuple[Edit, ...], changes: Changes, lists: NestedLists | None = None
) -> bool:
    """Whether the edited text can be read and holds what it held, but for `changes`.

    Of `lists`, what is far from the edits is not looked at.
    """
    if len(document.source) + sum(edit.growth for edit in edits) > MOST_CHARACTERS:
        return False
    far = Pruning() if lists is None else prune(document, edits, lists)
    if far.gone and _holds(document, edits, changes, far):
        return True
    return _holds(document, edits, changes, Pruning())


def _holds(document: Document, edits: tuple[Edit, ...], changes: Changes, far: Pruning) -> bool:
    try:
        after = open_document(apply_edits(document.source, (*edits, *far.edits)), document.syntax)
    except (EditRefused, ValueError):  # the edits overlap
        return False
    if document.root is None or after.root is None:
        return document.root is None and after.root is not None
    repeated = frozenset(id(alias.target) for alias in document.aliases)
    comparison = _Comparison(changes, far.gone, repeated, {})
    if not comparison.same(document.root, after.root):
        return False
    images = comparison.images
    for old in document.aliases:
        targets = images.get(id(old.target))
        for new in images.get(id(old), ()):
            assert isinstance(new, AliasNode)
            repeats = any(new.target is image for image in targets or ())
            # What is repeated has no image where its value was changed; then the anchor tells.
            if not repeats and (targets or new.target.anchor != old.target.anchor):
                return False
    return True


class _Comparison(NamedTuple):
    """What is expected of a text, and which nodes of the new one the repeated old ones have become."""

    changes: Changes
    gone: frozenset[int]
    repeated: frozenset[int]
    images: dict[int, list[WrittenNode]]

    def same(self, old: WrittenNode, new: WrittenNode) -> bool:
        kind = type(old)
        if kind is not type(new):
            return False
        if kind is AliasNode or id(old) in self.repeated:
            self.images.setdefault(id(old), []).append(new)
        if isinstance(old, AliasNode):
            return isinstance(new, AliasNode) and old.name == new.name
        if isinstance(new, AliasNode) or old.written_tag != new.written_tag:
            return False
        if isinstance(old, ScalarNode):
            if not isinstance(new, ScalarNode) or old.text != new.text:
                return False
            is_same_style = bool(old.style) == bool(new.style) or bool(old.written_tag)
            return is_same_style or _no_text.fullmatch(old.text) is None
        children = self.changes.get(id(old), old.children)
        if self.gone:
            children = tuple([child for child in children if id(child) not in self.gone])
        written = new.children
        return len(children) == len(written) and all(map(self.same, children, written))

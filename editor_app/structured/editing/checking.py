"""Whether a changed text means what was asked, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.structured.editing.documents import Document, Refused, open_document
from editor_app.structured.editing.pruning import NestedLists, Pruning, prune
from editor_app.structured.nodes import AliasNode, ScalarNode, WrittenNode
from editor_app.text import Edit, apply_edits

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
    except (Refused, ValueError):  # the edits overlap
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
            return isinstance(new, ScalarNode) and _same_scalar(old, new)
        children = self.changes.get(id(old), old.children)
        if self.gone:
            children = tuple([child for child in children if id(child) not in self.gone])
        found = new.children
        return len(children) == len(found) and all(map(self.same, children, found))


def _same_scalar(old: ScalarNode, new: ScalarNode) -> bool:
    if old.text != new.text:
        return False
    if bool(old.style) == bool(new.style) or old.written_tag:
        return True
    return _no_text.fullmatch(old.text) is None

"""Whether a changed text means what was asked, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from editor_app.structured.budget import MOST_CHARACTERS
from editor_app.system_messages.edits.parts import Form, Part, Written, read_parts
from editor_app.system_messages.edits.pruning import Pruning, prune
from editor_app.system_messages.edits.values import Refused
from editor_app.text import Edit, apply_edits

Changes = Mapping[int, tuple[Part, ...]]
"""What a list or map, by the id of its part, holds after the edit."""

# What an unquoted scalar must look like to be no text, whatever a reader takes it for.
_no_text = re.compile(
    r"(?i)[-+]?(?:[0-9][0-9_,.:]*(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+|\.[0-9_]+(?:e[-+]?[0-9]+)?|\.inf)|\.nan"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|~|null|true|false|yes|no|on|off|y|n|<<|=|"
)


def is_as_asked(written: Written, edits: tuple[Edit, ...], changes: Changes) -> bool:
    """Whether the edited text can be read and holds what it held, but for `changes`."""
    if len(written.source) + sum(edit.growth for edit in edits) > MOST_CHARACTERS:
        return False
    far = prune(written, edits)
    if far.gone and _holds(written, edits, changes, far):
        return True
    return _holds(written, edits, changes, Pruning())


def _holds(written: Written, edits: tuple[Edit, ...], changes: Changes, far: Pruning) -> bool:
    try:
        after = read_parts(apply_edits(written.source, (*edits, *far.edits)), written.syntax)
    except (Refused, ValueError):  # the edits overlap
        return False
    if written.root is None or after.root is None:
        return written.root is None and after.root is not None
    comparison = _Comparison(changes, far.gone, _repeated(written), {})
    if not comparison.same(written.root, after.root):
        return False
    images = comparison.images
    for new, old in _alias_pairs(written, images):
        found = images.get(id(old.target))
        if not any(new.target is image for image in found or ()) and (found or not _same_anchor(old, new)):
            return False
    return True


def _same_anchor(old: Part, new: Part) -> bool:
    """Whether two aliases repeat one anchor, whose value was changed."""
    return old.target is not None and new.target is not None and old.target.anchor == new.target.anchor


def _repeated(written: Written) -> frozenset[int]:
    return frozenset(id(alias.target) for alias in written.aliases)


def _alias_pairs(written: Written, images: dict[int, list[Part]]) -> list[tuple[Part, Part]]:
    return [(image, alias) for alias in written.aliases for image in images.get(id(alias), ())]


class _Comparison(NamedTuple):
    """What is expected of a text, and which parts of the new one the repeated old ones have become."""

    changes: Changes
    gone: frozenset[int]
    repeated: frozenset[int]
    images: dict[int, list[Part]]

    def same(self, old: Part, new: Part) -> bool:
        if old.form is not new.form:
            return False
        if old.form is Form.ALIAS:
            self.images.setdefault(id(old), []).append(new)
            return old.value == new.value
        if id(old) in self.repeated:
            self.images.setdefault(id(old), []).append(new)
        if old.tag != new.tag:
            return False
        if old.form is Form.SCALAR:
            return _same_scalar(old, new)
        items = self.changes.get(id(old), old.items)
        if self.gone:
            items = tuple(item for item in items if id(item) not in self.gone)
        if len(items) != len(new.items):
            return False
        return all(map(self.same, items, new.items))


def _same_scalar(old: Part, new: Part) -> bool:
    if old.value != new.value:
        return False
    if bool(old.style) == bool(new.style) or old.tag:
        return True
    return _no_text.fullmatch(old.value) is None

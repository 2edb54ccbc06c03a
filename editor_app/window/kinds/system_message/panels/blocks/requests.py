"""The changes of blocks that the tree asks for, and the check of the place that a block is dragged to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from editor_app.system_messages.model.entities import BlockPath

if TYPE_CHECKING:
    from editor_app.system_messages.edits.values import BlockPlace


class BlockAction(StrEnum):
    """The actions on a block; each is one undo step."""

    ADD = "add"
    DELETE = "delete"
    DUPLICATE = "duplicate"
    MOVE = "move"
    NEST = "nest"
    UNNEST = "unnest"
    WRAP = "wrap"
    UP = "up"
    DOWN = "down"
    RENAME = "rename"


@dataclass(frozen=True, slots=True)
class BlockRequest:
    """A change of blocks that the panel asks for.

    `path` is the block's; () for one that is added. `place` is the target of adding and moving; `type` is
    that of an added block, `id` that of a renamed one.
    """

    action: BlockAction
    path: BlockPath = ()
    place: BlockPlace | None = None
    type: str = ""
    id: str = ""


def place_at(parent: BlockPath, index: int) -> BlockPlace:
    """Return the place at `index` among the children of the block at `parent`."""
    from editor_app.system_messages.edits.values import BlockPlace  # only edits need it

    return BlockPlace(parent, index)


def refusal(path: BlockPath, place: BlockPlace) -> str:
    """Return why a block cannot go to `place` in any text, such as into itself; "" if it can."""
    if place.parent[: len(path)] == path:
        return "A block cannot be moved into itself."
    return ""


def stays(path: BlockPath, place: BlockPlace) -> bool:
    """Whether a block moved to `place` would be where it is already."""
    return place.parent == path[:-1] and place.index in {path[-1], path[-1] + 1}

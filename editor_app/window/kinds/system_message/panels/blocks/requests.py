"""What somebody wants done with a block, and where a dragged one would go."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from editor_app.system_messages.model.entities import BlockPath

if TYPE_CHECKING:
    from editor_app.system_messages.edits import BlockPlace


class BlockAction(StrEnum):
    """What can be done with a block; each is one step to undo."""

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
    """A change of the tree that is asked for.

    `path` is of the block it is about, () for one added. `place` is where it goes, for adding and moving;
    `type` is an added block's, `id` a renamed one's.
    """

    action: BlockAction
    path: BlockPath = ()
    place: BlockPlace | None = None
    type: str = ""
    id: str = ""


def place_at(parent: BlockPath, index: int) -> BlockPlace:
    """Return a place for a block."""
    from editor_app.system_messages.edits import BlockPlace  # a window that only shows blocks needs no edits

    return BlockPlace(parent, index)


def refusal(path: BlockPath, place: BlockPlace) -> str:
    """Return why a block cannot go to `place`, which it could not whatever the text says; "" if it can."""
    if place.parent[: len(path)] == path:
        return "A block cannot be moved into itself."
    return ""


def stays(path: BlockPath, place: BlockPlace) -> bool:
    """Whether a block that goes to `place` is where it was."""
    return place.parent == path[:-1] and place.index in {path[-1], path[-1] + 1}

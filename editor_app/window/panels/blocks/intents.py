"""What somebody wants done with a block, and where a dragged one would go."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor_app.system_messages.entities import BlockPath


class Deed(StrEnum):
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
class DropPlace:
    """Before which child of `parent` a block goes, as the children are now; () is the top level."""

    parent: BlockPath
    index: int


@dataclass(frozen=True, slots=True)
class BlockIntent:
    """A change of the tree that is asked for.

    `path` is of the block it is about, () for one added. `place` is where it goes, for adding and moving;
    `type` is an added block's, `id` a renamed one's.
    """

    deed: Deed
    path: BlockPath = ()
    place: DropPlace | None = None
    type: str = ""
    id: str = ""


def refusal(path: BlockPath, place: DropPlace) -> str:
    """Return why a block cannot go to `place`, which it could not whatever the text says; "" if it can."""
    if place.parent[: len(path)] == path:
        return "A block cannot be moved into itself."
    return ""


def stays(path: BlockPath, place: DropPlace) -> bool:
    """Whether a block that goes to `place` is where it was."""
    return place.parent == path[:-1] and place.index in {path[-1], path[-1] + 1}

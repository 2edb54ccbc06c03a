"""What is asked of a block edit, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Where a block goes: into `parent`, () for the top level, before its child at `index`.

    Both count in the file as it is before the edit.
    """

    parent: BlockPath
    index: int


class Through(StrEnum):
    """What an edit does where the value comes from an anchor."""

    ASK = "ask"
    ANCHOR = "anchor"
    DETACH = "detach"


@dataclass(frozen=True, slots=True)
class BlockEdit:
    """The text edits of a change, and where the block is afterwards; None for one that is gone.

    One without edits says why: `refused` is the sentence why that can't be done, `unchanged` the one that it
    is so already. `aliased`: the value is an anchor's, so whoever asked has to choose between
    `Through.ANCHOR` and `Through.DETACH`.
    """

    edits: tuple[Edit, ...] = ()
    path: BlockPath | None = None
    refused: str = ""
    aliased: bool = False
    unchanged: str = ""

    @property
    def ok(self) -> bool:
        """Whether the text, edited, says what was asked for."""
        return not self.refused and not self.aliased


class Asked(Exception):  # noqa: N818  it says what is missing; it never leaves the room
    """The value comes from an anchor, and nobody said what is to become of it."""

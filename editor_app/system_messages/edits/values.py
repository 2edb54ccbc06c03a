"""The arguments and results of block edits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """Where a block is put: into the block at `parent`, () for the top level, before its child at `index`.

    Path and index are those of the file before the edit.
    """

    parent: BlockPath
    index: int


class Through(StrEnum):
    """What an edit changes where a value is an alias: nothing (ASK), the anchor, or this block alone."""

    ASK = "ask"
    ANCHOR = "anchor"
    DETACH = "detach"


@dataclass(frozen=True, slots=True)
class BlockEdit:
    """The text edits of a change, and the block's `path` afterwards, None for a block that is deleted.

    Without edits, `refused` is a sentence that says why the change can't be made, or `unchanged` one that
    says that nothing has to change. `aliased`: the value is an alias, so the caller has to choose between
    `Through.ANCHOR` and `Through.DETACH`.
    """

    edits: tuple[Edit, ...] = ()
    path: BlockPath | None = None
    refused: str = ""
    aliased: bool = False
    unchanged: str = ""

    @property
    def ok(self) -> bool:
        """Whether the edited text has what was asked for."""
        return not self.refused and not self.aliased


class AliasUndecided(Exception):  # noqa: N818  no error: the edits turn it into `BlockEdit.aliased`
    """Raised where a value is an alias, and the edit was called with `Through.ASK`."""

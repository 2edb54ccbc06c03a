"""The rows and cells of the matrix as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from editor_app.system_messages.model.entities import BlockPath, path_label
from editor_app.system_messages.resolution.outcome import BlockState
from editor_app.window.kit.words.plain_text import one_line

STATES: Final = {
    BlockState.ACTIVE: ("circle-check", "sent"),
    BlockState.OPEN: ("circle-dashed", "open"),
    BlockState.INACTIVE: ("circle-slash-2", "out"),
}
"""Each state's icon and word."""


class MatrixCell(NamedTuple):
    """The outcome of a block in a situation.

    `contest` is "wins", "outranked", a rank such as "2nd", or "". `sentence` says why.
    """

    state: BlockState
    contest: str = ""
    sentence: str = ""

    @property
    def words(self) -> str:
        """The words shown in the cell."""
        return f"{STATES[self.state][1]}, {self.contest}" if self.contest else STATES[self.state][1]


class MatrixRow(NamedTuple):
    """A block and its cells, one for each situation."""

    path: BlockPath
    id: str
    type: str
    cells: tuple[MatrixCell, ...]

    @property
    def depth(self) -> int:
        """How many blocks contain this one: 0 at the top level."""
        return len(self.path) - 1

    @property
    def name(self) -> str:
        """The block's id, or its path where it has none."""
        return one_line(self.id or path_label(self.path))

    @property
    def differs(self) -> bool:
        """Whether the outcome differs between situations."""
        return any(cell[:2] != self.cells[0][:2] for cell in self.cells[1:])


@dataclass(frozen=True, slots=True)
class MatrixRows:
    """The names of the situations, and the rows of the blocks in file order."""

    situations: tuple[str, ...] = ()
    rows: tuple[MatrixRow, ...] = ()

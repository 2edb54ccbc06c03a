"""The rows and cells of the matrix as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from editor_app.system_messages.model.entities import Block, BlockPath, path_label
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.outcome import BlockState, Outcome
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.window.kinds.system_message.contest_words import contest_words
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


def matrix_column(outcome: Outcome) -> tuple[MatrixCell, ...]:
    """Return a cell per block."""
    words = contest_words(outcome)
    cells = []
    for index, block_outcome in enumerate(outcome.block_outcomes):
        word = words.get(index)
        lines = (block_outcome.sentence, word.sentence if word else "")
        said = "\n".join(line for line in lines if line)
        cells.append(MatrixCell(block_outcome.state, word.shown if word else "", said))
    return tuple(cells)


def matrix_of(blocks: Sequence[Block], columns: Mapping[str, Sequence[MatrixCell]]) -> MatrixRows:
    """Return a row per block from the cells of each situation."""
    cells = zip(*columns.values(), strict=True) if columns else ((),) * len(blocks)
    rows = (
        MatrixRow(block.path, block.id, block.type, tuple(row))
        for block, row in zip(blocks, cells, strict=True)
    )
    return MatrixRows(tuple(columns), tuple(rows))


CELLS_IN_SLICE: Final = 1_000


def matrix_in_slices(
    reading: SystemMessageReading, situations: tuple[NamedSituation, ...]
) -> Iterator[MatrixRows | None]:
    """Resolve the blocks in each situation; yield None between slices, and last the matrix."""
    blocks, cells = reading.blocks, 0
    columns = {}
    for saved in situations:
        outcome = resolve_blocks(blocks, saved.situation, reading.head.priority_model)
        columns[saved.name] = matrix_column(outcome)
        cells += len(blocks)
        if cells >= CELLS_IN_SLICE:
            cells = 0
            yield None
    yield matrix_of(blocks, columns)

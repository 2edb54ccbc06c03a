"""The choices of the situation form and the rows of the matrix, made from a system message's blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.system_messages.situations.choices import (
    conditions_of,
    files_of,
    globs_of,
    modes_of,
    tools_of,
)
from editor_app.window.kinds.system_message.panels.matrix.rows import MatrixCell, MatrixRow, MatrixRows
from editor_app.window.kinds.system_message.panels.situation.choices import SituationChoices
from editor_app.window.kinds.system_message.rows.block_rows import contest_words


def situation_choices(blocks: Sequence[Block], files: Sequence[str] = ()) -> SituationChoices:
    """Return the values that blocks are constrained to; their files come before `files` of the workspace."""
    return SituationChoices(
        modes_of(blocks),
        tools_of(blocks),
        conditions_of(blocks),
        globs_of(blocks),
        tuple(dict.fromkeys((*files_of(blocks), *files))),
    )


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

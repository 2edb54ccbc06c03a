"""The matrix made in slices: many situations of many blocks are resolved a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.window.kinds.system_message.panels.matrix.rows import MatrixRows
from editor_app.window.kinds.system_message.rows.situation_rows import matrix_column, matrix_of

CELLS_IN_SLICE: Final = 1_000


def matrix_in_slices(
    reading: SystemMessageReading, situations: tuple[NamedSituation, ...]
) -> Iterator[MatrixRows | None]:
    """Resolve the blocks in each situation; yield None between slices, and last the matrix."""
    blocks, cells = reading.blocks, 0
    columns = {}
    for saved in situations:
        outcome = resolve_blocks(blocks, saved.situation, reading.priority_model)
        columns[saved.name] = matrix_column(outcome)
        cells += len(blocks)
        if cells >= CELLS_IN_SLICE:
            cells = 0
            yield None
    yield matrix_of(blocks, columns)

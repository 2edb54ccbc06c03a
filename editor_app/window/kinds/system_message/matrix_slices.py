"""Making the matrix in slices: many situations of many blocks are resolved a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.system_messages.resolution.resolution import resolve_blocks
from editor_app.system_messages.situations.situation import NamedSituation
from editor_app.window.kinds.system_message.panels.matrix import MatrixRows
from editor_app.window.kinds.system_message.rows.situation_rows import matrix_column, matrix_of
from editor_app.window.kit.work.timers import single_shot

CELLS_IN_SLICE: Final = 1_000


class MatrixSlices(QObject):
    """Makes one matrix after another, its first slice at once; another one ends the one before."""

    made = Signal(object)  # MatrixRows

    def __init__(self, parent: QObject | None = None) -> None:
        """Start with nothing to make."""
        super().__init__(parent)
        self._slices: Iterator[MatrixRows | None] = iter(())
        self._next = single_shot(self, 0)
        self._next.timeout.connect(self._go_on)

    def make(self, reading: SystemMessageReading, situations: tuple[NamedSituation, ...]) -> None:
        """Resolve the blocks in each situation."""
        self._slices = _slices(reading, situations)
        self._go_on()

    def stop(self) -> None:
        """Give up what is being made."""
        self._next.stop()

    def _go_on(self) -> None:
        self._next.stop()
        made = next(self._slices)
        if made is None:
            self._next.start()
        else:
            self.made.emit(made)


def _slices(
    reading: SystemMessageReading, situations: tuple[NamedSituation, ...]
) -> Iterator[MatrixRows | None]:
    """Yield None between slices, and last the matrix."""
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

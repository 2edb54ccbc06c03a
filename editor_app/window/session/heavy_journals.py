"""Reading the journals that would hold up the start, in slices after the window is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, Signal

from editor_app.library.journal.taking import FoundJournal
from editor_app.window.kit.work.slicer import Slicer

START_WEIGHT = 10_000  # records and edits that are read before the window is shown, of all journals together
_SLICE_WEIGHT = 300


class HeavyJournals(QObject):
    """Journals of which the start read only a part; the program itself writes hardly any so heavy."""

    read = Signal(object)  # a FoundJournal, read to its end

    def __init__(self, journals: Iterable[FoundJournal], parent: QObject | None = None) -> None:
        """Wait with reading until `start`."""
        super().__init__(parent)
        self._waiting = [journal for journal in journals if not journal.is_read]
        self._slicer = Slicer(self)

    @property
    def is_at_work(self) -> bool:
        """Whether some are still to be read."""
        return bool(self._waiting)

    def start(self) -> None:
        """Read them one after the other, in later events."""
        self._slicer.start(self._reading())

    def stop(self) -> None:
        """Leave what was not read to the next start."""
        self._slicer.stop()
        waiting, self._waiting = self._waiting, []
        for journal in waiting:
            journal.release()

    def _reading(self) -> Iterator[None]:
        while self._waiting:
            journal = self._waiting[0]
            journal.read_on(_SLICE_WEIGHT)
            if journal.is_read:
                self._waiting.pop(0)
                self.read.emit(journal)
            yield

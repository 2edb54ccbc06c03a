"""Reading a file of steps in slices, so that the window never waits for a whole one."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from editor_app.runs.reading.steps_file import StepsReading, steps_in_slices
from editor_app.window.kit.work.slicer import Slicer


class StepsUnreadError(Exception):
    """The steps of a file are being read, and follow."""


class StepsReader(QObject):
    """Reads one text after another, and remembers the last; `done` tells that one was read in slices."""

    done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a text."""
        super().__init__(parent)
        self._source: str | None = None
        self._reading: StepsReading | None = None
        self._slices: Iterator[StepsReading | None] = iter(())
        self._slicer = Slicer(self)

    @property
    def is_reading(self) -> bool:
        """Whether `done` is still to come."""
        return self._slicer.is_busy

    def steps_of(self, source: str) -> StepsReading:
        """Return the steps in a text; raises StepsUnreadError for a long one until `done`."""
        if source != self._source:
            self.stop()
            self._source, self._slices = source, steps_in_slices(source)
            self._reading = next(self._slices)
        if self._reading is None:
            self._slicer.start(self._slices, self._take)
            raise StepsUnreadError
        return self._reading

    def stop(self) -> None:
        """Give up what is being read, until it is asked for again."""
        self._slicer.stop()

    def _take(self, reading: StepsReading) -> None:
        self._reading = reading
        self.done.emit()

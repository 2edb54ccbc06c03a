"""Putting a large text into Qt's document bit by bit, so that the window never waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from PySide6.QtGui import QTextCursor, QTextDocument

from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.text.document.text_bridge import TextBridge

_SLICE = 1 << 15
_SLICE_OF_LINES = 1 << 13  # characters, for text with many lines: Qt makes an object for each
_MANY_LINES = 2_000
_SECONDS = 0.012  # laying out a slice takes about as long again


class Filling:
    """Fills an empty document at its end, a few milliseconds at a time."""

    def __init__(
        self,
        document: QTextDocument,
        bridge: TextBridge,
        text: str,
        on_first: Callable[[], object],
        on_last: Callable[[], object],
    ) -> None:
        """Begin with the event loop; `on_first` is called after the first slice, `on_last` after the last."""
        self._document = document
        self._bridge = bridge
        self._text = text
        self._on_first = on_first
        self._on_last = on_last
        self._at = 0
        self.failed = False
        """Whether some of the text could not be shown exactly."""
        self._slicer = Slicer(document)
        self._slicer.start(self._slices())

    def stop(self) -> None:
        """Insert no more."""
        self._slicer.stop()
        self._slicer.deleteLater()

    def finish(self) -> None:
        """Insert all the rest at once."""
        self._slicer.finish()

    def _slices(self) -> Iterator[None]:
        self._fill_some()
        while self._at < len(self._text):
            yield
            self._fill_some()
        self.stop()
        self._on_last()

    def _fill_some(self) -> None:
        until = perf_counter() + _SECONDS
        is_first = self._at == 0
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        while self._at < len(self._text) and perf_counter() < until:
            end = min(self._at + _SLICE, len(self._text))
            if self._text.count("\n", self._at, end) > _MANY_LINES:
                end = min(self._at + _SLICE_OF_LINES, end)
            cursor.insertText(self._shown(end))
            self._at = end
        cursor.endEditBlock()
        if is_first:
            self._on_first()

    def _shown(self, end: int) -> str:
        try:
            return self._bridge.begin(self._at, end, self._text)
        except OverflowError:
            self.failed = True
            return self._text[self._at : end]

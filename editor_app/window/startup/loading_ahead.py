"""Perspectives loaded ahead, so that the first file of a kind opens as quickly as later ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from PySide6.QtCore import QObject

from editor_app.window.documents.library_state import LibraryState
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.perspectives import Perspectives

_FIRST_PAUSE_MS = 1000
_PAUSE_MS = 60  # between two pieces of work, so that keys come first


class LoadingAhead(QObject):
    """Loads the perspectives of the kinds that a library has files of, a module at a time.

    Measured with a chat: its first opening blocked the window for 200 ms, most of it for modules.
    """

    def __init__(self, perspectives: Perspectives, library: LibraryState, parent: QObject) -> None:
        """Begin a moment after the library was listed, and again when it was listed anew."""
        super().__init__(parent)
        self._perspectives = perspectives
        self._library = library
        self._work: Iterator[None] = iter(())
        self._timer = single_shot(self, _PAUSE_MS, self._go_on)
        library.listed.connect(self._begin)
        self._begin()

    @property
    def is_done(self) -> bool:
        """Whether everything that the library has files of is loaded."""
        return not self._timer.isActive()

    def _begin(self) -> None:
        self._work = self._perspectives.load_ahead(file.kind for file in self._library.index.files)
        self._timer.start(_FIRST_PAUSE_MS)

    def _go_on(self) -> None:
        with suppress(StopIteration):
            next(self._work)
            self._timer.start(_PAUSE_MS)

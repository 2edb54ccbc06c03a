"""The places where one was, in order, to go back to and forward again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor_app.text import Edit, Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.perspective import FileCondition
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.painting.marks import EditsSince

MOST_PLACES: Final = 100
_NEAR: Final = 10  # lines within which moving is no jump


@dataclass(slots=True, eq=False)
class Place:
    """A place in a file, which moves with its text; `file` is None while it is closed."""

    path: Path
    offset: int
    file: OpenFile | None


class Places(QObject):
    """Remembers the place before each jump: to another file, or over more than ten lines."""

    changed = Signal()  # whether there is a place before or behind this one

    def __init__(self, files: OpenFiles, shown: WindowView, open_file: Callable[[Path], object]) -> None:
        """Follow the caret of the current file; `open_file` opens one that was closed."""
        super().__init__(shown.window)
        self._files, self._current, self._tabs, self._open_file = files, shown.current, shown.tabs, open_file
        self._places: list[Place] = []
        self._at = -1
        self.is_paused = False
        """Whether the caret only shows what may be gone to."""
        self._note_soon = single_shot(self, 0, self.note)  # what moves on in the same event is one jump
        connect(
            (shown.current.moved, self._note_soon.start),
            (files.opened, self._follow),
            (files.closed, self._forget),
            (files.renamed, self._rename),
        )

    def conditions(self) -> list[FileCondition]:
        """Return whether there is a place before this one, and one behind it, as conditions of actions."""
        can_go = {
            FileCondition.CAN_GO_BACK: self._at > 0,
            FileCondition.CAN_GO_FORWARD: self._at < len(self._places) - 1,
        }
        return [condition for condition, holds in can_go.items() if holds]

    def note(self) -> None:
        """Remember where the caret is: as another place after a jump, else in place of the last."""
        self._note_soon.stop()
        file = self._current.file
        if file is None or self.is_paused:
            return
        now = Place(file.path, self._current.caret_offset, file)
        here = self._places[self._at] if self._places else None
        between = () if here is None else sorted((here.offset, now.offset))
        if here is not None and here.file is file and file.text.count("\n", *between) <= _NEAR:
            here.offset = now.offset
            return
        self._places[self._at + 1 :] = [now]
        del self._places[:-MOST_PLACES]
        self._at = len(self._places) - 1
        self.changed.emit()

    def go(self, steps: int) -> None:
        """Go to the place before this one, or behind it; one whose file is gone is passed over."""
        self.note()
        while 0 <= self._at + steps < len(self._places):
            place = self._places[self._at + steps]
            if place.file is None:
                self._open_file(place.path)
                place.file = self._files.find(place.path)
            if place.file is not None:
                self._at += steps
                self._tabs.show_document(place.file.document)
                self._current.go_to(Span(place.offset, place.offset))
                break
            self._places.remove(place)
            self._at -= steps < 0
        self.changed.emit()

    def _follow(self, file: OpenFile) -> None:
        for place in self._places:
            if place.path == file.path:
                place.file = file
        file.document.edited.connect(partial(self._move, file))

    def _move(self, file: OpenFile, edit: Edit) -> None:
        for place in self._places:
            if place.file is file and place.offset > edit.span.start:  # what is inserted at it is behind it
                place.offset = EditsSince([edit]).now(place.offset)

    def _forget(self, file: OpenFile) -> None:
        """Keep the places of a closed file by its path; those of a text without one go."""
        if file.is_untitled:
            self._at -= sum(place.file is file for place in self._places[: self._at + 1])
            self._places = [place for place in self._places if place.file is not file]
            self._at = max(self._at, 0) if self._places else -1
        for place in self._places:
            if place.file is file:
                place.file = None
        self.changed.emit()

    def _rename(self, file: OpenFile) -> None:
        for place in self._places:
            if place.file is file:
                place.path = file.path

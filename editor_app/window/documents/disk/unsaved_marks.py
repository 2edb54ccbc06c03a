"""Marks, for other processes, of the open files that have unsaved edits here."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from editor_app.library.files.unsaved_marks import UnsavedMark, hold_unsaved_mark
from editor_app.window.documents.open_file import OpenFile


class UnsavedMarks(QObject):
    """Holds the mark of each followed file that is unsaved, so that the server and the command line know."""

    def __init__(self, state_dir: Path, parent: QObject | None = None) -> None:
        """Start without files; the marks are in the state folder."""
        super().__init__(parent)
        self._state_dir = state_dir
        self._marks: dict[OpenFile, tuple[Path, UnsavedMark] | None] = {}

    def follow(self, file: OpenFile) -> None:
        """Hold the mark of a file from now on while it is unsaved."""
        self._marks[file] = None
        for changed in (file.document.modified_changed, file.gone_changed, file.restored):
            changed.connect(partial(self.look_at, file))
        self.look_at(file)

    def look_at(self, file: OpenFile, _changed: object = None) -> None:
        """Hold the mark of a file that is unsaved by now, at its path of now, and release any other."""
        if file not in self._marks:
            return
        path = file.path if file.is_unsaved and not file.is_untitled else None
        mark = self._marks[file]
        if mark is not None and mark[0] != path:
            mark[1].release()
            mark = None
        if mark is None and path is not None:
            mark = path, hold_unsaved_mark(self._state_dir, path)
        self._marks[file] = mark

    def forget(self, file: OpenFile) -> None:
        """Release the mark of a file that is closed."""
        mark = self._marks.pop(file, None)
        if mark is not None:
            mark[1].release()

    def forget_all(self) -> None:
        """Release all marks: the window ends."""
        for file in list(self._marks):
            self.forget(file)

    def try_again(self) -> None:
        """Hold the marks that could not be held before, since another process was writing the file."""
        for mark in self._marks.values():
            if mark is not None and not mark[1].is_held:
                mark[1].hold()

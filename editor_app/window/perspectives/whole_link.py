"""The whole text of a file in a second document, for a second editor with its own layout, caret and scroll.

Qt keeps one layout for each document, so that two views of one would have the same width and folded lines.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor_app.text import Edit, Fix
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.part_link import PartLink


class WholeLink(PartLink):
    """Keeps the second document in step with the file's; there is one undo history, the file's."""

    def __init__(self, file: OpenFile, parent: QObject | None) -> None:
        """Start with the file's text of now."""
        self._open_file = file
        super().__init__(file.document, file.text, None, parent)
        self._allow()
        file.document.edited.connect(self._after_edit)
        file.analysed.connect(self._after_edit)

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix, whose edits are of the whole text."""
        self.file.apply_edits(fix.edits)

    def end(self) -> None:
        """Follow the file no longer."""
        self._open_file.document.edited.disconnect(self._after_edit)
        self._open_file.analysed.disconnect(self._after_edit)

    def _after_edit(self, _edit: object = None) -> None:
        self.refresh()

    def _put(self, edit: Edit, _before: str) -> None:
        self.file.apply_edits([edit], joins=self._steps.joins(edit))
        self._steps.note(edit)

    def _follow(self) -> None:
        self._take(self.file.text)

    def _tell_analysis(self) -> None:
        if self._open_file.analysis.source == self.document.text:
            self.analysed.emit(self._open_file.analysis)

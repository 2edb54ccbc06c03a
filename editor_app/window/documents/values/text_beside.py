"""The text that a file of records is about, such as the prompt of a cases file, as it is now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis, read_document
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.clock import Clock
from editor_app.library.files.reading import FileError, FileMark, mark_at, read_file
from editor_app.library.folders import kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.text import Sentence
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.connections import Connections


class TextBeside(QObject):
    """Reads the text with its unsaved changes, and from disk again only where that has changed.

    `analysis` is None where there is none, and `trouble` says why. `edited` tells that it was edited in the
    window; after what happens on disk it is found again.
    """

    edited = Signal()

    def __init__(self, files: OpenFiles, clock: Clock, parent: QObject | None = None) -> None:
        """Start without a text."""
        super().__init__(parent)
        self._links = Connections()
        self._files, self._clock = files, clock
        self.path: Path | None = None
        self.analysis: Analysis | None = None
        self.trouble = ""
        self._read: tuple[Path, FileMark | None, Analysis] | None = None

    def find(self, path: Path | None) -> bool:
        """Read the text at a path; return whether it is another one by now."""
        before = self.analysis, self.trouble
        self.path = path
        self._links.end()
        opened = self._files.find(path) if path is not None else None
        if opened is not None:
            self._links.add(opened.analysed, self.edited)
        self.analysis, self.trouble = self._find(path)
        return self.analysis is not before[0] or self.trouble != before[1]

    def _find(self, path: Path | None) -> tuple[Analysis | None, str]:
        if path is None:
            return None, Sentence("window-documents.no-text-beside")
        opened, mark = self._files.find(path), mark_at(path)
        if opened is not None:
            return opened.analysis, ""
        if self._read is None or self._read[:2] != (path, mark):
            library = self._files.library
            try:
                data = read_file(path, access=library.access).data
            except FileError as error:
                return None, error.sentence
            catalog, now = catalog_of(library, is_interactive=True), self._clock()
            kind = kind_of(library, path, data[:HEAD_BYTES])
            analysis = read_document(data, kind, path.name, catalog=catalog, now=now, is_interactive=True)
            self._read = path, mark, analysis
        return self._read[2], ""

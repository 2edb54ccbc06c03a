"""The problems of the whole library: of open files in their current text, of others as on disk."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.library.paths import CONFIG_NAME
from editor_app.text import Diagnostic, in_file_order
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.kit.work.timers import single_shot

_PAUSE_MS = 250


class _RowsOfFile(NamedTuple):
    """The problem rows of an open file, and the inputs they were made from."""

    analysis: Analysis
    name: str
    beside: tuple[Diagnostic, ...]
    rows: tuple[ProblemRow, ...]


class LibraryProblems(QObject):
    """Emits `changed` with the problem rows of all files, a short pause after an edit of one."""

    changed = Signal(object)

    def __init__(self, library: LibraryState, files: OpenFiles, parent: QObject | None = None) -> None:
        """Start without rows; they come with the first check of the library."""
        super().__init__(parent)
        self._library = library
        self._files = files
        self._on_disk: tuple[ProblemRow, ...] = ()
        self._shown: dict[OpenFile, _RowsOfFile] = {}
        self._later = single_shot(self, _PAUSE_MS, self._announce)
        library.problems_changed.connect(self._take_checked)
        files.opened.connect(lambda file: file.analysed.connect(self._later.start))
        files.closed.connect(self._forget)

    def _take_checked(self, rows: tuple[ProblemRow, ...]) -> None:
        self._on_disk = rows
        self._announce()

    def _forget(self, file: OpenFile) -> None:
        self._shown.pop(file, None)
        self._later.start()

    def _announce(self) -> None:
        self._later.stop()
        ours = {file.path: file for file in self._files.files if self._is_ours(file)}
        rows = [row for row in self._on_disk if row.place.path not in ours]
        for file in ours.values():
            rows += self._rows_of(file)
        self.changed.emit(tuple(rows))

    def _is_ours(self, file: OpenFile) -> bool:
        """Whether the library checks the file; problems of the library's settings are found on disk only."""
        is_settings = file.path == self._library.library.root / CONFIG_NAME
        return not is_settings and self._library.checks(file.path)

    def _rows_of(self, file: OpenFile) -> tuple[ProblemRow, ...]:
        analysis, name = file.analysis, self._library.relative(file.path)
        beside = self._library.beside(file.path)
        shown = self._shown.get(file)
        if shown is None or shown.analysis is not analysis or shown[1:3] != (name, beside):
            problems = in_file_order([*beside, *analysis.diagnostics]) if beside else analysis.diagnostics
            rows = problem_rows(problems, analysis.lines, file.path, name)
            shown = self._shown[file] = _RowsOfFile(analysis, name, beside, rows)
        return shown.rows

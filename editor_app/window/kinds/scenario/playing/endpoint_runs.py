"""The runs at endpoints of the open scenarios: each goes on while other files are in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from editor_app.library.trust.trust import Trust
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kinds.scenario.playing.asking import RunSurroundings
from editor_app.window.kinds.scenario.playing.file_run import FileRun


class EndpointRuns(QObject):
    """Has the run of each open scenario; `progressed` and `ended` have the file whose run it is."""

    progressed = Signal(object)
    ended = Signal(object)

    def __init__(self, around: RunSurroundings, parent: QObject | None = None) -> None:
        """Start without a run."""
        super().__init__(parent)
        self.around = around
        self._by_file: dict[OpenFile, FileRun] = {}

    def of(self, file: OpenFile) -> FileRun:
        """Return the run of a scenario, which there need not be yet."""
        found = self._by_file.get(file)
        if found is None:
            found = self._by_file[file] = FileRun(self.around, lambda: file.path, self)
            found.progressed.connect(partial(self.progressed.emit, file))
            found.found.connect(partial(self.progressed.emit, file))
            found.ended.connect(partial(self.ended.emit, file))
        return found

    def trust_of(self, file: OpenFile) -> Trust:
        """Return the trust in the folder that the tools of a scenario would read in."""
        return self.around.trust_of(file)

    def is_running(self, file: OpenFile) -> bool:
        """Whether a run of a scenario goes on."""
        found = self._by_file.get(file)
        return found is not None and found.is_running

    def check_trust(self, is_trusted: Callable[[Path], bool]) -> None:
        """Stop the runs whose tools read in a folder that is not trusted any more."""
        for run in self._by_file.values():
            where = run.workspace
            if run.is_running and where is not None and not is_trusted(where):
                run.cancel(f"Trust in ‘{where.name}’ was taken back, so the run was stopped.")

    def forget(self, file: OpenFile) -> None:
        """Stop and forget the run of a scenario that is closed."""
        found = self._by_file.pop(file, None)
        if found is not None:
            with QSignalBlocker(found):  # whoever was told would look for the run of a file that is gone
                found.close()
            found.deleteLater()

    def close(self) -> None:
        """Stop all runs: the window closes."""
        for run in self._by_file.values():
            run.let_end()
        for run in self._by_file.values():
            run.close()

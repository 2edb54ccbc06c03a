"""Commands of the library panel on files on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from editor_app.library.paths import is_folder
from editor_app.window.commands.files import FileCommands
from editor_app.window.documents.file_work import FileWork
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.perspectives.surroundings import Shown


class LibraryCommands:
    """Renames and deletes files, and opens their folders."""

    def __init__(
        self,
        *,
        files: FileCommands,
        work: FileWork,
        shown: Shown,
        dialogs: Dialogs,
    ) -> None:
        """Use these parts; `work` changes files on disk."""
        self._files = files
        self._work = work
        self._shown = shown
        self._dialogs = dialogs

    def rename(self, path: Path) -> None:
        """Ask for another name and rename a file."""
        question = NameQuestion(
            "Rename", "A prompt’s cases go with it, and its ‘name’ becomes the same.", "Rename", path.name
        )
        name = self._dialogs.ask(question)
        self._shown.current.perspective.take_typed()
        name = name.strip() if name else ""
        if name and "." not in name:
            name += path.suffix
        if name and name != path.name:
            self._work.rename(path, name)

    def delete(self, path: Path) -> None:
        """Move a file to local history, and close its tab."""
        self.delete_row(path, [path], self._work.delete)

    def delete_row(self, row: Path, files: Sequence[Path], delete: Callable[[Path], object]) -> None:
        """Close the tabs of files and delete what a row stands for.

        If the library had the focus, its next row gets it, whichever document comes to the front: the same
        key pressed again must never delete a block of that.
        """
        panel, focus = self._shown.panels.library, QApplication.focusWidget()
        beside = panel.path_beside(row) if focus is not None and is_inside(focus, panel) else None
        if not self._files.close_paths(files):
            return
        delete(row)
        if beside is not None:
            self._shown.window.left_dock.show_page("library")
            panel.select(beside)

    def reveal(self, path: Path) -> None:
        """Open a file's folder, or a folder itself, in the system's file manager."""
        folder = path if is_folder(path) else path.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

"""Commands of the links in the bar above the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from editor_app.window.commands.disk.conflicts import ConflictCommands
from editor_app.window.commands.files import FileCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import Remedy
from editor_app.window.perspectives.current_file import CurrentFile


class RemedyCommands:
    """Follows the links of the bar for the current file: to another file, a fix, or a conflict's solution."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        documents: Documents,
        files: FileCommands,
        conflicts: ConflictCommands,
        others: Mapping[Remedy, Callable[[], object]],
    ) -> None:
        """Use these parts.

        `conflicts` lets the user choose between a
        file's text in the window and the one on disk; `others` has what other commands do for the current
        file.
        """
        self._current = current
        self._documents = documents
        self._files = files
        self._conflicts = conflicts
        self._others = others

    def remedy(self, remedy: Remedy) -> None:
        """Do what a link of the bar above the editor stands for."""
        open_files, file = self._documents.files, self._current.file
        if file is None:
            return
        prompt = self._documents.library.prompt_of(file.path)
        acts: dict[Remedy, Callable[[], object]] = {
            Remedy.SHOW_DEFAULT: lambda: self._open_if(prompt.default_path if prompt else None),
            Remedy.OPEN_MY_COPY: lambda: self._open_if(prompt.user_path if prompt else None),
            Remedy.FIX: self._show_first_error,
            Remedy.SAVE: self._files.save,
            Remedy.COMPARE: lambda: self._conflicts.compare(file),
            Remedy.KEEP_MINE: lambda: self._conflicts.keep_mine(file),
            Remedy.LOAD_THEIRS: lambda: open_files.reload(file),
            Remedy.CANCEL: file.document.stop_filling,
            Remedy.CONVERT: lambda: open_files.save_as_utf8(file),
            Remedy.SAVE_AGAIN: lambda: open_files.save_again(file),
            **self._others,
        }
        if remedy in acts:  # the others are for the blocks of a system message
            acts[remedy]()

    def _open_if(self, path: Path | None) -> None:
        if path is not None:
            self._files.open(path)

    def _show_first_error(self) -> None:
        span, editor = self._current.first_error(), self._current.editor
        if span is not None and editor is not None:
            self._current.go_to(span)
            editor.show_fixes()

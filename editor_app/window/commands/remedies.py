"""What the links of the bar above the text do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor_app.analysis import NamedText
from editor_app.window.commands.files import FileCommands
from editor_app.window.current_file import CurrentFile
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles


class RemedyCommands:
    """Does what the bar offers for the file in front: another file, a fix, a way out of a conflict."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        open_files: OpenFiles,
        files: FileCommands,
        prompt_of: Callable[[Path], NamedText | None],
        make_my_copy: Callable[[], object],
        compare: Callable[[OpenFile], object],
    ) -> None:
        """Take the file in front, and who opens, saves and reloads files.

        `prompt_of` says which prompt a file belongs to; `make_my_copy` copies the default in front;
        `compare` lets the user choose between the text of a file in the window and the one on disk.
        """
        self._current = current
        self._open_files = open_files
        self._files = files
        self._prompt_of = prompt_of
        self._make_my_copy = make_my_copy
        self._compare = compare

    def remedy(self, remedy: Remedy) -> None:
        """Do what a link of the bar above the editor says."""
        open_files, file = self._open_files, self._current.file
        if file is None:
            return
        prompt = self._prompt_of(file.path)
        acts: dict[Remedy, Callable[[], object]] = {
            Remedy.SHOW_DEFAULT: lambda: self._open_if(prompt.default_path if prompt else None),
            Remedy.OPEN_MY_COPY: lambda: self._open_if(prompt.user_path if prompt else None),
            Remedy.FIX: self._show_first_error,
            Remedy.SAVE: self._files.save,
            Remedy.MAKE_MY_COPY: self._make_my_copy,
            Remedy.COMPARE: lambda: self._compare(file),
            Remedy.KEEP_MINE: lambda: open_files.save_mine(file),
            Remedy.LOAD_THEIRS: lambda: open_files.reload(file),
            Remedy.CANCEL: file.document.stop_filling,
            Remedy.CONVERT: lambda: open_files.save_as_utf8(file),
            Remedy.SAVE_AGAIN: lambda: open_files.save_again(file),
        }
        if remedy in acts:  # the others are about the blocks of a message
            acts[remedy]()

    def _open_if(self, path: Path | None) -> None:
        if path is not None:
            self._files.open(path)

    def _show_first_error(self) -> None:
        span, editor = self._current.first_error(), self._current.editor
        if span is not None and editor is not None:
            self._current.go_to(span)
            editor.show_fixes()

"""The choice between the text in the window and what another program wrote to the file."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.library import FileError, read_file
from editor_app.text import decode
from editor_app.window.dialogs import Conflict, ConflictAnswer, Dialogs
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles


class ConflictCommands:
    """Asks which text to keep where a file changed on disk while it has unsaved changes."""

    def __init__(self, *, open_files: OpenFiles, dialogs: Dialogs, say: Callable[[str], None]) -> None:
        """Use these parts; `say` shows a sentence."""
        self._open_files = open_files
        self._dialogs = dialogs
        self._say = say

    def compare(self, file: OpenFile) -> None:
        """Show the text as read, in the window and on disk, and let the user choose one."""
        try:
            content = read_file(file.path, only_in=self._open_files.library.only_in)
        except FileError as error:
            self._say(error.sentence)
            return
        disk = decode(content.data).text
        answer = self._dialogs.resolve(Conflict(file.path.name, file.saved_text, file.text, disk))
        if answer is ConflictAnswer.KEEP_MINE:
            self._open_files.save_mine(file, content.stamp)
        elif answer is ConflictAnswer.TAKE_DISK:
            self._open_files.reload(file)

"""Choosing between the text in the window and the one that another program wrote."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.library import FileError, read_file
from editor_app.text import decode
from editor_app.window.dialogs import Conflict, ConflictAnswer, Dialogs
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles


class ConflictCommands:
    """Asks which text stays where a file changed on disk under unsaved changes."""

    def __init__(self, *, open_files: OpenFiles, dialogs: Dialogs, say: Callable[[str], None]) -> None:
        """Take who saves and reloads, and what asks and says."""
        self._open_files = open_files
        self._dialogs = dialogs
        self._say = say

    def compare(self, file: OpenFile) -> None:
        """Show what was read, what is in the window and what is on disk, and let the user choose."""
        try:
            content = read_file(file.path)
        except FileError as error:
            self._say(error.sentence)
            return
        disk = decode(content.data).text
        answer = self._dialogs.resolve(Conflict(file.path.name, file.saved_text, file.text, disk))
        if answer is ConflictAnswer.KEEP_MINE:
            self._open_files.save_mine(file, content.stamp)
        elif answer is ConflictAnswer.TAKE_DISK:
            self._open_files.reload(file)

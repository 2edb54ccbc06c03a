"""What the commands of one window act on."""

from __future__ import annotations

from collections.abc import Callable

from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor


class WindowCommands:
    """Commands on what is open and where it is shown, with whom to ask and tell."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Take the parts of a window."""
        self._documents, self._open_files = documents, documents.files
        self._library, self._work, self._cases = documents.library, documents.work, documents.cases
        self._shown, self._tabs, self._current = shown, shown.tabs, shown.current
        self._dialogs, self._notifier = user.dialogs, user.notifier

    def focus_text(self) -> None:
        """Focus the current text, or the page in its place."""
        if self._tabs.current_place is not None:
            self._tabs.current_place.setFocus()

    def with_text(self, act: Callable[[OpenFile, CodeEditor], object]) -> None:
        """Do something in the text that is being written, if there is one."""
        edited = self._current.edited_file
        if edited is not None:
            act(*edited)

    def with_source(self, act: Callable[[OpenFile, CodeEditor], object]) -> None:
        """Do something in the text of the file in front, if it has one, after its last edit was read."""
        if self._current.file is not None and self._current.editor is not None:
            self._current.file.catch_up()
            act(self._current.file, self._current.editor)

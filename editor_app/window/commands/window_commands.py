"""What the commands of one window act on."""

from __future__ import annotations

from editor_app.window.documents.documents import Documents
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.window_services import WindowView


class WindowCommands:
    """Commands on what is open and where it is shown, with whom to ask and tell."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Take the parts of a window."""
        self._documents, self._open_files = documents, documents.files
        self._library, self._work, self._cases = documents.library, documents.work, documents.cases
        self._shown, self._tabs, self._current = shown, shown.tabs, shown.current
        self._dialogs, self._notifier = user.dialogs, user.notifier

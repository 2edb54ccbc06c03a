"""The command *Manual*: it opens the page about what has the focus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from editor_app.window.perspectives.window_services import WindowView

if TYPE_CHECKING:  # imported when it is first asked for, so that the window starts sooner
    from editor_app.window.commands.manual.window import ManualWindow

_FIRST_PAGE: Final = "index"
TOPICS: Final[Mapping[str, str]] = {
    # panels that are about something else than the kind of the file in front
    "library": "libraries-and-files",
    "values": "cases",
    "history": "history-and-recovery",
    "find": "libraries-and-files",
    "request": "requests",
    "run-request": "requests",
    "conversation": "conversations",
    "conversations": "conversations",
    # questions, and windows beside the main one
    "SaveQuestion": "history-and-recovery",
    "Conflict": "history-and-recovery",
    "RecoveredText": "history-and-recovery",
    "KeyQuestion": "requests",
    "SendQuestion": "requests",
    "BuildQuestion": "conversations",
    "PasteQuestion": "cases",
    "Notes": "chats",
    "SettingsQuestion": "settings-and-shortcuts",
    "About": "install-and-update",
    "Changelog": "install-and-update",
    "ServerDialog": "http-api",
}
"""The page for the key of a dock's page, and for the class of a question."""


class ManualCommands:
    """Opens pages of the manual in one window, over the window in which it was asked for."""

    def __init__(self, shown: WindowView) -> None:
        """Start without a window."""
        self._shown = shown
        self._window: ManualWindow | None = None

    def show_page(self, name: str, over: QWidget) -> ManualWindow:
        """Show a page by its name; the window can be read while `over`, a dialog, is open."""
        from editor_app.window.commands.manual.window import ManualWindow

        window = self._window
        if window is None or not isValid(window) or window.parent() is not over:
            if window is not None and isValid(window):
                window.deleteLater()
            window = self._window = ManualWindow(over)
        window.show_page(name)
        return window

    def show_about_focus(self) -> None:
        """Show the page about what has the focus in the main window: a panel, or the file in front."""
        self.show_page(self._page_about(), self._shown.window.window())

    def show_about_dialog(self, question: str, dialog: QWidget) -> None:
        """Show the page about a dialog, over it; about what is behind one that has no page of its own."""
        self.show_page(self._page_about(question), dialog)

    def _page_about(self, question: str = "") -> str:
        file, panel = self._shown.current.file, self._shown.window.page_with_focus
        about_file = file.kind.listing.manual_page if file is not None else _FIRST_PAGE
        return TOPICS.get(question) or TOPICS.get(panel) or about_file

"""The command *Manual*: it opens the page about what has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from editor_app.window.commands.manual.topics import page_about
from editor_app.window.perspectives.surroundings import WindowView

if TYPE_CHECKING:  # imported when it is first asked for, so that the window starts sooner
    from editor_app.window.commands.manual.window import ManualWindow


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
        return page_about(self._shown.window.page_with_focus, self._shown.current.file, question)

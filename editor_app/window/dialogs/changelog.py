"""The dialog that shows what changed from version to version."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.panels.preview.markdown_view import MarkdownView


class ChangelogDialog(CalmDialog):
    """The changelog as Markdown, whose links lead nowhere."""

    def __init__(self, text: str, parent: QWidget | None) -> None:
        """Show the Markdown `text`."""
        theme = current_theme()
        super().__init__("What’s new", "", parent)
        self.view = MarkdownView(self)
        self.view.setAccessibleName("Changelog")
        self.view.show_text(text)
        self.content.addWidget(self.view, 1)
        self.add_cancel("Close").setDefault(True)
        self.resize(theme.px(640), theme.px(640))
        self.view.setFocus()

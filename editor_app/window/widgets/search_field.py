"""A field to type what a list, a tree or a form shows only."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from editor_app.window.keyboard.keys import keep_key
from editor_app.window.style.icons import icon
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.fields import LineField


class SearchField(LineField):
    """A line with a search icon and a button that empties it, as Esc does."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None, *, hint: str = "") -> None:
        """Be empty; `name` is what screen readers call it, and what it says unless there is a `hint`."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint or name)
        self.setProperty("look", "search")
        self.setClearButtonEnabled(True)
        self._icon = self.addAction(icon("search", theme, "soft"), QLineEdit.ActionPosition.LeadingPosition)
        keep_key(self, "Esc", self.clear)

    def apply_theme(self, theme: Theme) -> None:
        """Take the icon of `theme`; the style sheet has the rest."""
        self._icon.setIcon(icon("search", theme, "soft"))

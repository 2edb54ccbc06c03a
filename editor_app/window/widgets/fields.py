"""Fields whose menus look and behave as all others do; those of Qt's own underline their letters always."""

from __future__ import annotations

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from editor_app.window.keyboard.keys import keep_key
from editor_app.window.style.icons import icon
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.popups import show_standard_menu


class LineField(QLineEdit):
    """A field of one line."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what Qt offers."""
        show_standard_menu(self.createStandardContextMenu(), event)


class TextField(QPlainTextEdit):
    """A field of lines."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what Qt offers."""
        show_standard_menu(self.createStandardContextMenu(event.pos()), event)


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


def exact_text(field: QPlainTextEdit) -> str:
    """Return the text as typed: toPlainText would turn no-break spaces into spaces."""
    return field.document().toRawText().replace("\u2029", "\n")

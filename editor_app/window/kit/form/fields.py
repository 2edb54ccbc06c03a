"""Text fields whose context menus look like all other menus, without constant mnemonic underlines."""

from __future__ import annotations

from PySide6.QtGui import QContextMenuEvent, QIcon
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from editor_app.window.kit.card.popups import show_standard_menu
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.theme.icons import with_icon


class LineField(QLineEdit):
    """A field of one line."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        show_standard_menu(self.createStandardContextMenu(), event)

    def offer_clearing(self) -> None:
        """Show a button that clears the field, while there is text in it."""
        on_theme(self, self._make_clear_button)

    def _make_clear_button(self) -> None:
        """Let Qt make the button anew: it takes an icon from the style sheet once."""
        self.setClearButtonEnabled(False)
        self.setClearButtonEnabled(True)


class TextField(QPlainTextEdit):
    """A field of several lines."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        show_standard_menu(self.createStandardContextMenu(event.pos()), event)


class SearchField(LineField):
    """A field with a search icon and a button that clears it, as Esc does."""

    def __init__(self, name: str, parent: QWidget | None = None, *, hint: str = "") -> None:
        """Start empty; `name` is the accessible name, and the placeholder unless there is a `hint`."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint or name)
        self.setProperty("look", "search")
        with_icon(self.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition), "search", "soft")
        keep_key(self, "Esc", self.clear)
        self.offer_clearing()


def exact_text(field: QPlainTextEdit) -> str:
    """Return the text as typed: toPlainText would replace no-break spaces by spaces."""
    return field.document().toRawText().replace("\u2029", "\n")

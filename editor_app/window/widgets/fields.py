"""Fields whose menus look and behave as all others do; those of Qt's own underline their letters always."""

from __future__ import annotations

from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

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

"""What every menu needs to get round corners."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from editor_app.window.theme import rounds_popups


def round_menu(menu: QMenu) -> QMenu:
    """Let what lies behind the menu's corners show through, where the platform can; return the menu."""
    menu.setToolTipsVisible(True)
    if rounds_popups():
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        menu.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    return menu

"""The keys of menus: F10 opens the menu bar, Shift+F10 the menu of what has the focus.

Qt knows these two on Windows alone.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from editor_app.window.kit.focus.panel_keys import CONTEXT_MENU, MENU_BAR


def opens_menu(event: QKeyEvent, window: QWidget) -> bool:
    """Open the menu that a key is for in `window`; return False if it is for none."""
    if CONTEXT_MENU.is_pressed(event):
        asks = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
        QCoreApplication.sendEvent(window.window().windowHandle(), asks)  # which finds the place in the focus
        return True
    if MENU_BAR.is_pressed(event) and isinstance(window, QMainWindow):
        window.menuBar().setActiveAction(window.menuBar().actions()[0])
        return True
    return False

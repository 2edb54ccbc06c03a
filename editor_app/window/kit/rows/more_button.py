"""Buttons that open a menu, whose entries are asked for each time.

row(self.header_tools, more_button("More about files", self.entries), spacing=4)
self.cases = menu_button(self.case_entries)  # its words are set as they change
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.rows.menus import Entry, add_entries
from editor_app.window.kit.theme.icons import with_icon


def more_button(name: str, entries: Callable[[], Iterable[Entry]]) -> QToolButton:
    """Return the button in the header of a list, for what can be done with the chosen row, and with all."""
    button = with_icon(menu_button(entries), "ellipsis", "soft")
    button.setProperty("look", "icon")
    button.setAccessibleName(name)
    button.setToolTip("More")
    return button


def menu_button(entries: Callable[[], Iterable[Entry]]) -> QToolButton:
    """Return a button with words, which are to be set, beside a chevron."""
    button = QToolButton()
    button.setProperty("look", "menu")
    menu = round_menu(QMenu(button))

    def fill() -> None:
        for submenu in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            submenu.deleteLater()
        menu.clear()
        add_entries(menu, entries())

    menu.aboutToShow.connect(fill)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button

"""The buttons of the messages panel for the header of its dock: a new message, and all other actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.window.kinds.chat.actions import MESSAGES_NEW
from editor_app.window.kinds.chat.panels.messages.rows import roles_from
from editor_app.window.kit.card.popups import below
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, native_keys
from editor_app.window.kit.layouts import row
from editor_app.window.kit.rows.menus import Entry, MenuEntry, menu_of
from editor_app.window.kit.rows.more_button import more_button
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import set_plain_tooltip


class MessageTools(QWidget):
    """A button for a new message, whose menu has the other roles, and one for the menu of the message.

    `new_requested` has the role.
    """

    new_requested = Signal(str)

    def __init__(self, entries: Callable[[], Iterable[Entry]]) -> None:
        """Start disabled; `entries` are those of the menu of the message."""
        super().__init__()
        self._following = ""
        self.new = with_icon(QToolButton(self), "plus", "soft")
        self.more = more_button("More about messages", entries)
        self.new.setProperty("look", "icon")
        row(self, self.new, self.more, spacing=4)
        self.new.clicked.connect(lambda _checked=False: self.new_requested.emit(self._following))
        self.new.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.new.customContextMenuRequested.connect(lambda _place: self.show_roles())
        keep_key(self.new, MENU_KEYS, self.show_roles)
        self.allow(allowed=False, following="user")

    def allow(self, *, allowed: bool, following: str) -> None:
        """Let messages be made, or not; a click makes one of the role `following`."""
        self.new.setEnabled(allowed)
        self.more.setEnabled(allowed)
        self._following = following
        name = f"New {following} message"
        others = f"right click or {native_keys(MENU_KEYS)} for another role"
        self.new.setAccessibleName(name)
        set_plain_tooltip(self.new, f"{name} ({native_keys(MESSAGES_NEW.keys)}); {others}")

    def show_roles(self) -> None:
        """Open the menu of the roles of a new message."""
        if self.new.isEnabled():
            menu = self.roles_menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(below(self.new))

    def roles_menu(self) -> QMenu:
        """Return the menu of the roles of a new message, the one that usually follows first."""
        return new_menu("New message", self._following, self.new_requested.emit, self, MESSAGES_NEW.keys)


def new_menu(title: str, first: str, make: Callable[[str], object], parent: QWidget, keys: str = "") -> QMenu:
    """Return a menu of the roles of a new message; the `first` one is that of the shortcut `keys`."""
    menu = menu_of(
        parent,
        *(
            MenuEntry(role.capitalize(), partial(make, role), keys if role == first else "")
            for role in roles_from(first)
        ),
    )
    menu.setTitle(title)
    return menu

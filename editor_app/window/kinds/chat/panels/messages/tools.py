"""The buttons of the messages panel for the header of its dock: a new message, and all other actions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from editor_app.window.kinds.chat.panels.messages.menus import new_menu
from editor_app.window.kit.card.popups import below, round_menu
from editor_app.window.kit.focus.keys import keep_key
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, MESSAGES_NEW, native_keys
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import set_plain_tooltip


class MessageTools(QWidget):
    """A button for a new message, whose menu has the other roles, and one for the menu of the message.

    `new_requested` has the role; `menu_requested` the menu to be filled before it is shown.
    """

    new_requested = Signal(str)
    menu_requested = Signal(QMenu)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start disabled."""
        super().__init__(parent)
        self._following = ""
        self.new = QToolButton(self)
        self.more = QToolButton(self)
        self.more.setAccessibleName("More about messages")
        self.more.setToolTip("More")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in (self.new, self.more):
            button.setProperty("look", "icon")
            self._row.addWidget(button)
        self.new.clicked.connect(lambda _checked=False: self.new_requested.emit(self._following))
        self.new.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.new.customContextMenuRequested.connect(lambda _place: self.show_roles())
        keep_key(self.new, MENU_KEYS, self.show_roles)
        menu = round_menu(QMenu(self.more))
        menu.aboutToShow.connect(lambda: self._fill(menu))
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        on_theme(self, self._restyle)
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

    def _restyle(self) -> None:
        theme = current_theme()
        self._row.setSpacing(theme.px(4))
        for button, name in ((self.new, "plus"), (self.more, "ellipsis")):
            button.setIcon(icon(name, "soft"))
            button.setIconSize(icon_size())

    def _fill(self, menu: QMenu) -> None:
        for submenu in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            submenu.deleteLater()
        menu.clear()
        self.menu_requested.emit(menu)

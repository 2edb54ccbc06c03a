"""The preview's header tools for a system message: the menu of its order, and the count of its tokens."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor_app.window.kinds.system_message.preview.look import FILE_ORDER, MessageLook
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import counted

_ORDERS: Final = {
    FILE_ORDER: ("File order", "As in the file"),
    "precedence": ("By precedence", "By precedence, the winner first"),
    "model": ("By priority model", "By type, as the priority model says"),
}


class MessageTools(QObject):
    """The menu of orders and the count of tokens; hidden where no system message is shown."""

    order_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Start with the order of the file."""
        super().__init__(parent)
        self.button = QToolButton(parent)
        self.button.setProperty("look", "menu")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = round_menu(QMenu(self.button))
        group = QActionGroup(menu)
        self._actions = {}
        for key, (_, words) in _ORDERS.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, key=key: self.order_chosen.emit(key))
            group.addAction(action)
            self._actions[key] = action
        menu.addSeparator()
        self.drop = menu.addAction("Drop outranked text, to look at")
        self.drop.setCheckable(True)
        self.button.setMenu(menu)
        # In line with the icons of the buttons below.
        self._tokens = spaced(PlainLabel("", "soft", parent), margins=(0, 0, 4, 0))
        self.widgets: tuple[QWidget, ...] = (self.button, self._tokens)
        self.show_look(None)

    def show_look(self, look: MessageLook | None) -> None:
        """Show the order and the token count of a system message; None hides them."""
        self.button.setVisible(look is not None)
        self._tokens.setVisible(look is not None)
        if look is not None:
            self.button.setText(_ORDERS[look.ways.order][0])
            self.button.setAccessibleName(f"Order of the blocks: {self.button.text()}")
            self._actions[look.ways.order].setChecked(True)
            self.drop.setChecked(look.ways.drops_outranked)
            self._tokens.setText(f"{'≈ ' if look.is_estimate else ''}{counted(look.tokens, 'token')}")

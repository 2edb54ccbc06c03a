"""Keys that mean something in one panel only; each stands beside its panel.

CLOSE = PanelKey("Drawer", "Close it", "Esc")
KEYS = (CLOSE, PanelKey("Drawer", "Open it", CHOOSE_KEYS))  # the list of shortcuts names both

if CLOSE.is_pressed(event): ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from editor_app.text import Sentence

CHOOSE_KEYS: Final = "Return"
MENU_KEYS: Final = "Alt+Down"
CLEAR_KEYS: Final = "Esc"
HELP_KEYS: Final = "F1"
WHY_KEYS: Final = "Ctrl+Shift+Y"
"""The keys that ask why a text is there; desktops take Alt and Ctrl with the first function keys."""


class PanelKey(NamedTuple):
    """What a key does while a panel, or a part of it, has the focus."""

    panel: str
    text: str
    keys: str

    def is_pressed(self, event: QKeyEvent) -> bool:
        """Whether an event is a press of this key."""
        return is_key(event, self.keys)


MENU_BAR: Final = PanelKey(Sentence("window-kit.any-panel"), Sentence("window-kit.open-menus"), "F10")
CONTEXT_MENU: Final = PanelKey(
    Sentence("window-kit.any-panel"), Sentence("window-kit.open-context-menu"), "Shift+F10"
)
SECTION_FOLD: Final = PanelKey(
    Sentence("window-kit.section-title"), Sentence("window-kit.fold-or-unfold"), CHOOSE_KEYS
)


def is_key(event: QKeyEvent, keys: str) -> bool:
    """Whether an event is a press of a key; those of the number pad count as the same.

    Shift is ignored for marks that some keyboards have only with Shift, as French ones have the full stop.
    """
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else event.key()
    if Qt.Key.Key_Space < key <= Qt.Key.Key_AsciiTilde and not chr(key).isalnum():
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(held.value | int(key)) == QKeySequence(keys)


def native_keys(keys: str) -> str:
    """Return a shortcut in the platform's notation."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


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


class WidgetKeys(QObject):
    """Handles keys for a widget: a QShortcut would be ambiguous beside a menu's, and do nothing."""

    def __init__(self, widget: QWidget) -> None:
        """Handle keys of `widget`."""
        super().__init__(widget)
        self.acts: dict[str, Callable[[], object]] = {}
        """What is done on keys, by these in Qt's notation."""
        widget.installEventFilter(self)

    def add(self, keys: str, act: Callable[[], object]) -> None:
        """Call `act` on `keys`; where it returns False, the key is left to what the widget is in."""
        self.acts[QKeySequence(keys).toString()] = act

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept a key before the menus get it, and call its function; those of the number pad count, too."""
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        act = self.acts.get(QKeySequence(held.value | int(event.key())).toString())
        if act is None:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            return act() is not False
        return False


def keep_key(widget: QWidget, keys: str, act: Callable[[], object]) -> None:
    """Call `act` on `keys` while `widget` has the focus."""
    own_keys = widget.findChild(WidgetKeys, options=Qt.FindChildOption.FindDirectChildrenOnly) or WidgetKeys(
        widget
    )
    own_keys.add(keys, act)

"""Keys of single widgets that take precedence over the menus' shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget


class OwnKeys(QObject):
    """Handles keys for a widget: a QShortcut would be ambiguous beside a menu's, and do nothing."""

    def __init__(self, widget: QWidget) -> None:
        """Handle keys of `widget`."""
        super().__init__(widget)
        self.acts: dict[str, Callable[[], object]] = {}
        """What is done on keys, by these in Qt's notation."""
        widget.installEventFilter(self)

    def add(self, keys: str, act: Callable[[], object]) -> None:
        """Call `act` on `keys`."""
        self.acts[QKeySequence(keys).toString()] = act

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept a key before the menus get it, and call its function."""
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        act = self.acts.get(QKeySequence(event.keyCombination()).toString())
        if act is None:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            act()
            return True
        return False


def keep_key(widget: QWidget, keys: str, act: Callable[[], object]) -> None:
    """Call `act` on `keys` while `widget` has the focus."""
    own_keys = widget.findChild(OwnKeys, options=Qt.FindChildOption.FindDirectChildrenOnly) or OwnKeys(widget)
    own_keys.add(keys, act)

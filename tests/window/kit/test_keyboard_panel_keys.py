"""The keys that mean something in one panel only."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from editor_app.window.kit.focus.panel_keys import is_key

Key, Held = Qt.Key, Qt.KeyboardModifier


@pytest.mark.parametrize(
    ("key", "held", "keys", "expected"),
    [
        (Key.Key_Period, Held.ControlModifier, "Ctrl+.", True),
        (Key.Key_Period, Held.ControlModifier | Held.ShiftModifier, "Ctrl+.", True),  # as on French keyboards
        (Key.Key_Period, Held.NoModifier, "Ctrl+.", False),
        (Key.Key_Enter, Held.KeypadModifier, "Return", True),
        (Key.Key_Return, Held.ShiftModifier, "Return", False),
        (Key.Key_D, Held.ControlModifier | Held.ShiftModifier, "Ctrl+D", False),
        (Key.Key_Space, Held.ShiftModifier, "Space", False),
    ],
)
def test_a_key_is_the_same_on_all_keyboards(key: Key, held: Held, keys: str, expected: bool) -> None:
    assert is_key(QKeyEvent(QEvent.Type.KeyPress, key, held), keys) is expected

"""The meaning of keys in texts of several lines; keys without a meaning here are left to the actions.

Qt's text widgets handle more keys, which differ by platform, delete a line or a character, and are in no
menu. The editors and the fields of several lines handle only those listed here. Fields of one line keep the
platform's keys for such fields; of the actions' keys they take only those that edit.
"""

from __future__ import annotations

import unicodedata
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

_Key = Qt.Key
_Standard = QKeySequence.StandardKey
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier.value
_CTRL: Final = Qt.KeyboardModifier.ControlModifier.value
_ALT: Final = Qt.KeyboardModifier.AltModifier.value
_META: Final = Qt.KeyboardModifier.MetaModifier.value
_HEAVY: Final = _CTRL | _ALT | _META  # integers, as Python compares flags slowly and every key asks

_TABS: Final = frozenset({_Key.Key_Tab.value, _Key.Key_Backtab.value})
_ENTERS: Final = frozenset({_Key.Key_Return.value, _Key.Key_Enter.value})
_DELETES: Final = frozenset({_Key.Key_Backspace.value, _Key.Key_Delete.value})
_ARROWS: Final = frozenset(
    key.value
    for key in (
        _Key.Key_Left,
        _Key.Key_Right,
        _Key.Key_Up,
        _Key.Key_Down,
        _Key.Key_Home,
        _Key.Key_End,
        _Key.Key_PageUp,
        _Key.Key_PageDown,
    )
)
_MOVES: Final = tuple(
    key for key in _Standard if key.name.startswith(("MoveTo", "Select")) and key is not _Standard.SelectAll
)
_KEEPS_ALTGR_APART: Final = frozenset({"xcb", "wayland", "cocoa"})
"""Platforms on which Ctrl and Alt together are never the key AltGr, but give the character without it."""
_TYPES_WITH_ALT: Final = frozenset({"cocoa"})
_NO_TEXT: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


class TextKey(Enum):
    """The meaning of a key in a text."""

    TEXT = auto()
    """Types its text."""
    LINE = auto()
    """Begins a new line."""
    INDENT = auto()
    """Indents: Tab, with Shift or without."""
    DELETE = auto()
    """Deletes the selection, or the character before or after the caret."""
    MOVE = auto()
    """Moves the caret, and may select."""
    OTHER = auto()
    """Has no meaning in a text."""


def meaning_of(event: QKeyEvent, platform: str | None = None) -> TextKey:
    """Return the meaning of a key in a text on a platform of Qt's, by default the current one."""
    key, modifiers = event.key(), event.modifiers().value
    is_plain = not modifiers & _HEAVY
    if key in _TABS:
        return TextKey.INDENT if is_plain else TextKey.OTHER
    if key in _ENTERS:
        return TextKey.LINE if is_plain else TextKey.OTHER
    if key in _DELETES:
        cuts = key == _Key.Key_Delete.value and modifiers & _SHIFT
        return TextKey.DELETE if is_plain and not cuts else TextKey.OTHER
    if (key in _ARROWS or modifiers & _META) and any(map(event.matches, _MOVES)):
        return TextKey.MOVE  # letters only with Control on a Mac, where all texts do so
    return TextKey.TEXT if _types(event.text(), modifiers, platform) else TextKey.OTHER


def asks_for_history(event: QKeyEvent) -> bool | None:
    """Return True for an undo key, False for a redo key, None for any other."""
    if event.matches(_Standard.Undo):
        return True
    is_ctrl_y = QKeySequence(event.keyCombination()) == QKeySequence("Ctrl+Y")
    return False if is_ctrl_y or event.matches(_Standard.Redo) else None


def _types(text: str, modifiers: int, platform: str | None) -> bool:
    category = unicodedata.category(text[0]) if text else "Cc"
    if category in _NO_TEXT:
        return False
    held = modifiers & _HEAVY
    if not held:
        return True
    if held == _CTRL:  # with Shift, Windows keyboards type joiners and direction marks
        return category == "Cf" and bool(modifiers & _SHIFT)
    platform = platform or QGuiApplication.platformName()
    if held == _CTRL | _ALT:
        return platform not in _KEEPS_ALTGR_APART
    return held == _ALT and platform in _TYPES_WITH_ALT

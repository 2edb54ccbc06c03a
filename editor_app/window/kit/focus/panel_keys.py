"""The keys of single panels, for the panels, their menus and the list of shortcuts."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

CHOOSE_KEYS: Final = "Return"
MENU_KEYS: Final = "Alt+Down"
CLEAR_KEYS: Final = "Esc"
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


LIBRARY_OPEN: Final = PanelKey("Library", "Open and edit", CHOOSE_KEYS)
LIBRARY_RENAME: Final = PanelKey("Library", "Rename", "F2")
LIBRARY_DELETE: Final = PanelKey("Library", "Delete", "Del")
LIBRARY_CLEAR: Final = PanelKey("Library", "Clear the filter", CLEAR_KEYS)
OUTLINE_GO: Final = PanelKey("Outline", "Go there", CHOOSE_KEYS)
BLOCKS_WRITE: Final = PanelKey("Blocks", "Write its content", CHOOSE_KEYS)
BLOCKS_MUTE: Final = PanelKey("Blocks", "Mute or unmute", "Space")
BLOCKS_ADD: Final = PanelKey("Blocks", "Add a block", "Ins")
BLOCKS_RENAME: Final = PanelKey("Blocks", "Rename", "F2")
BLOCKS_DUPLICATE: Final = PanelKey("Blocks", "Duplicate", "Ctrl+D")
BLOCKS_DELETE: Final = PanelKey("Blocks", "Delete", "Del")
BLOCKS_UP: Final = PanelKey("Blocks", "Move up", "Alt+Up")
BLOCKS_DOWN: Final = PanelKey("Blocks", "Move down", "Alt+Down")
BLOCKS_NEST: Final = PanelKey("Blocks", "Nest in the block above", "Alt+Right")
BLOCKS_UNNEST: Final = PanelKey("Blocks", "Un-nest", "Alt+Left")
BLOCKS_WRAP: Final = PanelKey("Blocks", "Wrap in a new parent", "Ctrl+G")
BLOCKS_CLEAR: Final = PanelKey("Blocks", "Clear the filter", CLEAR_KEYS)
MESSAGES_WRITE: Final = PanelKey("Messages", "Write its text", CHOOSE_KEYS)
MESSAGES_NEW: Final = PanelKey("Messages", "New message after this one", "Ins")
MESSAGES_UP: Final = PanelKey("Messages", "Move up", "Alt+Up")
MESSAGES_DOWN: Final = PanelKey("Messages", "Move down", "Alt+Down")
MESSAGES_DELETE: Final = PanelKey("Messages", "Delete", "Del")
MESSAGES_CLEAR: Final = PanelKey("Messages", "Clear the filter", CLEAR_KEYS)
RUN_BACK: Final = PanelKey("Run", "Step back", "Left")
RUN_FORWARD: Final = PanelKey("Run", "Step forward", "Right")
RUN_TEN_BACK: Final = PanelKey("Run", "Ten steps back", "Shift+Left")
RUN_TEN_FORWARD: Final = PanelKey("Run", "Ten steps forward", "Shift+Right")
RUN_FIRING_BEFORE: Final = PanelKey("Run", "Firing before", "Ctrl+Left")
RUN_NEXT_FIRING: Final = PanelKey("Run", "Next firing", "Ctrl+Right")
RUN_FIRST: Final = PanelKey("Run", "First step", "Home")
RUN_LAST: Final = PanelKey("Run", "Last step", "End")
RUN_PLAY: Final = PanelKey("Run", "Play or pause", "Space")
RUN_REQUEST: Final = PanelKey("Run", "Go to the request", CHOOSE_KEYS)
RUN_SWITCH: Final = PanelKey("Run", "Switch a trigger on or off", "Space")
RUN_CANCEL: Final = PanelKey("Run", "Cancel, pause, or take a dragged limit back", CLEAR_KEYS)
SITUATION_MENU: Final = PanelKey("Situation", "Open the choices of the file", MENU_KEYS)
INSPECTOR_REMOVE: Final = PanelKey("Inspector", "Remove a mode, tool, glob, file or condition", "Del")
VARIABLES_MENU: Final = PanelKey("Variables", "Open a button’s menu", MENU_KEYS)
PROBLEMS_GO: Final = PanelKey("Problems", "Go there", CHOOSE_KEYS)
PROBLEMS_FIX: Final = PanelKey("Problems", "Make the first fix", "Ctrl+.")
PROBLEMS_FILTER: Final = PanelKey("Problems", "Filter", "Ctrl+F")
PROBLEMS_COPY: Final = PanelKey("Problems", "Copy the problem", "Ctrl+C")
HISTORY_READ: Final = PanelKey("History", "Read the difference, or open folded lines in it", CHOOSE_KEYS)
HISTORY_RESTORE: Final = PanelKey("History", "Restore the version", "Alt+S")
CONVERSATIONS_SHOW: Final = PanelKey("Conversations", "Show the conversation", CHOOSE_KEYS)
CONVERSATIONS_DELETE: Final = PanelKey("Conversations", "Delete the conversations", "Del")
CONVERSATIONS_ALL: Final = PanelKey("Conversations", "Select all conversations", "Ctrl+A")
MATRIX_CHOOSE: Final = PanelKey("Matrix", "Show the block in the situation", CHOOSE_KEYS)
PREVIEW_GO: Final = PanelKey("Preview", "Go to the source", CHOOSE_KEYS)
REQUEST_GO: Final = PanelKey("Request", "Go to the file it comes from", CHOOSE_KEYS)
REQUEST_FIX: Final = PanelKey("Request", "Make the first fix", "Ctrl+.")
BLANK_GO: Final = PanelKey("Blank and left out", "Go to the tag", CHOOSE_KEYS)
BLANK_FIX: Final = PanelKey("Blank and left out", "Make the fix", "Ctrl+.")
VALUES_MENU: Final = PanelKey("Values", "Open a value’s menu", MENU_KEYS)
VALUES_TAKE_AWAY: Final = PanelKey("Values", "Make an empty value not given", "Backspace")
MENU_BAR: Final = PanelKey("any panel", "Open the menus", "F10")
CONTEXT_MENU: Final = PanelKey("any panel", "Open the menu of what has the focus", "Shift+F10")
SECTION_FOLD: Final = PanelKey("the title of a section", "Fold or unfold", CHOOSE_KEYS)

PANEL_KEYS: Final = (
    MENU_BAR,
    CONTEXT_MENU,
    LIBRARY_OPEN,
    LIBRARY_RENAME,
    LIBRARY_DELETE,
    LIBRARY_CLEAR,
    OUTLINE_GO,
    BLOCKS_WRITE,
    BLOCKS_MUTE,
    BLOCKS_ADD,
    BLOCKS_RENAME,
    BLOCKS_DUPLICATE,
    BLOCKS_DELETE,
    BLOCKS_UP,
    BLOCKS_DOWN,
    BLOCKS_NEST,
    BLOCKS_UNNEST,
    BLOCKS_WRAP,
    BLOCKS_CLEAR,
    MESSAGES_WRITE,
    MESSAGES_NEW,
    MESSAGES_UP,
    MESSAGES_DOWN,
    MESSAGES_DELETE,
    MESSAGES_CLEAR,
    RUN_BACK,
    RUN_FORWARD,
    RUN_TEN_BACK,
    RUN_TEN_FORWARD,
    RUN_FIRING_BEFORE,
    RUN_NEXT_FIRING,
    RUN_FIRST,
    RUN_LAST,
    RUN_PLAY,
    RUN_REQUEST,
    RUN_CANCEL,
    RUN_SWITCH,
    SITUATION_MENU,
    INSPECTOR_REMOVE,
    VARIABLES_MENU,
    PROBLEMS_GO,
    PROBLEMS_FIX,
    PROBLEMS_FILTER,
    PROBLEMS_COPY,
    HISTORY_READ,
    HISTORY_RESTORE,
    CONVERSATIONS_SHOW,
    CONVERSATIONS_DELETE,
    CONVERSATIONS_ALL,
    MATRIX_CHOOSE,
    PREVIEW_GO,
    REQUEST_GO,
    REQUEST_FIX,
    BLANK_GO,
    BLANK_FIX,
    VALUES_MENU,
    VALUES_TAKE_AWAY,
    SECTION_FOLD,
)
"""All panel keys, by panel."""


def panel_shortcuts() -> tuple[tuple[str, str, str], ...]:
    """Return panel, action and key of each panel key, for the list of shortcuts."""
    return tuple((f"In {key.panel}", key.text, native_keys(key.keys)) for key in PANEL_KEYS)


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

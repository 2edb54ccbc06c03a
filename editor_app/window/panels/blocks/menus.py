"""The menus of the blocks panel: what can be done with a block, and the types one can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.system_messages.entities import BlockType
from editor_app.window.block_types import look_of_type
from editor_app.window.icons import icon
from editor_app.window.panels.blocks.intents import Deed
from editor_app.window.popups import round_menu
from editor_app.window.theme import Theme


class MenuEntry(NamedTuple):
    """What stands in a block's menu; `begins` draws a line above."""

    deed: Deed
    text: str
    keys: str
    begins: bool = False


ENTRIES: Final = (
    MenuEntry(Deed.RENAME, "Rename", "F2", begins=True),
    MenuEntry(Deed.DUPLICATE, "Duplicate", "Ctrl+D"),
    MenuEntry(Deed.DELETE, "Delete", "Delete"),
    MenuEntry(Deed.UP, "Move up", "Alt+Up", begins=True),
    MenuEntry(Deed.DOWN, "Move down", "Alt+Down"),
    MenuEntry(Deed.NEST, "Nest in the block above", "Alt+Right"),
    MenuEntry(Deed.UNNEST, "Un-nest", "Alt+Left"),
    MenuEntry(Deed.WRAP, "Wrap in a new parent", "Ctrl+G"),
)
CONTENT_KEYS: Final = "Return"
MUTE_KEYS: Final = "Space"
ADD_KEYS: Final = "Insert"


def type_menu(title: str, theme: Theme, parent: QWidget, chosen: Callable[[str], object]) -> QMenu:
    """Return a menu of the twelve types; `chosen` gets one."""
    menu = round_menu(QMenu(title, parent))
    for block_type in BlockType:
        look = look_of_type(block_type)
        action = menu.addAction(icon(look.icon, theme, look.role), block_type.value.capitalize())
        action.triggered.connect(lambda _checked=False, value=block_type.value: chosen(value))
    return menu


def add_entry(
    menu: QMenu, text: str, act: Callable[[], object], keys: str = "", *, enabled: bool = True
) -> None:
    """Add an entry that shows `keys`, which work where the menu belongs to."""
    action = menu.addAction(f"{text}\t{_native(keys)}" if keys else text)
    action.setEnabled(enabled)
    action.triggered.connect(lambda _checked=False: act())


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)

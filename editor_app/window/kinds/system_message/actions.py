"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, MENU_KEYS, PanelKey


class BlockActionCondition(StrEnum):
    """The conditions under which actions on blocks are enabled."""

    HAS_BLOCKS = "the document is a system message"
    HAS_BLOCK = "a block of a writable system message is chosen"


class BlockAction(StrEnum):
    """The actions on a block; each is one undo step."""

    ADD = "add"
    DELETE = "delete"
    DUPLICATE = "duplicate"
    MOVE = "move"
    NEST = "nest"
    UNNEST = "unnest"
    WRAP = "wrap"
    UP = "up"
    DOWN = "down"
    RENAME = "rename"


_BLOCKS, _BLOCK = BlockActionCondition.HAS_BLOCKS, BlockActionCondition.HAS_BLOCK


def _block_action(name: str, text: str, action: BlockAction, icon: str = "") -> Action[Any]:
    return Action(
        name, text, when=_BLOCK, icon=icon, act=lambda message: message.block_commands.do_here(action)
    )


MENU: Final = Menu(
    Sentence("window-system_message.menu"),
    (
        Action(
            "switch_view",
            Sentence("window-system_message.blocks-or-source"),
            ("F9",),
            _BLOCKS,
            act=lambda message: message.switch_view(),
        ),
        Action(
            "edit_fields",
            Sentence("window-system_message.edit-who-gets-it"),
            ("Ctrl+E",),
            _BLOCK,
            act=lambda message: message.edit_fields(),
        ),
        Action(
            "why_block",
            Sentence("window-system_message.why-sent"),
            ("Ctrl+Shift+J",),
            _BLOCKS,
            act=lambda message: message.show_why(),
        ),
        Action(
            "show_matrix",
            Sentence("window-system_message.compare-situations"),
            when=_BLOCKS,
            act=lambda message: message.show_matrix(),
        ),
        None,
        Action(
            "add_block",
            Sentence("window-system_message.add-block"),
            when=_BLOCKS,
            icon="plus",
            act=lambda message: message.add_block(),
        ),
        Action(
            "mute_block",
            Sentence("window-system_message.mute-or-unmute-mnemonic"),
            when=_BLOCKS,
            act=lambda message: message.situations.mute_here(),
        ),
        None,
        "show_history",
        "copy_model_text",
        "refresh_values",
    ),
    (
        _block_action(
            "duplicate_block",
            Sentence("window-system_message.duplicate-block"),
            BlockAction.DUPLICATE,
            "copy-plus",
        ),
        _block_action(
            "delete_block", Sentence("window-system_message.delete-block"), BlockAction.DELETE, "trash-2"
        ),
        _block_action("move_block_up", Sentence("window-system_message.move-block-up"), BlockAction.UP),
        _block_action("move_block_down", Sentence("window-system_message.move-block-down"), BlockAction.DOWN),
        _block_action("nest_block", Sentence("window-system_message.nest-block"), BlockAction.NEST),
        _block_action("unnest_block", Sentence("window-system_message.unnest-block"), BlockAction.UNNEST),
        _block_action("wrap_block", Sentence("window-system_message.wrap-block"), BlockAction.WRAP),
        Action(
            "touch_updated",
            Sentence("window-system_message.set-updated"),
            when=_BLOCK,
            act=lambda message: message.block_commands.touch_updated(),
        ),
    ),
)


_IN_BLOCKS: Final = Sentence("window-system_message.blocks")
BLOCKS_WRITE: Final = PanelKey(_IN_BLOCKS, Sentence("window-system_message.write-content"), CHOOSE_KEYS)
BLOCKS_MUTE: Final = PanelKey(_IN_BLOCKS, Sentence("window-system_message.mute-or-unmute"), "Space")
BLOCKS_ADD: Final = PanelKey(_IN_BLOCKS, Sentence("window-system_message.add-a-block"), "Ins")
_BLOCK_KEYS: Final = (
    (BlockAction.RENAME, Sentence("window-system_message.rename"), "F2"),
    (BlockAction.DUPLICATE, Sentence("window-system_message.duplicate"), "Ctrl+D"),
    (BlockAction.DELETE, Sentence("window-system_message.delete"), "Del"),
    (BlockAction.UP, Sentence("window-system_message.move-up"), "Alt+Up"),
    (BlockAction.DOWN, Sentence("window-system_message.move-down"), "Alt+Down"),
    (BlockAction.NEST, Sentence("window-system_message.nest"), "Shift+Alt+Right"),
    (BlockAction.UNNEST, Sentence("window-system_message.move-out"), "Shift+Alt+Left"),
    (BlockAction.WRAP, Sentence("window-system_message.wrap"), "Ctrl+Shift+W"),
)
BLOCK_KEYS: Final = {action: PanelKey(_IN_BLOCKS, text, keys) for action, text, keys in _BLOCK_KEYS}
"""The keys of what is done to the selected block, in the order of its menu."""
KEYS: Final = (
    BLOCKS_WRITE,
    BLOCKS_MUTE,
    BLOCKS_ADD,
    *BLOCK_KEYS.values(),
    PanelKey(
        Sentence("window-system_message.blocks"), Sentence("window-system_message.clear-filter"), CLEAR_KEYS
    ),
    PanelKey(
        Sentence("window-system_message.tried-for"), Sentence("window-system_message.open-files"), MENU_KEYS
    ),
    PanelKey(
        Sentence("window-system_message.inspector"), Sentence("window-system_message.remove-entry"), "Del"
    ),
    PanelKey(
        Sentence("window-system_message.compare"),
        Sentence("window-system_message.show-in-situation"),
        CHOOSE_KEYS,
    ),
)
"""The keys of its panels."""

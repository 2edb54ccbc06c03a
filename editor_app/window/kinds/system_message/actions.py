"""The menu of the kind, listed when the window is built, and the keys of its panels.

The functions of its actions are called with the perspective.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, CLEAR_KEYS, MENU_KEYS, PanelKey


class BlockActionCondition(StrEnum):
    """The conditions under which actions on blocks are enabled."""

    HAS_BLOCKS = "the document is a system message"
    HAS_BLOCK = "a block of a writable system message is chosen"


_BLOCKS, _BLOCK = BlockActionCondition.HAS_BLOCKS, BlockActionCondition.HAS_BLOCK

MENU: Final = Menu(
    "S&ystem message",
    (
        Action(
            "switch_view",
            "Blocks or so&urce",
            ("F9",),
            _BLOCKS,
            act=lambda message: message.switch_view(),
        ),
        Action(
            "why_block",
            "&Why is it sent or not?",
            ("Ctrl+Shift+J",),
            _BLOCKS,
            act=lambda message: message.show_why(),
        ),
        Action("show_matrix", "Compare si&tuations", when=_BLOCKS, act=lambda message: message.show_matrix()),
        None,
        Action(
            "add_block", "&Add block…", when=_BLOCKS, icon="plus", act=lambda message: message.add_block()
        ),
        Action(
            "mute_block",
            "&Mute or unmute",
            when=_BLOCKS,
            act=lambda message: message.situations.mute_here(),
        ),
        None,
        "show_history",
        "copy_model_text",
        "refresh_values",
    ),
    (
        Action(
            "duplicate_block",
            "Duplicate block",
            when=_BLOCK,
            icon="copy-plus",
            act=lambda message: message.block_commands.do_here("duplicate"),
        ),
        Action(
            "delete_block",
            "Delete block",
            when=_BLOCK,
            icon="trash-2",
            act=lambda message: message.block_commands.do_here("delete"),
        ),
        Action(
            "move_block_up",
            "Move block up",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("up"),
        ),
        Action(
            "move_block_down",
            "Move block down",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("down"),
        ),
        Action(
            "nest_block",
            "Nest block in the block above",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("nest"),
        ),
        Action(
            "unnest_block",
            "Un-nest block",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("unnest"),
        ),
        Action(
            "wrap_block",
            "Wrap block in a new block",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("wrap"),
        ),
        Action(
            "touch_updated",
            "Set updatedAt to now",
            when=_BLOCK,
            act=lambda message: message.block_commands.touch_updated(),
        ),
    ),
)


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


BLOCKS_WRITE: Final = PanelKey("Blocks", "Write its content", CHOOSE_KEYS)
BLOCKS_MUTE: Final = PanelKey("Blocks", "Mute or unmute", "Space")
BLOCKS_ADD: Final = PanelKey("Blocks", "Add a block", "Ins")
BLOCK_KEYS: Final = {
    BlockAction.RENAME: PanelKey("Blocks", "Rename", "F2"),
    BlockAction.DUPLICATE: PanelKey("Blocks", "Duplicate", "Ctrl+D"),
    BlockAction.DELETE: PanelKey("Blocks", "Delete", "Del"),
    BlockAction.UP: PanelKey("Blocks", "Move up", "Alt+Up"),
    BlockAction.DOWN: PanelKey("Blocks", "Move down", "Alt+Down"),
    BlockAction.NEST: PanelKey("Blocks", "Nest in the block above", "Shift+Alt+Right"),
    BlockAction.UNNEST: PanelKey("Blocks", "Un-nest", "Shift+Alt+Left"),
    BlockAction.WRAP: PanelKey("Blocks", "Wrap in a new parent", "Ctrl+Shift+W"),
}
"""The keys of what is done to the selected block, in the order of its menu."""
MATRIX_CHOOSE: Final = PanelKey("Compare", "Show the block in the situation", CHOOSE_KEYS)
KEYS: Final = (
    BLOCKS_WRITE,
    BLOCKS_MUTE,
    BLOCKS_ADD,
    *BLOCK_KEYS.values(),
    PanelKey("Blocks", "Clear the filter", CLEAR_KEYS),
    PanelKey("Tried for", "Open the choices of the file", MENU_KEYS),
    PanelKey("Inspector", "Remove a mode, tool, glob, file or condition", "Del"),
    MATRIX_CHOOSE,
)
"""The keys of its panels."""

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
    "&Block",
    (
        Action(
            "switch_view",
            "Blocks or sou&rce",
            ("F9",),
            _BLOCKS,
            act=lambda message: message.switch_view(),
        ),
        Action(
            "why_block",
            "&Why is it in or out?",
            ("Ctrl+Shift+J",),
            _BLOCKS,
            act=lambda message: message.show_why(),
        ),
        Action(
            "show_matrix", "Ma&trix of situations", when=_BLOCKS, act=lambda message: message.show_matrix()
        ),
        None,
        Action(
            "add_block", "&Add block…", when=_BLOCKS, icon="plus", act=lambda message: message.add_block()
        ),
        Action(
            "duplicate_block",
            "&Duplicate",
            when=_BLOCK,
            icon="copy-plus",
            act=lambda message: message.block_commands.do_here("duplicate"),
        ),
        Action(
            "delete_block",
            "De&lete",
            when=_BLOCK,
            icon="trash-2",
            act=lambda message: message.block_commands.do_here("delete"),
        ),
        None,
        Action(
            "move_block_up",
            "Move &up",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("up"),
        ),
        Action(
            "move_block_down",
            "Move d&own",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("down"),
        ),
        Action(
            "nest_block",
            "&Nest in the block above",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("nest"),
        ),
        Action(
            "unnest_block",
            "Un-n&est",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("unnest"),
        ),
        Action(
            "wrap_block",
            "Wra&p in a new block",
            when=_BLOCK,
            act=lambda message: message.block_commands.do_here("wrap"),
        ),
        None,
        Action(
            "mute_block",
            "&Mute or unmute",
            when=_BLOCKS,
            act=lambda message: message.situations.mute_here(),
        ),
        None,
        Action(
            "touch_updated",
            "&Set updatedAt to now",
            when=_BLOCK,
            act=lambda message: message.block_commands.touch_updated(),
        ),
    ),
)

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
MATRIX_CHOOSE: Final = PanelKey("Matrix", "Show the block in the situation", CHOOSE_KEYS)
KEYS: Final = (
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
    PanelKey("Blocks", "Clear the filter", CLEAR_KEYS),
    PanelKey("Situation", "Open the choices of the file", MENU_KEYS),
    PanelKey("Inspector", "Remove a mode, tool, glob, file or condition", "Del"),
    MATRIX_CHOOSE,
)
"""The keys of its panels."""

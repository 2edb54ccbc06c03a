"""The menu of blocks: listed when the window is built, its functions called with the perspective."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.kit.actions import Action, Menu


class BlockWhen(StrEnum):
    """The conditions under which actions on blocks are enabled."""

    HAS_BLOCKS = "the document is a system message"
    HAS_BLOCK = "a block of a writable system message is chosen"


_BLOCKS, _BLOCK = BlockWhen.HAS_BLOCKS, BlockWhen.HAS_BLOCK

MENU: Final = Menu(
    "&Block",
    (
        Action(
            "switch_view",
            "Blocks or sou&rce",
            ("F9",),
            _BLOCKS,
            act=lambda message: message.view_commands.switch_view(),
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
            act=lambda message: message.situation_commands.mute_here(),
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

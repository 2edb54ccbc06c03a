"""The actions of the Block menu: listed when the window is built, connected with the first system message."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.frame.actions import ActionSpec


class BlockWhen(StrEnum):
    """The conditions under which actions on blocks are enabled."""

    HAS_BLOCKS = "the document is a system message"
    HAS_BLOCK = "a block of a writable system message is chosen"


_MENU: Final = "&Block"
_BLOCKS, _BLOCK = BlockWhen.HAS_BLOCKS, BlockWhen.HAS_BLOCK

ACTIONS: Final = (
    ActionSpec("switch_view", "Blocks or sou&rce", _MENU, ("F9",), _BLOCKS),
    ActionSpec("why_block", "&Why is it in or out?", _MENU, ("Ctrl+Shift+J",), _BLOCKS),
    ActionSpec("show_matrix", "Ma&trix of situations", _MENU, when=_BLOCKS),
    ActionSpec("add_block", "&Add block…", _MENU, when=_BLOCKS, icon="plus", begins=True),
    ActionSpec("duplicate_block", "&Duplicate", _MENU, when=_BLOCK, icon="copy-plus"),
    ActionSpec("delete_block", "De&lete", _MENU, when=_BLOCK, icon="trash-2"),
    ActionSpec("move_block_up", "Move &up", _MENU, when=_BLOCK, begins=True),
    ActionSpec("move_block_down", "Move d&own", _MENU, when=_BLOCK),
    ActionSpec("nest_block", "&Nest in the block above", _MENU, when=_BLOCK),
    ActionSpec("unnest_block", "Un-n&est", _MENU, when=_BLOCK),
    ActionSpec("wrap_block", "Wra&p in a new block", _MENU, when=_BLOCK),
    ActionSpec("mute_block", "&Mute or unmute", _MENU, when=_BLOCKS, begins=True),
    ActionSpec("touch_updated", "&Set updatedAt to now", _MENU, when=_BLOCK, begins=True),
)

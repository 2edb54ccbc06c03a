"""The changes of blocks that the tree asks for, the menus for them, and where a dragged block can go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from PySide6.QtWidgets import QMenu, QWidget

from editor_app.system_messages.edits.values import BlockPlace
from editor_app.system_messages.model.entities import BlockPath, BlockType
from editor_app.window.kinds.system_message.actions import (
    BLOCKS_DELETE,
    BLOCKS_DOWN,
    BLOCKS_DUPLICATE,
    BLOCKS_NEST,
    BLOCKS_RENAME,
    BLOCKS_UNNEST,
    BLOCKS_UP,
    BLOCKS_WRAP,
)
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.panel_keys import PanelKey
from editor_app.window.kit.theme.icons import icon


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


@dataclass(frozen=True, slots=True)
class BlockRequest:
    """A change of blocks that the panel asks for.

    `path` is the block's; () for one that is added. `place` is the target of adding and moving; `type` is
    that of an added block, `id` that of a renamed one.
    """

    action: BlockAction
    path: BlockPath = ()
    place: BlockPlace | None = None
    type: str = ""
    id: str = ""


class MenuEntry(NamedTuple):
    """An entry of a block's menu; with `begins` a separator is above it."""

    action: BlockAction
    key: PanelKey
    begins: bool = False


ENTRIES: Final = (
    MenuEntry(BlockAction.RENAME, BLOCKS_RENAME, begins=True),
    MenuEntry(BlockAction.DUPLICATE, BLOCKS_DUPLICATE),
    MenuEntry(BlockAction.DELETE, BLOCKS_DELETE),
    MenuEntry(BlockAction.UP, BLOCKS_UP, begins=True),
    MenuEntry(BlockAction.DOWN, BLOCKS_DOWN),
    MenuEntry(BlockAction.NEST, BLOCKS_NEST),
    MenuEntry(BlockAction.UNNEST, BLOCKS_UNNEST),
    MenuEntry(BlockAction.WRAP, BLOCKS_WRAP),
)


def type_menu(title: str, parent: QWidget, chosen: Callable[[str], object]) -> QMenu:
    """Return a menu of the twelve block types; `chosen` is called with one."""
    menu = round_menu(QMenu(title, parent))
    for block_type in BlockType:
        look = look_of_type(block_type)
        action = menu.addAction(icon(look.icon, look.role), block_type.value.capitalize())
        action.triggered.connect(lambda _checked=False, value=block_type.value: chosen(value))
    return menu

"""Changes to the blocks of a message, as edits of its text that touch nothing else."""

from editor_app.system_messages.edits.blocks import (
    add_block,
    can_move,
    delete_block,
    duplicate_block,
    move_block,
    move_down,
    move_up,
    nest_block,
    unnest_block,
    wrap_block,
)
from editor_app.system_messages.edits.values import BlockEdit, Place, Through

__all__ = [
    "BlockEdit",
    "Place",
    "Through",
    "add_block",
    "can_move",
    "delete_block",
    "duplicate_block",
    "move_block",
    "move_down",
    "move_up",
    "nest_block",
    "unnest_block",
    "wrap_block",
]

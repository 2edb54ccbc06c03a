"""Changes to the blocks of a system message, as edits of its text that keep everything else."""

from editor_app.system_messages.edits.arguments import FieldValue
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
from editor_app.system_messages.edits.fields import (
    set_content,
    set_field,
    set_message_field,
    touch_updated,
)
from editor_app.system_messages.edits.reparsing import prepare
from editor_app.system_messages.edits.typed_content import edit_content
from editor_app.system_messages.edits.values import BlockEdit, BlockPlace, Through

__all__ = [
    "BlockEdit",
    "BlockPlace",
    "FieldValue",
    "Through",
    "add_block",
    "can_move",
    "delete_block",
    "duplicate_block",
    "edit_content",
    "move_block",
    "move_down",
    "move_up",
    "nest_block",
    "prepare",
    "set_content",
    "set_field",
    "set_message_field",
    "touch_updated",
    "unnest_block",
    "wrap_block",
]

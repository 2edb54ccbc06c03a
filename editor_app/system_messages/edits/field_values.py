"""The values that fields of a block can be given; those that no file can have raise ValueError."""

from __future__ import annotations

from typing import Final, TypeAlias

from editor_app.system_messages.arguments import (
    checked_choice,
    checked_condition,
    checked_name,
    checked_text,
    wrong,
)
from editor_app.system_messages.model.entities import BlockCondition, BlockType, ContentFormat
from editor_app.system_messages.reading.block_reading import GREATEST_PRIORITY

FieldValue: TypeAlias = (
    str | int | bool | tuple[str, ...] | list[str] | tuple[BlockCondition, ...] | list[BlockCondition] | None
)
CheckedFieldValue: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None

_REQUIRED: Final = {"id", "type", "priority", "content"}


def checked_value(field: str, value: FieldValue) -> CheckedFieldValue:
    """Return a value for a field of a block: lists as tuples, the entries of a scope trimmed, each once."""
    if value is None and field in _REQUIRED:
        raise ValueError(f"‘{field}’ is None, which would remove it; it has to be there.")
    if isinstance(value, (tuple, list)):
        items = [(f"{field}[{index}]", item) for index, item in enumerate(value)]
        if field == "conditions":
            return tuple(checked_condition(name, item) for name, item in items)
        return tuple(dict.fromkeys(checked_name(name, item).strip() for name, item in items))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) > GREATEST_PRIORITY:
            wanted = f"within {GREATEST_PRIORITY}, which every program can count to"
            raise ValueError(wrong(field, value, wanted))
        return value
    choices = {"type": BlockType, "format": ContentFormat}.get(field)
    if choices is not None:
        return str(checked_choice(field, value, choices))
    return checked_name(field, value) if field == "id" else checked_text(field, value)

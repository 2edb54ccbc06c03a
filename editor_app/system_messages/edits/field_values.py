"""The values of fields of a block: a wrong type raises TypeError, a value no file can have ValueError."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from editor_app.system_messages.arguments import (
    checked_choice,
    checked_condition,
    checked_name,
    checked_text,
    unknown,
    wrong,
)
from editor_app.system_messages.model.entities import BlockCondition, BlockType, ContentFormat
from editor_app.system_messages.reading.block_reading import GREATEST_PRIORITY

BlockField: TypeAlias = Literal[
    "id",
    "type",
    "priority",
    "content",
    "format",
    "literal",
    "conditions",
    "scope.applyTo",
    "scope.modes",
    "scope.tools",
    "scope.files",
]
FieldValue: TypeAlias = (
    str | int | bool | tuple[str, ...] | list[str] | tuple[BlockCondition, ...] | list[BlockCondition] | None
)
CheckedFieldValue: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None


def checked_value(field: BlockField, value: FieldValue) -> CheckedFieldValue:
    """Return a value for a field of a block: lists as tuples, the entries of a scope trimmed, each once."""
    if field not in _CHECKS:
        raise ValueError(unknown("field", field, _CHECKS))
    if value is None and field in _REQUIRED:
        raise ValueError(f"‘{field}’ is None, which would remove it; it has to be there.")
    return _CHECKS[field](field, value)


def _type(field: str, value: object) -> str:
    return str(checked_choice(field, value, BlockType))


def _priority(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(wrong(field, value, "a whole number"))
    if abs(value) > GREATEST_PRIORITY:
        raise ValueError(wrong(field, value, f"within {GREATEST_PRIORITY}, which every program can count to"))
    return value


def _format(field: str, value: object) -> str | None:
    return None if value is None else str(checked_choice(field, value, ContentFormat))


def _literal(field: str, value: object) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise TypeError(wrong(field, value, "True, False, or None, which leaves that to the format"))
    return value


def _names(field: str, value: object) -> tuple[str, ...]:
    names = enumerate(_items(field, value, "texts"))
    return tuple(dict.fromkeys(checked_name(f"{field}[{index}]", name).strip() for index, name in names))


def _conditions(field: str, value: object) -> tuple[BlockCondition, ...]:
    conditions = enumerate(_items(field, value, "conditions"))
    return tuple(checked_condition(f"{field}[{index}]", condition) for index, condition in conditions)


def _items(field: str, value: object, noun: str) -> Iterable[object]:
    """Return the items of a list or tuple; None has none."""
    if value is None:
        return ()
    if not isinstance(value, (tuple, list)):
        raise TypeError(wrong(field, value, f"a tuple or list of {noun}, or None to remove it"))
    return value


_REQUIRED = frozenset({"id", "type", "priority", "content"})
_CHECKS: Mapping[str, Callable[[str, object], CheckedFieldValue]] = MappingProxyType(
    {
        "id": checked_name,
        "type": _type,
        "priority": _priority,
        "content": checked_text,
        "format": _format,
        "literal": _literal,
        "conditions": _conditions,
        **dict.fromkeys(("scope.applyTo", "scope.modes", "scope.tools", "scope.files"), _names),
    }
)

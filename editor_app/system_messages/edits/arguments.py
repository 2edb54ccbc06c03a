"""Checks of the arguments of the edits: wrong types raise TypeError, values no file can have ValueError.

What only this text does not allow is refused by the edits themselves, with a sentence in `BlockEdit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import TypeAlias

from editor_app.system_messages.arguments import (
    checked_choice,
    checked_condition,
    checked_name,
    checked_text,
    unknown,
    wrong,
)
from editor_app.system_messages.edits.values import BlockPlace, Through
from editor_app.system_messages.model.entities import (
    BlockCondition,
    BlockPath,
    BlockType,
    ContentFormat,
    Syntax,
)
from editor_app.system_messages.model.timestamps import read_moment
from editor_app.system_messages.reading.block_reading import GREATEST_PRIORITY

FieldValue: TypeAlias = (
    str | int | bool | tuple[str, ...] | list[str] | tuple[BlockCondition, ...] | list[BlockCondition] | None
)
Checked: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None

_EXAMPLE = "2026-01-28T09:00:00Z"


def checked_source(source: object, syntax: object) -> tuple[str, Syntax]:
    """Return the text of a file, and whether it is YAML or JSON."""
    if not isinstance(source, str):
        raise TypeError(wrong("source", source, "the text of the file"))
    return source, checked_choice("syntax", syntax, Syntax)


def checked_path(name: str, value: object) -> BlockPath:
    """Return a block's path: whole numbers, each an index among siblings."""
    wanted = "a tuple of whole numbers, such as (2, 0) for blocks[2].children[0]"
    if not isinstance(value, (tuple, list)) or any(type(index) is not int for index in value):
        raise TypeError(wrong(name, value, wanted))
    return tuple(value)


def checked_place(value: object) -> BlockPlace:
    """Return the argument if it is a BlockPlace."""
    if not isinstance(value, BlockPlace):
        raise TypeError(wrong("place", value, "a BlockPlace, such as BlockPlace((), 0) for the very first"))
    if type(value.index) is not int:
        raise TypeError(wrong("place.index", value.index, "a whole number"))
    return BlockPlace(checked_path("place.parent", value.parent), value.index)


def checked_through(value: object) -> Through:
    """Return the member of `Through`, given as such or as its text."""
    return checked_choice("through", value, Through)


def checked_field(field: object, value: object) -> tuple[str, Checked]:
    """Return a field of a block and the value it is given, lists as tuples."""
    return _checked("field", field, value, _BLOCK_FIELDS)


def checked_message_field(field: object, value: object) -> tuple[str, Checked]:
    """Return a field of the system message and the value it is given, lists as tuples."""
    return _checked("field", field, value, _MESSAGE_FIELDS)


def checked_moment(value: object) -> datetime:
    """Return the argument if it is a datetime with a time zone."""
    if not isinstance(value, datetime):
        raise TypeError(wrong("now", value, "a datetime with a time zone"))
    if value.utcoffset() is None:
        raise ValueError(wrong("now", value, "a datetime with a time zone, such as datetime.now(UTC)"))
    return value


def checked_day(value: object) -> date | None:
    """Return the argument if it is a date or None."""
    if value is not None and (not isinstance(value, date) or isinstance(value, datetime)):
        raise TypeError(wrong("today", value, "a date, such as date(2026, 1, 28)"))
    return value


def _checked(name: str, field: object, value: object, fields: Mapping[str, _Check]) -> tuple[str, Checked]:
    text = checked_text(name, field)
    check = fields.get(text)
    if check is None:
        raise ValueError(unknown(name, text, fields))
    return text, check(text, value)


_Check: TypeAlias = Callable[[str, object], Checked]


def _name(field: str, value: object) -> str:
    return checked_name(field, _required(field, value))


def _type(field: str, value: object) -> str:
    return str(checked_choice(field, _required(field, value), BlockType))


def _priority(field: str, value: object) -> int:
    if type(_required(field, value)) is not int:  # True is an int, too
        raise TypeError(wrong(field, value, "a whole number"))
    assert isinstance(value, int)
    if abs(value) > GREATEST_PRIORITY:
        raise ValueError(wrong(field, value, f"within {GREATEST_PRIORITY}, which every program can count to"))
    return value


def _content(field: str, value: object) -> str:
    return checked_text(field, _required(field, value))


def _format(field: str, value: object) -> str | None:
    return None if value is None else str(checked_choice(field, value, ContentFormat))


def _literal(field: str, value: object) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise TypeError(wrong(field, value, "True, False, or None, which leaves that to the format"))
    return value


def _names(field: str, value: object) -> tuple[str, ...]:
    """Return the entries of a scope, trimmed and each once, as builders and readers have them."""
    listed = enumerate(_listed(field, value))
    return tuple(dict.fromkeys(checked_name(f"{field}[{at}]", name).strip() for at, name in listed))


def _types(field: str, value: object) -> tuple[str, ...]:
    listed = enumerate(_listed(field, value, "block types"))
    return tuple(
        dict.fromkeys(str(checked_choice(f"{field}[{at}]", type_, BlockType)) for at, type_ in listed)
    )


def _conditions(field: str, value: object) -> tuple[BlockCondition, ...]:
    listed = enumerate(_listed(field, value, "conditions"))
    return tuple(checked_condition(f"{field}[{at}]", condition) for at, condition in listed)


def _moment(field: str, value: object) -> str:
    text = checked_text(field, _required(field, value))
    if read_moment(text) is None:
        raise ValueError(wrong(field, value, f"an RFC 3339 date-time with seconds and zone, like {_EXAMPLE}"))
    return text


def _listed(field: str, value: object, noun: str = "texts") -> Iterable[object]:
    """Return the items of a list or tuple; None has none."""
    if value is None:
        return ()
    if not isinstance(value, (tuple, list)):
        raise TypeError(wrong(field, value, f"a tuple or list of {noun}, or None to remove it"))
    return value


def _required(field: str, value: object) -> object:
    """Return the value of a required field; None raises ValueError."""
    if value is None:
        raise ValueError(f"‘{field}’ is None, which would remove it; it has to be there.")
    return value


_BLOCK_FIELDS: Mapping[str, _Check] = MappingProxyType(
    {
        "id": _name,
        "type": _type,
        "priority": _priority,
        "content": _content,
        "format": _format,
        "literal": _literal,
        "conditions": _conditions,
        **dict.fromkeys(("scope.applyTo", "scope.modes", "scope.tools", "scope.files"), _names),
    }
)
_MESSAGE_FIELDS: Mapping[str, _Check] = MappingProxyType(
    {
        "id": _name,
        "version": _name,
        "createdAt": _moment,
        "updatedAt": _moment,
        "priorityModel": _types,
    }
)

"""The header of a message file by a table: what each field must be, and what a new header has in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Final
from uuid import uuid4

from editor_app.chats.reading import MessageText, value_edit
from editor_app.structured.fields.checked_values import CheckedValue, Effort, Text, problem
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.nodes import MappingNode, ScalarNode, Syntax
from editor_app.text import Diagnostic, Fix, Severity
from editor_app.text.message_parts import UUID_KEY, is_uuid
from editor_app.text.readable_json import utc_text

ROLES: Final = ("user", "assistant", "system")
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)


def header_table(role: str | None, now: datetime | None) -> Table:
    """Return the fields of a header in their usual order; the role, which stands below them, is none.

    The default of each is its value in a new header, "" where only the author knows it; `now` is the time.
    """
    fields = (
        _field(UUID_KEY, str(uuid4()), "Give it a new UUID", is_uuid, f"a UUID, such as {_SOME_UUID}"),
        _field("Component", f"{(role if role in ROLES else 'user').capitalize()}Message"),
        _field("Version", "1.0.0", "", _VERSION.fullmatch, "three numbers, such as 1.0.0"),
        _field("Description"),
        _field("Language", "markdown"),
        _field("Created-at", utc_text(now) if now is not None else "", "Set it to now", is_time, _A_TIME),
        _field("Authors"),
    )
    return Table("A header", fields)


def header_fields(text: MessageText, problems: list[Diagnostic]) -> FieldReader:
    """Return the fields of a message's header; those of the table have its spelling of their names."""
    entries = tuple(
        (
            ScalarNode(_SPELLINGS.get(line.key.lower(), line.key), "str", line.span),
            ScalarNode(text.value_of(line).strip(" \t"), "str", line.value),
        )
        for line in text.parts.lines
        if line.key and not line.is_role
    )
    read = Text(text.source, Syntax.YAML, Effort())
    return FieldReader(read, MappingNode(entries, text.parts.header), "", problems)


def is_time(text: str) -> bool:
    """Whether a text is an RFC 3339 date-time with its zone."""
    match = _TIME.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second, zone_hour, zone_minute = (
        int(part or 0) for part in match.groups()
    )
    try:
        date(year, month, day)
    except ValueError:
        return False
    return hour < 24 and minute < 60 and second <= 60 and zone_hour < 24 and zone_minute < 60


_SOME_UUID: Final = "32d9afc7-aeac-4a67-ba94-0c92678604a1"
_A_TIME: Final = "a date and time with its zone, such as 2026-03-04T12:00:00Z"


def _field(
    name: str,
    new: str = "",
    title: str = "",
    is_valid: Callable[[str], object] | None = None,
    wanted: str = "",
) -> Field:
    """Return the field `name`, which must be `wanted`; the fix that writes `new` is called `title`."""

    def read(fields: FieldReader, part: CheckedValue) -> str:
        edit = value_edit(part.text.source, part.node.span, new)
        fixes = [Fix(title or f"Set it to {new}", (edit,))] if new else []
        value = part.spelling
        if not value:
            sentence = f"‘{name}’ has no value."
            fields.problems.append(
                problem("blank-field", fields.span(name), name, sentence, fixes, Severity.WARNING)
            )
        elif is_valid is not None and not is_valid(value):
            fields.problems.append(
                part.problem("invalid-field", f"is not {wanted}.", fixes, Severity.WARNING)
            )
        return value

    return Field(name, "", FieldType(read, {"type": "string"}), default=new)


FIELDS: Final = header_table(None, None).keys
"""The names of the fields."""
_SPELLINGS: Final = {name.lower(): name for name in FIELDS}

"""The header of a message file by a table: what each field must be, and its value in a new header."""

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
from editor_app.text import Diagnostic, Fix, Sentence, Severity
from editor_app.text.message_parts import UUID_KEY, is_uuid
from editor_app.text.readable_json import utc_text

ROLES: Final = ("user", "assistant", "system")
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)


class HeaderReader(FieldReader):
    """The fields of a message's header; those of `HEADER` have its spelling of their names."""

    __slots__ = ("now", "role")

    def __init__(self, text: MessageText, problems: list[Diagnostic], now: datetime | None) -> None:
        """Take the lines of a header; `now` is the time that a fix writes."""
        entries = tuple(
            (
                ScalarNode(_SPELLINGS.get(line.key.lower(), line.key), "str", line.span),
                ScalarNode(text.value_of(line).strip(" \t"), "str", line.value),
            )
            for line in text.parts.lines
            if line.key and not line.is_role
        )
        read = Text(text.source, Syntax.YAML, Effort())
        super().__init__(read, MappingNode(entries, text.parts.header), "", problems)
        self.role, self.now = text.role, now


_KNOWN_TO_AUTHOR: Final = frozenset({"Description", "Authors"})  # and left empty in a new message


def value_for_new(name: str, role: str | None, now: datetime | None) -> str:
    """Return the value of a field in a new header, "" where only the author knows it."""
    if name == UUID_KEY:
        return str(uuid4())
    if name == "Component":
        return f"{(role if role in ROLES else 'user').capitalize()}Message"
    if name == "Created-at":
        return utc_text(now) if now is not None else ""
    return {"Version": "1.0.0", "Language": "markdown"}.get(name, "")


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
_A_TIME: Final = Sentence("chats.a-time")


def _field(
    name: str, title: str = "", is_valid: Callable[[str], object] | None = None, wanted: str = ""
) -> Field:
    """Return the field `name`, which must be `wanted`; the fix that writes a new value is called `title`."""

    def read(header: FieldReader, part: CheckedValue) -> str:
        value = part.spelling
        if value and (is_valid is None or is_valid(value)):
            return value
        assert isinstance(header, HeaderReader), "nothing else reads this table"
        new = value_for_new(name, header.role, header.now)
        edit = value_edit(part.text.source, part.node.span, new)
        fixes = [Fix(title or Sentence("chats.set-to", value=new), (edit,))] if new else []
        if value:
            fault = part.problem(
                "invalid-field", Sentence("chats.is-not", name=name, wanted=wanted), fixes, Severity.WARNING
            )
        else:
            sentence = Sentence("chats.blank-field", name=name)
            severity = Severity.INFORMATION if name in _KNOWN_TO_AUTHOR else Severity.WARNING
            fault = problem("blank-field", header.span(name), name, sentence, fixes, severity)
        header.problems.append(fault)
        return value

    return Field(name, "", FieldType(read, {"type": "string"}))


HEADER: Final = Table(
    Sentence("chats.a-header"),
    (
        _field(UUID_KEY, Sentence("chats.new-uuid"), is_uuid, Sentence("chats.a-uuid", uuid=_SOME_UUID)),
        _field("Component"),
        _field("Version", "", _VERSION.fullmatch, Sentence("chats.three-numbers")),
        _field("Description"),
        _field("Language"),
        _field("Created-at", Sentence("chats.set-to-now"), is_time, _A_TIME),
        _field("Authors"),
    ),
)
"""The fields in their usual order; the role, which stands below them, is none."""
FIELDS: Final = HEADER.keys
"""The names of the fields."""
_SPELLINGS: Final = {name.lower(): name for name in FIELDS}

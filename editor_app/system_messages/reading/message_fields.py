"""Reading the fields of a system message other than its blocks, and the problems in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final

from editor_app.structured.fields.checked_values import CheckedValue, Text, item_removal, removal_fix
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table
from editor_app.structured.fields.types import NAME_SCHEMA, list_of, words_schema
from editor_app.structured.nodes import MappingNode, SequenceNode, Syntax, short_value
from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, BlockType
from editor_app.system_messages.model.timestamps import probable_timestamp, read_moment
from editor_app.system_messages.reading.block_reading import BLOCK_SCHEMA, unknown_type
from editor_app.system_messages.reading.problems import entries_of, filled
from editor_app.text import Diagnostic, Sentence, Severity, Span

FIRST_ID = "sys-001"
_VERSION = re.compile(r"v?[0-9]+(?:\.[0-9]+){0,3}(?:[-+][0-9A-Za-z.+-]+)?|[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?")
_NO_PLACES: Mapping[str, Span] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MessageHead:
    """What a system message says of itself; a field that is missing or invalid has its default.

    `places` are the spans of the values, of the keys where there is none, by key.
    """

    id: str = ""
    version: str = ""
    role: str = ""
    created_at: str = ""
    updated_at: str = ""
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    places: Mapping[str, Span] = field(default_factory=lambda: _NO_PLACES, repr=False)


NO_HEAD: Final = MessageHead()


@dataclass(frozen=True, slots=True)
class SystemMessageFields:
    """The fields of a system message with their problems; `blocks` is the node of its list of blocks."""

    mapping: MappingNode
    head: MessageHead
    blocks: SequenceNode | None
    problems: list[Diagnostic]


def read_fields(text: Text, mapping: MappingNode) -> SystemMessageFields:
    """Read the fields of a system message from its mapping."""
    places: dict[str, Span] = {}
    fields = FieldReader(text, mapping, "", [], places)
    values = fields.read(MESSAGE)
    created, updated = values["createdAt"], values["updatedAt"]
    first, last = read_moment(created), read_moment(updated)
    if first is not None and last is not None and last < first:
        part = fields.parts["updatedAt"]
        message = Sentence("system_messages.before-created", time=created)
        fixes = part.change_text(created, Sentence("system_messages.change-to-created"))
        fields.problems.append(part.problem("updated-before-created", message, fixes, Severity.WARNING))
    head = MessageHead(
        values["id"],
        values["version"],
        values["role"],
        created,
        updated,
        values["priorityModel"],
        places,
    )
    return SystemMessageFields(mapping, head, values["blocks"], fields.problems)


def _first_moment(fields: FieldReader) -> str:
    """Return the date-time of the other date field, else the start of today, "" if today is unknown."""
    keys = ("createdAt", "updatedAt", "version")
    for spelling in [fields.parts[key].spelling for key in keys if key in fields.parts]:
        if read_moment(spelling) is not None:
            return spelling
        better = probable_timestamp(spelling)
        if better is not None:
            return better
    return _start_of_today(fields)


def _start_of_today(fields: FieldReader) -> str:
    return "" if fields.text.today is None else _beginning_of(fields.text.today)


def _quoted(fields: FieldReader, text: str) -> str:
    return fields.text.quoted(text) if text else ""


def _beginning_of(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _name(fields: FieldReader, part: CheckedValue, first: str) -> str:
    """Return a field's scalar as it is spelled; "" with a problem where it is null, blank or no scalar."""
    if part.spelling.strip():
        return part.spelling
    filled(fields, part, Sentence("system_messages.must-be-text", name=part.name), part.change_text(first))
    return ""


def _version(fields: FieldReader, part: CheckedValue) -> str:
    """Return a date, or one to three numbers, which more may follow behind a hyphen or a plus."""
    version = _name(fields, part, "1")
    if version and _VERSION.fullmatch(version) is None and read_moment(version) is None:
        message = Sentence("system_messages.odd-version", version=short_value(version))
        fields.problems.append(part.problem("odd-version", message, severity=Severity.WARNING))
    return version


def _role(fields: FieldReader, part: CheckedValue) -> str:
    if part.value is None:
        fields.wrong(part, "‘system’", part.change_text("system"))
    elif part.value != "system":
        message = Sentence(
            "system_messages.must-be", name=part.name, value=short_value(part.value), wanted="‘system’"
        )
        fields.problems.append(part.problem("wrong-role", message, part.change_text("system")))
    return part.spelling


def _moment(fields: FieldReader, part: CheckedValue) -> str:
    if read_moment(part.spelling) is None:
        wanted = Sentence("system_messages.date-and-time")
        better = probable_timestamp(part.spelling) or _start_of_today(fields)
        fixes = part.change_text(better) if better else ()
        if part.value is None:
            fields.wrong(part, wanted, fixes)
        else:
            message = Sentence(
                "system_messages.must-be", name=part.name, value=part.value[:60], wanted=wanted
            )
            fields.problems.append(part.problem("invalid-date-time", message, fixes))
    return part.spelling


def _priority_model(fields: FieldReader, part: CheckedValue) -> tuple[str, ...]:
    node = part.node
    if not isinstance(node, SequenceNode):
        fields.wrong(
            part, Sentence("system_messages.list-of-types"), removal_fix(part.text, fields.mapping, part.path)
        )
        return DEFAULT_PRIORITY_MODEL
    types: dict[str, None] = {}
    known = frozenset(BlockType)
    for index, inner in enumerate(entries_of(part, fields.problems)):
        remove = item_removal(part.text, node, index, Sentence("system_messages.remove-entry"))
        if inner.value is None:
            fields.wrong(inner, Sentence("system_messages.a-type"), remove)
        elif inner.value not in known:
            fields.problems.append(unknown_type(inner, inner.value, remove))
        else:
            types[inner.value] = None
    return tuple(types) or DEFAULT_PRIORITY_MODEL


def _blocks(fields: FieldReader, part: CheckedValue) -> SequenceNode | None:
    if not isinstance(part.node, SequenceNode):
        fields.wrong(
            part, Sentence("system_messages.list-of-blocks"), part.change("[]") if part.is_null else ()
        )
        return None
    if not part.node.items:
        message = Sentence("system_messages.no-blocks")
        fields.problems.append(part.problem("no-blocks", message, severity=Severity.WARNING))
    return part.node


def _first_day(fields: FieldReader) -> str:
    return _quoted(fields, _first_moment(fields)[:10])


def _first_time(fields: FieldReader) -> str:
    return _quoted(fields, _first_moment(fields))


_MOMENT = FieldType(
    _moment,
    {
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]"
        r":([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
    },
)
MESSAGE = Table(
    "",
    (
        Field(
            "id",
            Sentence("system_messages.field-id-of-fields"),
            FieldType(lambda at, part: _name(at, part, FIRST_ID), NAME_SCHEMA),
            FIRST_ID,
            "",
        ),
        Field(
            "version",
            Sentence("system_messages.field-version"),
            FieldType(_version, NAME_SCHEMA),
            _first_day,
            "",
        ),
        Field("role", "system", FieldType(_role, {"const": "system"}), "system", ""),
        Field(
            "createdAt",
            Sentence("system_messages.field-created-at"),
            _MOMENT,
            _first_time,
            "",
            Sentence("system_messages.field-created-at-more"),
        ),
        Field(
            "updatedAt",
            Sentence("system_messages.field-updated-at"),
            _MOMENT,
            _first_time,
            "",
            Sentence("system_messages.field-updated-at-more"),
        ),
        Field(
            "priorityModel",
            Sentence("system_messages.field-priority-model"),
            FieldType(_priority_model, list_of(words_schema(BlockType))),
            default=DEFAULT_PRIORITY_MODEL,
        ),
        Field(
            "blocks",
            Sentence("system_messages.field-blocks"),
            FieldType(_blocks, list_of(BLOCK_SCHEMA, uniqueItems=True)),
            lambda _: "[]",
            more=Sentence("system_messages.field-blocks-more"),
        ),
    ),
)


def first_message(syntax: Syntax, today: date) -> str:
    """Return the text of a new system message without blocks, dated `today`."""
    moment = _beginning_of(today)
    values = {"id": FIRST_ID, "version": today.isoformat(), "role": "system", "createdAt": moment}
    values["updatedAt"] = moment
    if syntax is Syntax.JSON:
        import json

        return json.dumps({**values, "blocks": []}, indent=2) + "\n"
    lines = [f"{key}: {value}\n" for key, value in values.items()]
    return "".join(lines) + "blocks: []\n"

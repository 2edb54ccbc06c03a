"""Reading the fields of a system message other than its blocks, and the problems in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, short_value
from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, BlockType, Syntax
from editor_app.system_messages.model.timestamps import probable_timestamp, read_moment
from editor_app.system_messages.reading.block_reading import unknown_type
from editor_app.system_messages.reading.problems import (
    MOST_ENTRIES,
    PATH,
    CheckedValue,
    Text,
    item_removal,
    message_problem,
    missing,
    removal_fix,
    too_many,
    unknown_keys,
    wrong_value_type,
)
from editor_app.text import Diagnostic, Fix, Severity, Span

MESSAGE_KEYS = ("id", "version", "role", "createdAt", "updatedAt", "priorityModel", "blocks")
REQUIRED_KEYS = ("id", "version", "role", "createdAt", "updatedAt", "blocks")
FIRST_ID = "sys-001"
_VERSION = re.compile(r"v?[0-9]+(?:\.[0-9]+){0,3}(?:[-+][0-9A-Za-z.+-]+)?|[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?")


@dataclass(slots=True)
class SystemMessageFields:
    """The fields of a system message; one that is missing or invalid has its default.

    `blocks` is the node of the list of blocks, None where there is none.
    """

    mapping: MappingNode
    id: str = ""
    version: str = ""
    role: str = ""
    created_at: str = ""
    updated_at: str = ""
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL
    blocks: SequenceNode | None = None
    places: dict[str, Span] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def read_fields(text: Text, mapping: MappingNode) -> SystemMessageFields:
    """Read the fields of a system message from its mapping."""
    fields = SystemMessageFields(mapping)
    parts: dict[str, CheckedValue] = {}
    for key, node in mapping.all_entries():
        name = key.value or ""
        if key.tag == "str" and name in MESSAGE_KEYS and name not in parts:
            parts[name] = CheckedValue(text, name, key, node)
            fields.places[name] = parts[name].span
    for name, part in parts.items():
        _READERS[name](fields, part)
    for name in REQUIRED_KEYS:
        if name not in parts:
            found = missing(text, mapping, name, MESSAGE_KEYS, _first_value(text, name, parts))
            fields.problems.append(found)
    _check_order(fields, parts)
    fields.problems += unknown_keys(text, mapping, MESSAGE_KEYS, "")
    return fields


def _first_value(text: Text, name: str, parts: Mapping[str, CheckedValue]) -> str:
    """Return the text that a fix gives a missing field, "" where there is no sensible value."""
    match name:
        case "id":
            return text.written(FIRST_ID)
        case "version":
            day = _first_moment(text, parts)[:10]
            return text.quoted(day) if day else ""
        case "role":
            return text.written("system")
        case "blocks":
            return "[]"
        case _:
            moment = _first_moment(text, parts)
            return text.quoted(moment) if moment else ""


def _first_moment(text: Text, parts: Mapping[str, CheckedValue]) -> str:
    """Return the date-time of the other date field, else the start of today, "" if today is unknown."""
    for name in ("createdAt", "updatedAt", "version"):
        spelling = parts[name].spelling if name in parts else ""
        if read_moment(spelling) is not None:
            return spelling
        better = probable_timestamp(spelling)
        if better is not None:
            return better
    return _beginning_of(text.today) if text.today is not None else ""


def _beginning_of(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _read_name(part: CheckedValue, fields: SystemMessageFields, first: str) -> str:
    """Return a field's scalar as it is spelled; "" with a problem where it is null, blank or no scalar."""
    node = part.node
    if not isinstance(node, ScalarNode) or node.value is None:
        fields.problems.append(wrong_value_type(part, "text", part.change_text(first)))
        return ""
    if not node.value.strip():
        message = f"‘{PATH}’ is empty; it must be text."
        fields.problems.append(
            message_problem("empty-field", part.span, part.path, message, part.change_text(first))
        )
        return ""
    return node.value


def _read_id(fields: SystemMessageFields, part: CheckedValue) -> None:
    fields.id = _read_name(part, fields, FIRST_ID)


def _read_version(fields: SystemMessageFields, part: CheckedValue) -> None:
    fields.version = _read_name(part, fields, "1")
    if fields.version and not _is_version(fields.version):
        message = (
            f"‘{PATH}’ is ‘{short_value(fields.version)}’; a version is numbers such as 1.0.0, "
            "or a date such as 2026-01-28."
        )
        problem = message_problem("odd-version", part.span, part.path, message, severity=Severity.WARNING)
        fields.problems.append(problem)


def _is_version(text: str) -> bool:
    """Whether a text is a date, or one to three numbers, which more may follow behind a hyphen or a plus."""
    return _VERSION.fullmatch(text) is not None or read_moment(text) is not None


def _read_role(fields: SystemMessageFields, part: CheckedValue) -> None:
    fields.role = part.spelling
    if fields.role == "system":
        return
    fixes = part.change_text("system")
    if not isinstance(part.node, ScalarNode) or part.node.value is None:
        fields.problems.append(wrong_value_type(part, "‘system’", fixes))
        return
    message = f"‘{PATH}’ is ‘{fields.role}’; a system message’s role is ‘system’."
    fields.problems.append(message_problem("wrong-role", part.span, part.path, message, fixes))


def _read_created_at(fields: SystemMessageFields, part: CheckedValue) -> None:
    fields.created_at = _read_moment(fields, part)


def _read_updated_at(fields: SystemMessageFields, part: CheckedValue) -> None:
    fields.updated_at = _read_moment(fields, part)


def _read_moment(fields: SystemMessageFields, part: CheckedValue) -> str:
    spelling = part.spelling
    wanted = "a date and time with seconds and zone, such as 2026-01-28T09:00:00Z"
    if not isinstance(part.node, ScalarNode) or part.node.value is None:
        fixes = _change_to_moment(part, _first_moment(part.text, {}))
        fields.problems.append(wrong_value_type(part, wanted, fixes))
    elif read_moment(spelling) is None:
        better = probable_timestamp(spelling) or _first_moment(part.text, {})
        message = f"‘{PATH}’ is ‘{spelling[:60]}’; it must be {wanted}."
        fixes = _change_to_moment(part, better)
        fields.problems.append(message_problem("invalid-date-time", part.span, part.path, message, fixes))
    return spelling


def _change_to_moment(part: CheckedValue, moment: str) -> tuple[Fix, ...]:
    return part.change_text(moment) if moment else ()


def _check_order(fields: SystemMessageFields, parts: Mapping[str, CheckedValue]) -> None:
    created, updated = read_moment(fields.created_at), read_moment(fields.updated_at)
    if created is not None and updated is not None and updated < created:
        part = parts["updatedAt"]
        message = f"‘{PATH}’ is before ‘createdAt’, {fields.created_at}."
        fixes = part.change_text(fields.created_at, "Change to the time of ‘createdAt’")
        fields.problems.append(
            message_problem("updated-before-created", part.span, part.path, message, fixes, Severity.WARNING)
        )


def _read_priority_model(fields: SystemMessageFields, part: CheckedValue) -> None:
    node = part.node
    if not isinstance(node, SequenceNode):
        fixes = removal_fix(part.text, fields.mapping, "priorityModel")
        fields.problems.append(wrong_value_type(part, "a list of types", fixes))
        return
    types: dict[str, None] = {}
    known = frozenset(BlockType)
    for index, item in enumerate(node.items):
        if index >= MOST_ENTRIES:
            fields.problems.append(too_many(part, index))
            break
        inner = CheckedValue(part.text, f"priorityModel[{index}]", None, item)
        remove = item_removal(part.text, node, index, "Remove this entry")
        if not isinstance(item, ScalarNode) or item.value is None:
            fields.problems.append(wrong_value_type(inner, "a type of blocks", remove))
        elif item.value not in known:
            fields.problems.append(unknown_type(inner, item.value, remove))
        else:
            types[item.value] = None
    fields.priority_model = tuple(types) or DEFAULT_PRIORITY_MODEL


def _read_blocks(fields: SystemMessageFields, part: CheckedValue) -> None:
    node = part.node
    if not isinstance(node, SequenceNode):
        is_null = isinstance(node, ScalarNode) and node.tag == "null"
        fixes = part.change("[]") if is_null else ()
        fields.problems.append(wrong_value_type(part, "a list of blocks", fixes))
        return
    fields.blocks = node
    if not node.items:
        message = f"‘{PATH}’ is an empty list: the system message says nothing yet."
        fields.problems.append(
            message_problem("no-blocks", part.span, part.path, message, (), Severity.WARNING)
        )


_READERS: Mapping[str, Callable[[SystemMessageFields, CheckedValue], None]] = {
    "id": _read_id,
    "version": _read_version,
    "role": _read_role,
    "createdAt": _read_created_at,
    "updatedAt": _read_updated_at,
    "priorityModel": _read_priority_model,
    "blocks": _read_blocks,
}


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

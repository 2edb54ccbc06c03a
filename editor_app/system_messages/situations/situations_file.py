"""Reading files of saved situations, `<name>.situations.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from editor_app.structured.editing.records import RecordFile
from editor_app.structured.fields.checked_values import (
    TEXT_WANTED,
    CheckedValue,
    problem,
    unknown_keys,
    visible,
)
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table, as_written
from editor_app.structured.fields.record_files import read_records, record_problems
from editor_app.structured.fields.types import NAME_SCHEMA, OPTIONAL_TEXT, SPELLED, list_of, one_of
from editor_app.structured.json_values import canonical
from editor_app.structured.nodes import ScalarNode, SequenceNode, read_as, short_value
from editor_app.structured.spelling import fits_brackets
from editor_app.system_messages.reading.block_reading import CONDITION
from editor_app.system_messages.situations.situation import (
    OPEN,
    ConditionKey,
    NamedSituation,
    Open,
    Situation,
)
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span

SUFFIX = ".situations.yaml"


def situations_path(message_path: Path) -> Path:
    """Return the path of a system message's situations file, which is beside it."""
    return message_path.with_name(message_path.stem + SUFFIX)


def read_situations(source: str) -> tuple[tuple[NamedSituation, ...], tuple[Diagnostic, ...]]:
    """Return the situations of a file that can be used, and all its problems."""
    problems: list[Diagnostic] = []
    records, _is_newer = read_records(source, RECORDS, problems)
    situations = (
        NamedSituation(name.value or "", _situation(fields), fields.mapping.span) for name, fields in records
    )
    return tuple(situations), record_problems(RECORDS, problems)


def _situation(fields: FieldReader) -> Situation:
    values = fields.values(SITUATION)
    holds, fails = values["holds"], values["fails"]
    for key in [key for key in fails if key in holds]:
        message = Sentence("system_messages.holds-and-fails", kind=short_value(key.kind))
        fields.problems.append(problem(RECORDS.code, fails[key], f"{fields.path}fails", message))
    return Situation(
        file=values["file"] if "file" in fields.parts else OPEN,
        mode=values["mode"] if "mode" in fields.parts else OPEN,
        tools=values["tools"],
        holds=frozenset(holds),
        fails=frozenset(key for key in fails if key not in holds),
        values=MappingProxyType(values["values"]),
    )


def _one(fields: FieldReader, part: CheckedValue) -> str | Open | None:
    if isinstance(part.node, ScalarNode):
        return part.value or None
    if isinstance(part.node, SequenceNode) and not part.node.items:
        return None
    fields.wrong(part, Sentence("system_messages.text-or-null"))
    return OPEN


def _tools(fields: FieldReader, part: CheckedValue) -> tuple[str, ...] | Open:
    if part.is_null:
        return ()
    if not isinstance(part.node, SequenceNode):
        fields.wrong(part, Sentence("system_messages.list-or-none"), _as_list(part))
        return OPEN
    texts: dict[str, None] = {}
    for inner in part.items():
        if inner.value:
            texts[inner.value] = None
        else:
            fields.problems.append(_no_text(inner, TEXT_WANTED))
    return tuple(texts)


def _conditions(fields: FieldReader, part: CheckedValue) -> dict[ConditionKey, Span]:
    """Read a list of kinds, `{kind: value}` and `{kind: …, value: …}`, or one such mapping."""
    if isinstance(part.node, ScalarNode) and not part.is_null:
        fields.wrong(part, Sentence("system_messages.list-of-kinds"), _as_list(part))
    whole = fields.inner(part)
    conditions = {} if whole is None else dict(_pairs(whole))
    for entry in part.items():
        inner = fields.inner(entry)
        if inner is not None:
            conditions |= _pairs(inner)
        elif entry.value:
            conditions[ConditionKey(entry.value)] = entry.span
        else:
            fields.problems.append(_no_text(entry, Sentence("system_messages.kind-or-mapping")))
    return conditions


def _pairs(fields: FieldReader) -> Iterator[tuple[ConditionKey, Span]]:
    """Read a mapping of kinds to values, or one with the keys ‘kind’ and ‘value’, as in a block."""
    kind, value = fields.parts.get("kind"), fields.parts.get("value")
    if kind is None and value is None:
        for key, inner in fields.mapping.all_entries():
            yield ConditionKey(key.value or "", canonical(inner)), key.span
        return
    has, warning = Sentence("system_messages.condition-has"), Severity.WARNING
    fields.problems += unknown_keys(
        fields.text, fields.mapping, CONDITION.keys, fields.path, has, severity=warning
    )
    if kind is None:
        fields.missing("kind", CONDITION)
    elif not isinstance(kind.node, ScalarNode):
        fields.wrong(kind, TEXT_WANTED)
    elif not kind.spelling.strip():
        message = Sentence("system_messages.name-a-condition", name=kind.name)
        fields.problems.append(problem(RECORDS.code, visible(kind.node.span), kind.path, message))
    else:
        yield ConditionKey(kind.spelling, None if value is None else canonical(value.node)), kind.node.span


def _values(fields: FieldReader, part: CheckedValue) -> dict[str, str | None]:
    values: dict[str, str | None] = {}
    inner = fields.inner(part, Sentence("system_messages.lines-of-values"))
    for name, value in inner.parts.items() if inner is not None else ():
        if isinstance(value.node, ScalarNode):
            values[name] = value.value
        else:
            message = Sentence("system_messages.value-not-text", name=value.path, reading=read_as(value.node))
            fields.problems.append(problem(RECORDS.code, value.span, value.path, message))
    return values


def _no_text(part: CheckedValue, wanted: str) -> Diagnostic:
    """Return the error that an entry of a list is empty, or no text."""
    is_empty = isinstance(part.node, ScalarNode) and part.node.tag == "str"
    reading = Sentence("requests.empty") if is_empty else read_as(part.node)
    message = Sentence("system_messages.entry-must-be", name=part.name, reading=reading, wanted=wanted)
    return problem(RECORDS.code, visible(part.span), part.path, message)


def _as_list(part: CheckedValue) -> tuple[Fix, ...]:
    """Return the fix that puts a value in brackets."""
    written = part.node.span.of(part.text.source)
    is_plain = isinstance(part.node, ScalarNode) and not part.node.style.is_block and written
    if not is_plain or not fits_brackets(written) or set(written) & set("\n&*!"):
        return ()
    return (Fix(Sentence("prompts.make-list"), (Edit(part.node.span, f"[{written}]"),)),)


_TEXT_OR_NONE = FieldType(_one, one_of(OPTIONAL_TEXT.schema, {"type": "array", "maxItems": 0}))
_CONDITION_SCHEMA = {
    "type": [*SPELLED, "object"],
    "minLength": 1,
    "if": {"type": "object", "anyOf": [{"required": [key]} for key in CONDITION.keys]},
    "then": {"required": ["kind"], "properties": {"kind": NAME_SCHEMA}},
}
_CONDITIONS = FieldType(
    _conditions,
    one_of(list_of(_CONDITION_SCHEMA), {"type": "object", "allOf": [_CONDITION_SCHEMA]}, {"type": "null"}),
)
_FILLED_TEXTS = list_of({"type": SPELLED, "minLength": 1})
_VALUES = {"type": ["object", "null"], "additionalProperties": OPTIONAL_TEXT.schema}
SITUATION = Table(
    "",
    (
        Field("name", Sentence("system_messages.situation-name"), FieldType(as_written, NAME_SCHEMA), ""),
        Field(
            "file",
            Sentence("system_messages.situation-file"),
            _TEXT_OR_NONE,
            more=Sentence("system_messages.situation-file-more"),
        ),
        Field("mode", Sentence("system_messages.situation-mode"), _TEXT_OR_NONE),
        Field(
            "tools",
            Sentence("system_messages.situation-tools"),
            FieldType(_tools, one_of(_FILLED_TEXTS, {"type": "null"})),
            default=OPEN,
        ),
        Field(
            "holds",
            Sentence("system_messages.situation-holds"),
            _CONDITIONS,
            default={},
            more=Sentence("system_messages.situation-holds-more"),
        ),
        Field("fails", Sentence("system_messages.situation-fails"), _CONDITIONS, default={}),
        Field(
            "values",
            Sentence("system_messages.situation-values"),
            FieldType(_values, _VALUES),
            default={},
            more=Sentence("system_messages.situation-values-more"),
        ),
    ),
)
RECORDS = RecordFile("situations", SITUATION.keys, "situation", Sentence("system_messages.situation-needs"))

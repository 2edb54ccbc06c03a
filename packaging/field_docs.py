"""Write the JSON schemas and the manual's page of fields from the tables that files are read by.

`python packaging/field_docs.py` writes them into `resources/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from editor_app.prompts.cases.cases import CASE
from editor_app.prompts.checking.entries import ENTRY
from editor_app.prompts.checking.head import HEAD
from editor_app.runs.model.session import Signal
from editor_app.runs.reading.scenario_file import SCENARIO
from editor_app.runs.reading.scenario_steps import TOOL
from editor_app.runs.reading.triggers_file import FILE, PERCENT, STEPS, TIMINGS, TRIGGER
from editor_app.runs.triggers.built_in import BUILT_IN
from editor_app.structured.fields.numbers import Range
from editor_app.structured.fields.reader import Field, FieldType, Schema, Table, as_written
from editor_app.structured.fields.types import FORMAT_FIELD, figure_type, list_of, one_of, whole_type
from editor_app.system_messages.reading.block_reading import BLOCK
from editor_app.system_messages.reading.message_fields import MESSAGE
from editor_app.system_messages.reading.scope_reading import SCOPE
from editor_app.system_messages.situations.situations_file import SITUATION
from editor_app.variables.declarations import VARIABLE

RESOURCES: Final = Path(__file__).resolve().parents[1] / "resources"
PAGE: Final = "docs/fields.md"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NULL: Final = {"type": "null"}


def _file_of(key: str, table: Table) -> Table:
    """Return the table of a file with a list of records."""
    records = Field(key, "", FieldType(as_written, one_of(list_of(table), _NULL)), "")
    return Table("", (FORMAT_FIELD, records))


_SPELLING: Final = 'Values that are texts count as they are written: 1.10 is the text "1.10".'


class KindOfFile(NamedTuple):
    """A kind of file: the name of its schema, how such files are called, and what they say.

    `counts_spelling`: its schema says that texts count as they are written.
    """

    name: str
    title: str
    file: str
    about: str
    schema: Schema
    definitions: Mapping[str, Table] = {}
    counts_spelling: bool = False


FILES: Final = (
    KindOfFile(
        "prompt",
        "Frontmatter of a prompt file",
        "`NAME.md`",
        "The YAML between the two ‘---’ lines of a prompt file. No two variables share a name.",
        HEAD,
    ),
    KindOfFile(
        "cases",
        "Cases of a prompt",
        "`NAME.cases.yaml`",
        "Saved values to render a prompt with, and what the result should be like. A bare list of cases "
        "is read too. No two cases share a name.",
        one_of(_file_of("cases", CASE), list_of(CASE)),
        counts_spelling=True,
    ),
    KindOfFile(
        "system-message",
        "System message",
        "`NAME.yaml` or `NAME.json`",
        "A tree of instruction blocks. Every id is unique, globs can be matched, and contents declared "
        "json or yaml can be read as such.",
        MESSAGE,
        {"block": BLOCK},
        counts_spelling=True,
    ),
    KindOfFile(
        "situations",
        "Situations of a system message",
        "`NAME.situations.yaml`",
        "What a message is tried for. What is absent is any; null or an empty list is none. "
        "No two situations share a name, and no condition holds and fails at once.",
        _file_of("situations", SITUATION),
        counts_spelling=True,
    ),
    KindOfFile(
        "variables",
        "Variables of a library",
        "`variables.yaml`",
        "The variables that a product gives values to, for templates and system messages: variables.yaml "
        "in a library’s root. No variable is declared twice, and none that Foreword has itself.",
        one_of(_NULL, _file_of("variables", VARIABLE)),
        counts_spelling=True,
    ),
    KindOfFile(
        "scenario",
        "Scenario of a run",
        "`runs/NAME.yaml`",
        "What a model and its tools do step by step, what it is played with, and what is expected of the "
        "run. Paths are relative to the file. Without a chat, the first step has what the user writes.",
        SCENARIO,
    ),
    KindOfFile(
        "triggers",
        "Triggers of runs",
        "`triggers.yaml`",
        "The messages that a run sends between its steps, and when. An entry with the id of a built-in "
        "trigger overrides it key by key; all others need a signal and a text. No two have one id.",
        FILE,
    ),
)


def schema_of(kind: KindOfFile) -> dict[str, Any]:
    """Return the JSON schema of a kind of file."""
    definitions = {name: _written(table) for name, table in kind.definitions.items()}
    return {
        "$schema": _DIALECT,
        "$id": f"{kind.name}.schema.json",
        "title": kind.title,
        "description": f"{kind.about} {_SPELLING}" if kind.counts_spelling else kind.about,
        **_written(kind.schema),
        **({"$defs": definitions} if definitions else {}),
    }


def _written(schema: Any) -> Any:  # noqa: ANN401  any part of a JSON schema
    """Return a part of a schema with what its tables say in their place."""
    if isinstance(schema, Table):
        fields = [field for field in schema.fields if _is_promised(field)]
        required = [field.name for field in fields if field.missing is not None]
        return {
            "type": "object",
            **({} if not schema.subject else {"additionalProperties": False}),
            **({"required": required} if required else {}),
            "properties": {field.name: _described(field) for field in fields},
            **_RULES.get(schema, {}),
        }
    if isinstance(schema, Mapping):
        return {key: _written(part) for key, part in schema.items()}
    return [_written(part) for part in schema] if isinstance(schema, list) else schema


def _is_promised(field: Field) -> bool:
    """Whether a field may be written in new files."""
    return bool(field.note) or field.missing is not None


def _described(field: Field) -> dict[str, Any]:
    sentences = {"description": _sentences(field)} if field.note else {}
    return sentences | _written(field.type.schema)


def _sentences(field: Field) -> str:
    return f"{field.note[0].upper()}{field.note[1:]}. {field.more}".rstrip()


_IS_BUILT_IN: Final = {"properties": {"id": {"enum": [trigger.id for trigger in BUILT_IN]}}}


def _rule_of(signal: Signal) -> dict[str, Any]:
    """Return which keys a trigger has with a signal."""
    range_ = whole_type(STEPS) if signal.counts_steps else figure_type(PERCENT)
    names_tool = signal is Signal.TOOL_UNUSED
    rule: dict[str, Any] = {
        "properties": {
            "at": range_.schema if signal.needs_at else False,
            "recovery": signal.is_percent,
            "tool": names_tool,
        },
        "required": ["tool"] if names_tool else [],
    }
    if signal.needs_at:
        rule["anyOf"] = [_IS_BUILT_IN, {"required": ["at"]}]
    return {"if": {"required": ["signal"], "properties": {"signal": {"const": signal}}}, "then": rule}


_RULES: Final[Mapping[Table, dict[str, Any]]] = {
    HEAD: {"required": [*HEAD.keys]},
    ENTRY: {
        "not": {
            "type": "object",
            "required": ["required", "default"],
            "properties": {"required": {"const": True}},
        }
    },
    SCOPE: {"anyOf": [{"required": [key], "properties": {key: {"minItems": 1}}} for key in SCOPE.keys]},
    SCENARIO: {
        "anyOf": [
            {"required": ["chat"]},
            {"properties": {"steps": {"prefixItems": [{"required": ["user"]}]}}},
        ]
    },
    TOOL: {"not": {"required": ["result", "error"]}},
    TRIGGER: {
        "allOf": [
            *({"not": {"required": [*both]}} for both in combinations(TIMINGS, 2)),
            {"anyOf": [_IS_BUILT_IN, {"required": ["signal", "text"]}]},
            *map(_rule_of, Signal),
        ]
    },
}
"""What is so between the fields of a mapping, which is read from several of them together."""


def page() -> str:
    """Return the manual's page with the fields of all files."""
    lines = [
        "# Fields of files",
        "",
        "What each file can say, key by key. `[]` stands for each entry of a list.",
        "Editors that know JSON Schema find the same in `resources/schemas/`.",
        _SPELLING,
    ]
    for kind in FILES:
        lines += ["", f"## {kind.title}", "", f"{kind.file}. {kind.about}", ""]
        lines += ["| field | value | | what it says |", "| --- | --- | --- | --- |"]
        rows = dict(_rows(kind.schema, ""))
        for name, table in kind.definitions.items():
            rows |= _rows(table, f"{name}s[].")
        lines += rows.values()
    return "\n".join([*lines, ""])


def _rows(schema: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401  any part of a JSON schema
    """Yield a line for each field of the tables in a schema, by its path."""
    if isinstance(schema, Table):
        for field in schema.fields:
            name = f"{path}{field.name}"
            if field.note:
                cells = (f"`{name}`", _values(field.type.schema), _default(field), _sentences(field))
                yield name, f"| {' | '.join(cells)} |"
            yield from _rows(field.type.schema, f"{name}.")
    elif isinstance(schema, Mapping):
        for key, part in schema.items():
            if path or key != "items":  # a file that is a list alone has the same fields
                yield from _rows(part, f"{path.removesuffix('.')}[]." if key == "items" else path)
    elif isinstance(schema, list):
        for part in schema:
            yield from _rows(part, path)


def _default(field: Field) -> str:
    if field.missing is not None:
        return "required"
    is_shown = isinstance(field.default, StrEnum | int) and bool(field.default)
    return f"`{field.default}` without it" if is_shown else ""


def _values(schema: Any) -> str:  # noqa: ANN401  any part of a JSON schema
    """Say which values a schema takes."""
    match schema:
        case {"oneOf": parts}:
            values = " or ".join(dict.fromkeys(_values(part) for part in parts if part != _NULL))
        case {"if": _, "then": first, "else": second}:
            values = f"{_values(first)} or {_values(second)}"
        case {"enum": words}:
            values = ", ".join(f"`{word}`" for word in words)
        case {"const": word}:
            values = f"`{word}`"
        case {"type": "array", "items": items}:
            values = re.sub(r"\b(text|mapping|block)\b", r"\1s", f"list of {_values(items)}")
        case {"type": "integer" | "number" as noun, "maximum": most}:
            range_ = Range(
                schema.get("minimum", schema.get("exclusiveMinimum")), most, "", "minimum" not in schema
            )
            values = range_.sentence("whole number" if noun == "integer" else noun)
        case {"type": "boolean"}:
            values = "`true` or `false`"
        case {"$ref": _}:
            values = "block"
        case Table() | {"type": "object" | ["object", "null"]}:
            values = "mapping"
        case _:
            values = "text" if "type" in schema else "anything"
    return values


def written() -> dict[str, str]:
    """Return the text of each file that is made from tables, by its path in `resources/`."""
    schemas = {
        f"schemas/{kind.name}.schema.json": json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"
        for kind in FILES
    }
    return {**schemas, PAGE: page()}


if __name__ == "__main__":
    for path, text in written().items():
        (RESOURCES / path).write_text(text, encoding="utf-8")

"""Saved values for previews and tests: `<name>.cases.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import starmap
from pathlib import Path
from types import MappingProxyType

from editor_app.prompts.cases.expectations import EXPECTATION, NOWHERE, Expectation, read_expectations
from editor_app.structured.editing.records import RecordFile
from editor_app.structured.fields.checked_values import CheckedValue, problem, visible
from editor_app.structured.fields.reader import Field, FieldReader, FieldType, Table, as_written
from editor_app.structured.fields.record_files import read_records, record_problems
from editor_app.structured.fields.types import NAME_SCHEMA, OPTIONAL_TEXT, list_of, one_of
from editor_app.structured.nodes import ScalarNode, read_as, short_value
from editor_app.text import Diagnostic, Sentence, Span

SUFFIX = ".cases.yaml"
SETTINGS = ("clock", "cwd", "model")
"""The keys of where and when a case is rendered, and of the model that is said to answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """Values to render with, and expectations about the rendered text.

    A value of None is not given, "" is given. `clock` without a zone is UTC,
    `cwd` is as written. `value_names` has the span of each value's name.
    """

    name: str
    values: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    clock: datetime | None = None
    cwd: str | None = None
    model: str | None = None
    expect: tuple[Expectation, ...] = ()
    span: Span = NOWHERE
    value_names: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))

    def setting(self, key: str) -> str | None:
        """Return one of SETTINGS as it is written, None where it is not given."""
        value = {"clock": self.clock, "cwd": self.cwd, "model": self.model}[key]
        return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of a file; `is_newer`: it has a later format, so it is neither read nor changed."""

    cases: tuple[Case, ...] = ()
    is_newer: bool = False

    def find(self, name: str) -> Case | None:
        """Return the case of that name, or None."""
        return next((case for case in self.cases if case.name == name), None)


def cases_path(prompt_path: Path) -> Path:
    """Return the path of a prompt's cases file, which lies beside it."""
    return prompt_path.with_name(prompt_path.stem + SUFFIX)


def read_cases(source: str) -> tuple[CaseFile, tuple[Diagnostic, ...]]:
    """Read a cases file: `{format: 1, cases: […]}`, or a bare list of cases.

    Returns the usable cases, and every problem.
    """
    problems: list[Diagnostic] = []
    records, is_newer = read_records(source, RECORDS, problems, names_keys=True)
    cases = tuple(starmap(_read_case, records))
    return CaseFile(cases, is_newer), record_problems(RECORDS, problems)


def _read_case(name: ScalarNode, fields: FieldReader) -> Case:
    values = fields.values(CASE)
    texts: dict[ScalarNode, str | None] = values["values"]
    return Case(
        name.value or "",
        MappingProxyType({key.value or "": text for key, text in texts.items()}),
        values["clock"],
        values["cwd"],
        values["model"],
        values["expect"],
        fields.mapping.span,
        MappingProxyType({key.value or "": key.span for key in texts}),
    )


def _texts(fields: FieldReader, part: CheckedValue) -> dict[ScalarNode, str | None]:
    inner = fields.inner(part, Sentence("prompts.lines-of-values"))
    texts: dict[ScalarNode, str | None] = {}
    for key, value in inner.mapping.all_entries() if inner is not None else ():
        if isinstance(value, ScalarNode):
            texts[key] = value.value
        else:
            name = key.value or ""
            message = Sentence("prompts.value-is-not-text", name=short_value(name), reading=read_as(value))
            fields.problems.append(problem(RECORDS.code, value.span, f"{part.path}.{name}", message))
    return texts


def _clock(fields: FieldReader, part: CheckedValue) -> datetime | None:
    text = fields.string(part)
    if text is None:
        return None
    try:
        clock = datetime.fromisoformat(text.strip())
    except ValueError:
        message = Sentence("prompts.bad-clock", name=part.name, value=short_value(text))
        fields.problems.append(problem(RECORDS.code, visible(part.node.span), part.path, message))
        return None
    return clock if clock.tzinfo is not None else clock.replace(tzinfo=UTC)


_VALUES = {"type": ["object", "null"], "additionalProperties": OPTIONAL_TEXT.schema}
CASE = Table(
    "",
    (
        Field("name", Sentence("prompts.field-name"), FieldType(as_written, NAME_SCHEMA), ""),
        Field(
            "values",
            Sentence("prompts.field-values"),
            FieldType(_texts, _VALUES),
            default={},
            more=Sentence("prompts.field-values-more"),
        ),
        Field(
            "clock",
            Sentence("prompts.field-clock"),
            FieldType(_clock, {"type": ["string", "null"], "format": "date-time"}),
            more=Sentence("prompts.field-clock-more"),
        ),
        Field("cwd", Sentence("prompts.field-cwd"), OPTIONAL_TEXT),
        Field("model", Sentence("prompts.field-model"), OPTIONAL_TEXT),
        Field(
            "expect",
            Sentence("prompts.field-expect"),
            FieldType(
                lambda fields, part: tuple(read_expectations(fields, part)),
                one_of(OPTIONAL_TEXT.schema, list_of(EXPECTATION)),
            ),
            default=(),
            more=Sentence("prompts.field-expect-more"),
        ),
    ),
)
RECORDS = RecordFile("cases", CASE.keys, "case", Sentence("prompts.case-needs"), may_be_bare=True)

"""Saved values for previews and tests: `<name>.cases.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from editor_app.prompts.cases.expectations import NOWHERE, Expectation, read_expectations
from editor_app.structured.editing.records import RecordFile
from editor_app.structured.fields.checked_values import last_key, visible
from editor_app.structured.fields.reader import FieldReader
from editor_app.structured.fields.record_files import read_records, record_problems
from editor_app.structured.nodes import ScalarNode, read_as, short_value
from editor_app.text import Diagnostic, Span

SUFFIX = ".cases.yaml"
RECORDS = RecordFile(
    "cases",
    ("name", "values", "clock", "cwd", "model", "expect"),
    "case",
    "A case needs a ‘name’ and its ‘values’.",
    may_be_bare=True,
)


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
    records, is_newer = read_records(source, RECORDS, problems, last_key)
    cases = tuple(_read_case(name, fields) for name, fields in records)
    return CaseFile(cases, is_newer), record_problems(RECORDS, problems)


def _read_case(name: ScalarNode, fields: FieldReader) -> Case:
    values, value_names = _read_values(fields, "values")
    return Case(
        name.value or "",
        MappingProxyType(values),
        _read_clock(fields, "clock"),
        fields.string("cwd"),
        fields.string("model"),
        tuple(read_expectations(fields.mapping.get("expect"), f"{fields.path}expect", fields.problems)),
        fields.mapping.span,
        MappingProxyType(value_names),
    )


def _read_values(fields: FieldReader, key: str) -> tuple[dict[str, str | None], dict[str, Span]]:
    values: dict[str, str | None] = {}
    names: dict[str, Span] = {}
    inner = fields.inner(key, "lines of ‘name: value’")
    for name, value in inner.mapping.all_entries() if inner is not None else ():
        shown = name.value or ""
        if isinstance(value, ScalarNode):
            values[shown] = value.value
            names[shown] = name.span
        else:
            message = (
                f"The value of ‘{short_value(shown)}’ is {read_as(value)}; it must be text. Put it in quotes."
            )
            fields.note(RECORDS.code, value.span, f"{fields.path}{key}.{shown}", message)
    return values, names


def _read_clock(fields: FieldReader, key: str) -> datetime | None:
    text, part = fields.string(key), fields.written(key)
    if text is None or part is None:
        return None
    try:
        clock = datetime.fromisoformat(text.strip())
    except ValueError:
        message = f"‘{key}’ is ‘{short_value(text)}’; it must be a date and time like 2026-03-04T14:02:00Z."
        fields.note(RECORDS.code, visible(part.node.span), part.path, message)
        return None
    return clock if clock.tzinfo is not None else clock.replace(tzinfo=UTC)

"""Saved values for previews and tests: `<name>.cases.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from editor_app.prompts.cases.expectations import NOWHERE, Expectation, read_expectations
from editor_app.prompts.checking.fields import check_unknown_keys
from editor_app.structured.editing.repairs import remove_item
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    integer,
    read_as,
    short_value,
    value_span,
)
from editor_app.structured.reading import read_yaml
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, in_file_order

FORMAT = 1
SUFFIX = ".cases.yaml"
FILE_KEYS = ("format", "cases")
CASE_KEYS = ("name", "values", "clock", "cwd", "model", "expect")


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
    name_span: Span = NOWHERE
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
    node, found = read_yaml(source)
    problems = list(found)
    if node is None:
        return CaseFile(), tuple(problems)
    listed = node
    if isinstance(node, MappingNode):
        problems += check_unknown_keys(source, [(node, FILE_KEYS, "")])
        if _is_newer(source, node, problems):
            return CaseFile(is_newer=True), in_file_order(problems)
        entry = node.entry("cases")
        if entry is None:
            problems.append(_problem(_first_line(source, node), "cases", "The list ‘cases’ is missing."))
            return CaseFile(), in_file_order(problems)
        if isinstance(entry[1], ScalarNode) and entry[1].tag == "null":
            return CaseFile(), in_file_order(problems)
        listed = entry[1]
    if not isinstance(listed, SequenceNode):
        problems.append(_problem(listed.span, "cases", f"‘cases’ is {read_as(listed)}; it must be a list."))
        return CaseFile(), in_file_order(problems)
    cases = tuple(_read_list(source, listed, problems))
    return CaseFile(cases), in_file_order(problems)


def _problem(span: Span, path: str, message: str, fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    return Diagnostic("invalid-case", Severity.ERROR, span, message, {"field": path}, fixes)


def _is_newer(source: str, node: MappingNode, problems: list[Diagnostic]) -> bool:
    """Report a wrong `format`, and return whether it is later than FORMAT."""
    entry = node.entry("format")
    if entry is None:
        return False
    written = entry[1]
    number = integer(written)
    if number == FORMAT:
        return False
    if number is not None and number > FORMAT:
        known = f"this Foreword knows {FORMAT}, and leaves the file as it is"
        message = f"The file’s format is {short_value(written.span.of(source))}; {known}."
        problems.append(_problem(written.span, "format", message))
        return True
    fix = Fix("Change to 1", (Edit(written.span, "1"),)) if written.span.length else None
    message = "‘format’ must be 1."
    problems.append(_problem(value_span(*entry), "format", message, (fix,) if fix else ()))
    return False


def _read_list(source: str, listed: SequenceNode, problems: list[Diagnostic]) -> Iterator[Case]:
    seen: dict[str, int] = {}
    problems += check_unknown_keys(
        source,
        (
            (item, CASE_KEYS, f"cases[{index}].")
            for index, item in enumerate(listed.items)
            if isinstance(item, MappingNode)
        ),
    )
    for index, item in enumerate(listed.items):
        path = f"cases[{index}]"
        if not isinstance(item, MappingNode):
            problems.append(_problem(_visible(item), path, "A case needs a ‘name’ and its ‘values’."))
            continue
        name = _name(source, item, path, problems)
        if name is None:
            continue
        if name.value in seen:
            edits = remove_item(source, listed, index)
            fixes = (Fix("Remove this case", edits),) if edits else ()
            message = (
                f"Another case is called ‘{short_value(name.value or '')}’ too; each needs its own name."
            )
            problems.append(_problem(name.span, f"{path}.name", message, fixes))
            continue
        seen[name.value or ""] = index
        yield _read_case(item, name, path, problems)


def _name(source: str, item: MappingNode, path: str, problems: list[Diagnostic]) -> ScalarNode | None:
    name = item.get("name")
    if isinstance(name, ScalarNode) and (name.value or "").strip():
        return name
    if name is None:
        problems.append(_problem(_first_line(source, item), f"{path}.name", "The case has no ‘name’."))
    elif isinstance(name, ScalarNode):
        problems.append(_problem(_visible(name), f"{path}.name", "The case’s ‘name’ is blank."))
    else:
        message = f"‘name’ is {read_as(name)}; it must be text."
        problems.append(_problem(name.span, f"{path}.name", message))
    return None


def _read_case(item: MappingNode, name: ScalarNode, path: str, problems: list[Diagnostic]) -> Case:
    values, value_names = _read_values(item.get("values"), f"{path}.values", problems)
    return Case(
        name.value or "",
        MappingProxyType(values),
        _read_clock(item, path, problems),
        _text(item, "cwd", path, problems),
        _text(item, "model", path, problems),
        tuple(read_expectations(item.get("expect"), f"{path}.expect", problems)),
        item.span,
        name.span,
        MappingProxyType(value_names),
    )


def _read_values(
    node: Node | None, path: str, problems: list[Diagnostic]
) -> tuple[dict[str, str | None], dict[str, Span]]:
    values: dict[str, str | None] = {}
    names: dict[str, Span] = {}
    if node is None or (isinstance(node, ScalarNode) and node.tag == "null"):
        return values, names
    if not isinstance(node, MappingNode):
        message = f"‘values’ is {read_as(node)}; it must be lines of ‘name: value’."
        problems.append(_problem(node.span, path, message))
        return values, names
    for key, value in node.all_entries():
        name = key.value or ""
        if not isinstance(value, ScalarNode):
            message = (
                f"The value of ‘{short_value(name)}’ is {read_as(value)}; it must be text. Put it in quotes."
            )
            problems.append(_problem(value.span, f"{path}.{name}", message))
            continue
        values[name] = value.value
        names[name] = key.span
    return values, names


def _text(item: MappingNode, key: str, path: str, problems: list[Diagnostic]) -> str | None:
    node = item.get(key)
    if node is None or isinstance(node, ScalarNode):
        return node.value if node is not None else None
    problems.append(_problem(node.span, f"{path}.{key}", f"‘{key}’ is {read_as(node)}; it must be text."))
    return None


def _read_clock(item: MappingNode, path: str, problems: list[Diagnostic]) -> datetime | None:
    text, node = _text(item, "clock", path, problems), item.get("clock")
    if text is None or node is None:
        return None
    try:
        clock = datetime.fromisoformat(text.strip())
    except ValueError:
        message = f"‘clock’ is ‘{short_value(text)}’; it must be a date and time like 2026-03-04T14:02:00Z."
        problems.append(_problem(_visible(node), f"{path}.clock", message))
        return None
    return clock if clock.tzinfo is not None else clock.replace(tzinfo=UTC)


def _first_line(source: str, node: Node) -> Span:
    end = source.find("\n", node.span.start, node.span.end)
    return Span(node.span.start, node.span.end if end < 0 else end)


def _visible(node: Node) -> Span:
    """Return the span of a value; of an empty one, that of the character before it."""
    return node.span if node.span.length else Span(max(node.span.start - 1, 0), node.span.end)

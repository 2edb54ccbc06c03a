"""The values a text is rendered with: a saved case's, a file's, those on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import VALUE
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word, show_path
from editor_app.library.files.errors import quoted
from editor_app.library.files.reading import read_file
from editor_app.prompts.cases.cases import Case, CaseFile, read_cases
from editor_app.structured.nodes import MappingNode, ScalarNode
from editor_app.structured.reading import read_yaml
from editor_app.text import LineIndex, Severity, decode, nearest
from editor_app.variables.access import FileAccess

Values = Mapping[str, str | None]

_CASE, _SET = "the case ‘{}’", "--set"


def given_values(
    arguments: Arguments, case: Case | None, form: str = VALUE
) -> tuple[Values, Mapping[str, str]]:
    """Return the values, and where each comes from, in words.

    Values of `--set` override those of `--values`, which override those of `--case`. `form` is what one of
    `--set` looks like.
    """
    values: dict[str, str | None] = {}
    origins: dict[str, str] = {}
    if case is not None:
        values |= case.values
        origins |= dict.fromkeys(case.values, _CASE.format(case.name))
    if arguments.values is not None:
        read = read_values_file(path_of_word(arguments.values))
        values |= read
        origins |= dict.fromkeys(read, show_path(path_of_word(arguments.values)))
    for setting in arguments.set:
        name, value = _split_setting(setting, form)
        values[name] = value
        origins[name] = _SET
    for name, text in values.items():
        _check_unicode(name, text)
    return values, origins


def find_case(name: str, path: Path, access: FileAccess | None = None) -> Case:
    """Return the saved case of that name from a cases file; raises Failure if it has none."""
    decoded = decode(read_file(path, access=access).data)
    cases, problems = read_cases(decoded.text)
    case = cases.find(name)
    if case is not None:
        return case
    raise _no_case(name, path, cases, [problem for problem in problems if problem.severity is Severity.ERROR])


def read_values_file(path: Path) -> Values:
    """Read names and values from a JSON or YAML file; null becomes None, numbers keep their spelling."""
    source = decode(read_file(path).data).text
    if path.suffix.lower() == ".json":
        return _read_json(source, path)
    node, problems = read_yaml(source)
    lines = LineIndex(source)
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise _unusable(path, problem.message, lines.position(problem.span.start).line)
    if node is None or (isinstance(node, ScalarNode) and node.value is None):
        return {}
    if not isinstance(node, MappingNode):
        raise _unusable(path, "It must hold names and their values.", lines.position(node.span.start).line)
    values: dict[str, str | None] = {}
    for key, value in node.all_entries():
        if not isinstance(value, ScalarNode):
            line = lines.position(value.span.start).line
            raise _unusable(path, f"The value of {quoted(key.value or '')} must be text.", line)
        values[key.value or ""] = value.value
    return values


def _read_json(source: str, path: Path) -> Values:
    import json

    try:
        document = json.loads(
            source,
            parse_int=str,
            parse_float=str,
            parse_constant=_no_number,
            object_pairs_hook=_no_duplicates,
        )
    except RecursionError:
        raise _unusable(path, "It is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise _unusable(path, f"It is not JSON: {error.msg}.", error.lineno) from None
    except ValueError as error:
        raise _unusable(path, str(error)) from None
    if not isinstance(document, dict):
        raise _unusable(path, "It must hold an object of names and their values.")
    return {name: _json_text(name, value, path) for name, value in document.items()}


def _json_text(name: str, value: object, path: Path) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str):
        return value
    raise _unusable(path, f"The value of {quoted(name)} must be text.")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            raise ValueError(f"{quoted(name)} stands there twice.")
        values[name] = value
    return values


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no value. Write it as text, in quotes.")


def _unusable(path: Path, what: str, line: int | None = None) -> Failure:
    place = f", line {line}" if line is not None else ""
    return Failure(
        "values", f"The values in {quoted(show_path(path))}{place} cannot be used. {what}", path=path
    )


def _split_setting(setting: str, form: str) -> tuple[str, str]:
    name, equals, value = setting.partition("=")
    if not equals or not name:
        raise Failure("usage", f"{quoted(setting)} is no value. Write ‘--set {form}’.")
    return name, value


def _check_unicode(name: str, value: str | None) -> None:
    try:
        f"{name}{value or ''}".encode()
    except UnicodeEncodeError:
        raise Failure(
            "values", f"The value of {quoted(name)} is not Unicode text. Write it as UTF-8."
        ) from None


def _no_case(name: str, path: Path, cases: CaseFile, errors: list[Any]) -> Failure:
    names = [case.name for case in cases.cases]
    near = nearest(name, names)
    meant = f" Did you mean ‘{near[0]}’?" if near else ""
    if not meant:
        meant = f" It has {', '.join(map(quoted, names))}." if names else " It has none."
    if errors:
        meant += " It has problems; ‘foreword check’ lists them."
    return Failure(
        "not-found", f"No case {quoted(name)} in {show_path(path)}.{meant}", path=path, suggestions=near
    )

"""What is wrong with a data file: a library's own settings, or YAML and JSON that can't be read at all."""

from __future__ import annotations

from dataclasses import replace

from editor_app.library import CONFIG_NAME, Kind
from editor_app.structured import read_yaml
from editor_app.text import Diagnostic, Severity, Span
from editor_app.variables import VARIABLES_NAME, read_variables

MOST_CHARACTERS = 50_000  # reading more would be felt while typing
_OURS = frozenset({Kind.SYSTEM_MESSAGE, Kind.SITUATIONS, Kind.SCENARIO, Kind.TRIGGERS})


def check_data(source: str, kind: Kind, file_name: str) -> tuple[Diagnostic, ...]:
    """Say what is wrong with a data file; in one that is not Foreword's own that is a note."""
    if kind is Kind.OTHER and file_name == VARIABLES_NAME:
        return read_variables(source)[1]
    if kind is Kind.OTHER and file_name == CONFIG_NAME:
        from editor_app.library.config_reading import read_config

        return read_config(source)[1]
    suffix = file_name.rpartition(".")[2].lower()
    if len(source) > MOST_CHARACTERS:
        return ()
    if suffix == "json":
        found = _check_json(source)
    elif suffix in {"yaml", "yml"}:
        found = read_yaml(source)[1]
    else:
        return ()
    if kind in _OURS:
        return found
    # other programs have tags, double keys and several documents in one file
    unreadable = (problem for problem in found if problem.code in {"yaml-syntax", "json-syntax"})
    return tuple(replace(problem, severity=Severity.INFORMATION) for problem in unreadable)


def _check_json(source: str) -> tuple[Diagnostic, ...]:
    import json

    if not source.strip():
        return ()
    try:
        json.loads(source, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        at = min(error.pos, max(len(source) - 1, 0))
        message = f"This can’t be read as JSON: {error.msg[:1].lower()}{error.msg[1:]}."
        return (Diagnostic("json-syntax", Severity.ERROR, Span(at, min(at + 1, len(source))), message),)
    except RecursionError:
        message = "This is nested too deeply to be read as JSON."
        return (Diagnostic("json-syntax", Severity.ERROR, Span(0, 1), message),)
    return ()

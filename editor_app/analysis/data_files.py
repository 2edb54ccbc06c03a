"""Whether a YAML or JSON file can be read at all."""

from __future__ import annotations

from dataclasses import replace

from editor_app.library import Kind
from editor_app.structured import read_yaml
from editor_app.text import Diagnostic, Severity, Span

MOST_CHARACTERS = 50_000  # reading more would be felt while typing
_OURS = frozenset({Kind.SYSTEM_MESSAGE, Kind.SITUATIONS, Kind.SCENARIO, Kind.TRIGGERS})


def check_data(source: str, kind: Kind, file_name: str) -> tuple[Diagnostic, ...]:
    """Say where a data file can't be read; in a file that is not Foreword's own that is a note."""
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

"""What is wrong with a data file: a library's own settings, or YAML and JSON that can't be read at all."""

from __future__ import annotations

from dataclasses import replace

from editor_app.library import CONFIG_NAME, Kind
from editor_app.structured import read_json, read_yaml
from editor_app.text import Diagnostic, Severity, Span
from editor_app.variables import VARIABLES_NAME, read_variables

MOST_ENTRIES = 5_000
"""Lines and commas of a data file that a window reads: so many take up to a tenth of a second."""

MOST_CHARACTERS = 50_000  # of another program's file: reading more would be felt while typing
_UNREADABLE = frozenset({"yaml-syntax", "json-syntax", "json-limit"})
_OURS = frozenset({Kind.SCENARIO, Kind.TRIGGERS})


def check_data(source: str, kind: Kind, file_name: str) -> tuple[Diagnostic, ...]:
    """Say what is wrong with a data file; in one that is not Foreword's own that is a note."""
    if kind is Kind.OTHER and file_name == VARIABLES_NAME:
        return read_variables(source)[1]
    if kind is Kind.OTHER and file_name == CONFIG_NAME:
        from editor_app.library.config_reading import read_config

        return read_config(source)[1]
    if kind not in _OURS and len(source) > MOST_CHARACTERS:
        return ()
    suffix = file_name.rpartition(".")[2].lower()
    if suffix == "json":
        found = read_json(source)[1]
    elif suffix in {"yaml", "yml"}:
        found = read_yaml(source)[1]
    else:
        return ()
    if kind in _OURS:
        return found
    # other programs have tags, double keys and several documents in one file
    unreadable = (problem for problem in found if problem.code in _UNREADABLE)
    return tuple(replace(problem, severity=Severity.INFORMATION) for problem in unreadable)


def too_much_data(source: str, kind: Kind, file_name: str) -> Diagnostic | None:
    """Return the problem that one of Foreword's data files is too large for a window, None if it is not."""
    is_ours = kind in _OURS or (kind is Kind.OTHER and file_name == VARIABLES_NAME)
    if not is_ours or source.count("\n") + source.count(",") <= MOST_ENTRIES:
        return None
    message = (
        f"This file has more than {MOST_ENTRIES:,} lines and commas; the window does not look into it. "
        "‘foreword check’ reads it whole."
    )
    first_line = Span(0, len(source.partition("\n")[0][:80]))
    return Diagnostic("too-much-data", Severity.WARNING, first_line, message)

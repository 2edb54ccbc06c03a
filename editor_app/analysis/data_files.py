"""Problems of data files: YAML and JSON that can't be read, or that are too large for a window."""

from __future__ import annotations

from dataclasses import replace

from editor_app.analysis.analysis import Analysis, ReadWith
from editor_app.structured.reading import read_json, read_yaml
from editor_app.text import Diagnostic, Sentence, Severity, Span

MOST_ENTRIES = 5_000
"""The most lines and commas of a data file that a window reads, in up to 0.1 s."""

MOST_CHARACTERS = 50_000  # of another program's file; reading more would slow typing down
_UNREADABLE = frozenset({"yaml-syntax", "json-syntax", "json-limit"})


def read_foreign_data(text: Analysis, reading: ReadWith) -> Analysis:
    """Read a data file of another program; if it can't be read, that is a note and no error."""
    if len(text.source) > MOST_CHARACTERS:
        return text
    # other programs' files may have tags, duplicate keys and several documents
    suffix = reading.file_name.rpartition(".")[2].lower()
    problems: tuple[Diagnostic, ...] = ()
    if suffix == "json":
        problems = read_json(text.source)[1]
    elif suffix in {"yaml", "yml"}:
        problems = read_yaml(text.source)[1]
    unreadable = (problem for problem in problems if problem.code in _UNREADABLE)
    return replace(text, diagnostics=tuple(replace(p, severity=Severity.INFORMATION) for p in unreadable))


def too_much_data(source: str, _file_name: str = "") -> Diagnostic | None:
    """Return the problem that one of Foreword's data files is too large for a window, None if it is not."""
    return too_many_entries_problem(source, MOST_ENTRIES)


def too_many_entries_problem(source: str, most: int) -> Diagnostic | None:
    """Return the problem that a file has more than so many lines and commas, None if it has not."""
    if source.count("\n") + source.count(",") <= most:
        return None
    message = Sentence("analysis.too-many-entries", most=most)
    first_line = Span(0, len(source.partition("\n")[0][:80]))
    return Diagnostic("too-much-data", Severity.WARNING, first_line, message)

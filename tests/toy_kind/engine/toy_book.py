"""Books: folders of verses called `page-…`; one without pages is a problem, as is a page without number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from editor_app.analysis.analysis import FolderProblems, KindRow, Reading
from editor_app.text import Diagnostic, Severity, Span

_START = Span(0, 0)


def _name_problems(folder: Path, names: Sequence[str]) -> Mapping[str, Diagnostic]:
    sentence = f"A page of ‘{folder.name}’ has a number."
    problem = Diagnostic("page-without-number", Severity.ERROR, _START, sentence)
    return {name: problem for name in names if not any(map(str.isdigit, name))}


def _folder_problem(folder: Path) -> Diagnostic:
    return Diagnostic("no-pages", Severity.WARNING, _START, f"‘{folder.name}’ has no pages.")


ROW = KindRow(Reading(lambda text, _reading: text), folder=FolderProblems(_name_problems, _folder_problem))

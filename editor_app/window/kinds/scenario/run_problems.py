"""The problems of a run as rows: those of its scenario, of the files that it names, and of the run itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from editor_app.text import Diagnostic, Fix, LineIndex, Severity
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.kinds.scenario.playing.inputs import Played, RunInputs

_MOST_OF_TRIGGERS: Final = 100


def fix_now(row: ProblemRow, inputs: RunInputs | None) -> Fix | None:
    """Return the fix of a problem of what a scenario names, None where it has that no more."""
    for one in inputs.problems if inputs is not None else ():
        if (one.code, one.message) == (row.code, row.message) and one.fixes:
            return one.fixes[0]
    return None


def rows_of_run(file: OpenFile, inputs: RunInputs, played: Played | None) -> Iterator[ProblemRow]:
    """Yield the problems of a scenario, of what it names, the warnings of its run, and what it did not meet.

    Of its triggers file these are the errors, for which triggers are left out.
    """
    lines = file.analysis.lines
    found = (*file.analysis.diagnostics, *inputs.problems)
    yield from problem_rows((*found, *_failed(file, played, found)), lines, file.path)
    linked = inputs.read.linked if inputs.read is not None else None
    triggers = linked.triggers_file if linked is not None else None
    if triggers is not None:
        errors = (one for one in triggers.reading.diagnostics if one.severity is Severity.ERROR)
        yield from _of_part(islice(errors, _MOST_OF_TRIGGERS), triggers.source, triggers.path, 1)
    warnings = played.result.problems if played is not None else ()
    steps = linked.steps_file if linked is not None else None
    if steps is None:
        yield from problem_rows(warnings, lines, file.path)
    elif warnings:
        yield from _of_part(warnings, steps.source, steps.path, 2)


def _failed(file: OpenFile, played: Played | None, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the expectations that a run did not meet, but for those that have a problem of their own."""
    if played is None:
        return
    read = played.inputs.read
    is_current = read is not None and read.analysis is file.analysis
    for one in played.expectations:
        span = one.span
        if one.held or span is None or not (is_current or one.text in span.of(file.text)):
            continue
        if not any(span.start <= other.span.start < span.end for other in found):
            message = f"Not met: {one.text}. {one.message}"
            yield Diagnostic("expectation", Severity.ERROR, span, message)


def _of_part(diagnostics: Iterable[Diagnostic], source: str, path: Path, order: int) -> Iterator[ProblemRow]:
    """Yield rows that name the file in which they are."""
    for row in problem_rows(diagnostics, LineIndex(source), path):
        yield row._replace(part=path.name, order=order)

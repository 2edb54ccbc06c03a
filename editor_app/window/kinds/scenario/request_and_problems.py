"""The request of a step, and the problems of a run, as the panels of all kinds show them.

Problems are those of the scenario, of the files that it names, and of the run itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Final

from editor_app.requests.parts import Finding, Provider
from editor_app.runs.loop.results import RunResult
from editor_app.runs.sent.placement import ModelRole
from editor_app.runs.sent.request_log import tokens_by_role
from editor_app.runs.sent.request_structure import GroupKey, request_end, request_structure, step_change
from editor_app.text import Diagnostic, Fix, LineIndex, Severity
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.kinds.scenario.playing.inputs import Played, RunInputs
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.panels.request.request_view import Comparison, RequestView, RunStep
from editor_app.window.panels.request.words import difference_words

_ORIGINS: Final = {
    ModelRole.SYSTEM: "system",
    ModelRole.USER: "user",
    ModelRole.ASSISTANT: "assistant",
    ModelRole.TOOL: "tools",
    ModelRole.TRIGGER: "triggers",
}


def request_view_of(
    result: RunResult,
    step: int,
    provider: Provider,
    triggers_path: Path | None,
    opened: Collection[GroupKey] = (),
) -> RequestView:
    """Return what a provider gets at a step; what triggers added there stands out.

    The parts of earlier steps are in groups, of which those in `opened` show theirs. The request itself is
    made when it is asked for.
    """
    findings = _findings(result, step, provider)
    fired = [one.trigger for one in result.steps[step].fired]
    structure = request_structure(result.requests, step, provider, findings, opened, triggers_path, fired)
    return RequestView(
        provider,
        cache(partial(result.requests.request_at, step, provider)),
        structure,
        current=triggers_path if any(row.inserted is not None for row in structure.parts) else None,
        step=RunStep(
            partial(request_end, result.requests, step, provider),
            partial(compared_with_step_before, result, step, provider),
        ),
        context=f"before step {step} · {tokens_in_words(result, step)}",
    )


def compared_with_step_before(result: RunResult, step: int, provider: Provider) -> Comparison:
    """Return how the request of a step differs from the one of the step before."""
    found = step_change(result.requests, step, provider)
    if found is None:
        return Comparison("Step 0 is the first: no request of the run is before it.")
    name = f"step {step - 1}"
    if found.difference is None:
        sentence = f"Nothing is new since {name}."
    else:
        sentence = difference_words(found.difference, name)
    before, after = found.before, found.after
    if found.same:
        entries = "1 entry" if found.same == 1 else f"{number_in_words(found.same)} entries"
        head = f"    … {entries} that both have\n"
        before, after = head + before, head + after
    return Comparison(sentence, before, after, (name, f"step {step}"))


def tokens_in_words(result: RunResult, step: int) -> str:
    """Return whose tokens the request of a step has."""
    found = tokens_by_role(result.requests, step)
    return ", ".join(f"{_ORIGINS[origin]} ≈\u202f{number_in_words(count)}" for origin, count in found.items())


def _findings(result: RunResult, step: int, provider: Provider) -> Iterator[Finding]:
    start = result.requests.start_of(step)
    for one in chain.from_iterable(record.findings for record in result.steps[start : step + 1]):
        if one.provider is provider:
            yield Finding(one.rule, one.severity, one.place, one.message)


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
        yield from _of_part(islice(errors, 100), triggers.source, triggers.path, 1)
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
        yield row._replace(place=row.place._replace(part=path.name, order=order))

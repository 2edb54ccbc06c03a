"""The request of a step, and the problems of a run, as the panels of all kinds show them.

Problems are those of the scenario, of the files that it names, and of the run itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path

from editor_app.requests.parts import Finding, Provider
from editor_app.runs.loop.results import RunResult
from editor_app.runs.sent.request_log import tokens_by_role
from editor_app.runs.sent.request_structure import GroupKey, request_end, request_structure, step_change
from editor_app.text import Diagnostic, Fix, LineIndex, Sentence, Severity
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow, problem_rows
from editor_app.window.kinds.scenario.playing.inputs import PlayedRun, RunInputs
from editor_app.window.panels.request.request_view import Comparison, RequestView, RunStep
from editor_app.window.panels.request.words import difference_words


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
    since = result.steps[result.requests.start_of(step) : step + 1]
    findings = (
        Finding(refusal.rule, refusal.severity, refusal.place, refusal.message)
        for refusal in chain.from_iterable(record.findings for record in since)
        if refusal.provider is provider
    )
    fired = [firing.trigger for firing in result.steps[step].fired]
    structure = request_structure(result.requests, step, provider, findings, opened, triggers_path, fired)
    counts = tokens_by_role(result.requests, step).items()
    tokens = [
        Sentence("window-scenario.tokens-of-role", role=role.value, count=count) for role, count in counts
    ]
    return RequestView(
        provider,
        cache(partial(result.requests.request_at, step, provider)),
        structure,
        current=triggers_path if any(row.inserted is not None for row in structure.parts) else None,
        step=RunStep(
            partial(request_end, result.requests, step, provider),
            partial(compared_with_step_before, result, step, provider),
        ),
        context=Sentence("window-scenario.before-step", step=str(step), tokens=tokens),
    )


def compared_with_step_before(result: RunResult, step: int, provider: Provider) -> Comparison:
    """Return how the request of a step differs from the one of the step before."""
    change = step_change(result.requests, step, provider)
    if change is None:
        return Comparison(Sentence("window-scenario.first-request"))
    name, head = Sentence("window-scenario.step", step=str(step - 1)), ""
    if change.difference is not None:
        sentence = difference_words(change.difference, name)
    else:
        sentence = Sentence("window-scenario.nothing-new-since", name=name)
    if change.same:
        head = f"    {Sentence('window-scenario.entries-of-both', count=change.same)}\n"
    return Comparison(
        sentence,
        head + change.before,
        head + change.after,
        (name, Sentence("window-scenario.step", step=str(step))),
    )


def fix_now(row: ProblemRow, inputs: RunInputs) -> Fix | None:
    """Return the fix of a problem of what a scenario names, None where it has that no more."""
    for problem in inputs.problems:
        if (problem.code, problem.message) == (row.code, row.message) and problem.fixes:
            return problem.fixes[0]
    return None


def rows_of_run(file: OpenFile, inputs: RunInputs, played: PlayedRun | None) -> Iterator[ProblemRow]:
    """Yield the problems of a scenario, of what it names, the warnings of its run, and what it did not meet.

    Of its triggers file these are the errors, for which triggers are left out.
    """
    lines = file.analysis.lines
    own = (*file.analysis.diagnostics, *inputs.problems)
    unmet = unmet_expectations(file, played, own) if played is not None else ()
    yield from problem_rows((*own, *unmet), lines, file.path)
    linked = inputs.linked
    triggers = linked.triggers_file if linked is not None else None
    if triggers is not None:
        diagnostics = triggers.reading.diagnostics
        errors = (problem for problem in diagnostics if problem.severity is Severity.ERROR)
        yield from _of_part(islice(errors, 100), triggers.source, triggers.path, 1)
    warnings = played.result.problems if played is not None else ()
    steps = linked.steps_file if linked is not None else None
    if steps is None:
        yield from problem_rows(warnings, lines, file.path)
    elif warnings:
        yield from _of_part(warnings, steps.source, steps.path, 2)


def unmet_expectations(file: OpenFile, played: PlayedRun, own: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the expectations that a run did not meet, but for those that have a problem of their `own`."""
    is_current = played.inputs.analysis is file.analysis
    for expectation in played.expectations:
        span, text = expectation.span, expectation.text
        if expectation.held or span is None or not (is_current or text in span.of(file.text)):
            continue
        if not any(span.start <= other.span.start < span.end for other in own):
            yield Diagnostic(
                "expectation",
                Severity.ERROR,
                span,
                Sentence("window-scenario.not-met", text=text, why=expectation.message),
            )


def _of_part(diagnostics: Iterable[Diagnostic], source: str, path: Path, order: int) -> Iterator[ProblemRow]:
    """Yield rows that name the file in which they are."""
    for row in problem_rows(diagnostics, LineIndex(source), path):
        yield row._replace(place=row.place._replace(part=path.name, order=order))

"""Runs of scenarios as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from editor_app.text import LineIndex, Severity
from editor_app.wire.problems import FORMAT, JsonObject, Problem, problems_of
from editor_app.wire.sessions import session_document

if TYPE_CHECKING:  # not needed by the other commands
    from editor_app.runs.expectations.checking import CheckedExpectation, TriggerCoverage
    from editor_app.runs.loop.results import RunResult
    from editor_app.runs.model.records import StepRecord
    from editor_app.runs.reading.linked_files import LinkedScenario
    from editor_app.runs.transcripts.importing import ImportedScenario

_PARTS = {"TextPart": "text", "ToolPart": "tool", "HintPart": "system-hint"}


def run_document(
    result: RunResult,
    expectations: Iterable[CheckedExpectation],
    problems: Iterable[Problem],
    requests: Iterable[int] = (),
) -> JsonObject:
    """Return what `run` prints of a run; `requests` are the steps whose request is shown."""
    return {"format": FORMAT, **_run(result, expectations, problems, requests)}


def endpoint_facts(
    result: RunResult, endpoint: str, model: str, stored_as: int | None, error: tuple[str, str] | None
) -> JsonObject:
    """Return what the document of a run at an endpoint has more: who was asked, and what was answered.

    `stored_as` is the number under which the run is stored, `error` the code and sentence of what could not
    be done.
    """
    answers = [
        {
            "index": step.number,
            "status": step.status,
            "usage": step.usage,
            "parts": [{"type": _PARTS[type(part).__name__], **part._asdict()} for part in step.parts],
        }
        for step in result.steps
    ]
    facts: JsonObject = {"endpoint": endpoint, "model": model, "storedAs": stored_as, "answers": answers}
    if error is None:
        return facts
    code, message = error
    return {**facts, "error": {"code": code, "message": message}}


def runs_document(runs: Iterable[JsonObject]) -> JsonObject:
    """Return what `run --strategy all` prints: the document of each run without its format."""
    listed = [{key: value for key, value in run.items() if key != "format"} for run in runs]
    return {"format": FORMAT, "runs": listed}


def problems_to_tell(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems of a scenario that a run says: errors and warnings, in the order of each file."""
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.severity is not Severity.INFORMATION:
            by_file.setdefault(problem.file_path, []).append(problem)
    in_order = (
        sorted(of_file, key=lambda problem: problem.region.start if problem.region else (0, 0))
        for of_file in by_file.values()
    )
    return tuple(chain.from_iterable(in_order))


def linked_problems(linked: LinkedScenario, path: str, lines: LineIndex) -> Iterator[Problem]:
    """Yield the problems of what a scenario names, and those of its triggers file."""
    yield from problems_of(linked.diagnostics, path, lines)
    triggers = linked.triggers_file
    if triggers is not None:
        yield from problems_of(triggers.reading.diagnostics, str(triggers.path), LineIndex(triggers.source))


def problems_of_played(
    result: RunResult,
    expectations: Iterable[CheckedExpectation],
    linked: LinkedScenario,
    path: str,
    lines: LineIndex,
) -> tuple[Problem, ...]:
    """Return the problems of a run, at their places in the scenario or in the file that has its steps."""
    expected = problems_of(
        (expectation.problem for expectation in expectations if expectation.problem is not None), path, lines
    )
    steps = linked.steps_file
    if steps is None:
        return (*expected, *problems_of(result.problems, path, lines))
    return (*expected, *problems_of(result.problems, str(steps.path), LineIndex(steps.source)))


def coverage_to_json(coverage: Iterable[TriggerCoverage]) -> Sequence[JsonObject]:
    """Return which scenarios fire each trigger."""
    return [{"trigger": entry.trigger, "scenarios": list(entry.scenarios)} for entry in coverage]


def scenario_import_document(imported: ImportedScenario, written: Iterable[str]) -> JsonObject:
    """Return what `import --as scenario` prints: the files, what was lost, and what was there already."""
    return {
        "format": FORMAT,
        "written": list(written),
        "steps": len(imported.steps),
        "losses": [{"place": note.place, "message": note.message} for note in imported.losses],
        "marked": [{"place": note.place, "message": note.message} for note in imported.marked],
        "warnings": [{"place": note.place, "message": note.message} for note in imported.warnings],
    }


def _run(
    result: RunResult,
    expectations: Iterable[CheckedExpectation],
    problems: Iterable[Problem],
    requests: Iterable[int],
) -> JsonObject:
    provider = result.settings.provider
    ended = {"stopped": result.end, "message": result.message or None}
    return {
        "strategy": result.settings.strategy,
        "provider": provider,
        "steps": [_step(step) for step in result.steps],
        **ended,
        "requests": [
            {"step": step, "provider": provider, "body": result.requests.request_at(step).body}
            for step in requests
        ],
        "expectations": [
            {"text": expectation.text, "held": expectation.held, "message": expectation.message or None}
            for expectation in expectations
        ],
        "problems": [problem.to_json() for problem in problems],
        "session": {
            **session_document(result.session),
            "strategy": result.settings.strategy,
            "deliver": result.settings.deliver,
            "contextLimit": result.settings.context_limit,
        },
    }


def _step(step: StepRecord) -> JsonObject:
    return {
        "index": step.number,
        "contextTokens": step.figures.tokens,
        "contextPercent": step.figures.percent,
        "fired": [
            {"trigger": fired.trigger, "level": fired.level, "tag": fired.tag, "text": fired.text}
            for fired in step.fired
        ],
        "flagUpdates": dict(step.flag_updates),
        "hints": [
            {"trigger": hint.trigger, "tag": hint.tag, "text": hint.text, "afterCall": hint.after_call}
            for hint in step.hints
        ],
        "compacted": step.is_compacted,
        "prefixKept": step.prefix_kept,
        "refused": [
            {"provider": refusal.provider, "rule": refusal.rule, "message": refusal.message}
            for refusal in step.refused
        ],
        "notes": list(step.notes),
        "finishReason": step.finish_reason,
    }

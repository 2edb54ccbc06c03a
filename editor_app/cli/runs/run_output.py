"""What is written of a run that was played: its requests, its report, its recording, and the exit code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import path_of_word, show_path
from editor_app.cli.runs.importing import require_free_paths, save_scenario
from editor_app.cli.runs.scenario_runs import PlayedScenario
from editor_app.cli.streams import Streams
from editor_app.requests.body_text import request_text
from editor_app.runs.loop.results import RunResult, recorded
from editor_app.runs.model.scenario import FileReference, Scenario
from editor_app.runs.model.session import Strategy
from editor_app.text import Diagnostic, Sentence, Severity
from editor_app.wire.problems import Problem
from editor_app.wire.run_reports.report import ReportedRun, run_report


def exit_code_of(problems: Iterable[Problem | Diagnostic]) -> int:
    """Return the exit code for problems: 1 if an error is among them, else 0."""
    return int(any(problem.severity is Severity.ERROR for problem in problems))


def step_not_reached_message(step: int, result: RunResult) -> str:
    """Return the sentence that a step was never played."""
    return Sentence("cli.step-not-reached", step=step, last=len(result.steps) - 1)


def given_record(arguments: Arguments) -> Path | None:
    """Return the file of `--record`; raises Failure where one is there already."""
    if arguments.record is None:
        return None
    record = path_of_word(arguments.record)
    require_free_paths(record)
    return record


def record_run(played: PlayedScenario, record: Path, streams: Streams) -> None:
    """Write a run as a scenario, and say where."""
    if not played.result.steps:
        streams.warn([Sentence("cli.nothing-recorded")])
        return
    saved = save_scenario(
        recorded(_beside(played, record), played.result), record, require_free_paths(record)
    )
    streams.tell(Sentence("cli.recorded", files=[show_path(path) for path in saved]))


def write_requests(played: PlayedScenario, steps: Sequence[int], streams: Streams) -> None:
    """Write the body of one request exactly; of several, each below a line with its step."""
    for step in steps:
        if len(steps) > 1:
            streams.print(Sentence("cli.step", step=step))
        streams.write(request_text(played.result.requests.request_at(step).body).encode())
    streams.warn(f"{outcome.text}: {outcome.message}" for outcome in played.expectations if not outcome.held)


def write_report(
    played: PlayedScenario, streams: Streams, strategies: Mapping[Strategy, RunResult] | None = None
) -> None:
    """Write the report of a run in Markdown; `strategies` are all runs, to be shown side by side."""
    run_input = played.run_input
    problems = (*run_input.problems, *played.problems)
    run = ReportedRun(
        run_input.path, run_input.linked, played.result, played.expectations, problems, strategies or {}
    )
    streams.write(run_report(run).encode())


def _beside(played: PlayedScenario, record: Path) -> Scenario:
    """Return what was played, with what it names named from the folder of another file."""
    linked, scenario = played.run_input.linked, played.run_input.scenario
    triggers, written = linked.triggers_file, scenario.system
    return replace(
        scenario,
        settings=played.result.settings,
        system=written if isinstance(written, str) else _named_from(record, linked.system_path),
        chat=_named_from(record, None if linked.chat is None else linked.chat.folder),
        triggers=_named_from(record, None if triggers is None else triggers.path),
    )


def _named_from(record: Path, path: Path | None) -> FileReference | None:
    if path is None:
        return None
    return FileReference(Path(os.path.relpath(path, record.parent)).as_posix())

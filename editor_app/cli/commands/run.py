"""`foreword run`: play a scenario, say what happens at which step, and check what is expected of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.request import given_provider
from editor_app.cli.paths import STANDARD_INPUT, is_path, no_such_path, path_of_word, show_path
from editor_app.cli.problem_lines import complain_of
from editor_app.cli.runs.importing import free_paths, save_scenario
from editor_app.cli.runs.playing import (
    GivenScenario,
    PlayedScenario,
    given_scenario,
    play_given,
    worst_of,
)
from editor_app.cli.runs.timeline import expectation_lines, side_by_side, timeline
from editor_app.cli.streams import Streams
from editor_app.requests import Provider, request_text
from editor_app.runs import PROVIDERS, RunResult, Scenario, Strategy, recorded
from editor_app.runs.model.scenario import FileReference
from editor_app.text import nearest
from editor_app.wire import Problem, to_json
from editor_app.wire.run_reports import ReportedRun, run_report
from editor_app.wire.runs import failed_run_document, run_document, runs_document

ALL = "all"


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the timeline, or the requests of `--request`; problems go to standard error."""
    word = arguments.words[0]
    strategy, provider = _strategy(arguments), _provider(arguments)
    _check_requests(arguments)
    _check_markdown(arguments)
    record = None if arguments.record is None else path_of_word(arguments.record)
    steps_path = None if record is None else free_paths(record)
    if word != STANDARD_INPUT and not is_path(word):
        raise no_such_path(word)
    given = given_scenario(word, arguments, streams).with_provider(provider)
    streams.warn(given.warnings)
    complain_of(given.problems, streams)
    if not given.can_play:
        if arguments.json:
            streams.write(to_json(failed_run_document(given.problems)))
        return 1
    if not given.scenario.model.is_scripted:
        raise Failure(
            "unsupported",
            "This scenario’s model is that of an endpoint, which is not asked from the command line. "
            "Play it with ‘model: scripted’.",
            path=given.path,
        )
    if strategy == ALL and record is not None:
        raise Failure("usage", "‘--record’ writes one run. Name a strategy, or leave ‘--strategy’ out.")
    if strategy == ALL:
        return _run_all(given, arguments, streams)
    played = play_given(given, Strategy(strategy) if strategy is not None else None)
    complain_of(played.problems, streams)
    problems = (*given.problems, *played.problems)
    steps = _reached(arguments.request, played.result)
    if record is not None and steps_path is not None:
        written = recorded(_beside(played, record), played.result)
        saved = save_scenario(written, record, steps_path)
        streams.complain(f"foreword: The run is recorded in {', '.join(map(show_path, saved))}.")
    if arguments.json:
        streams.write(to_json(run_document(played.result, played.expectations, problems, steps)))
    elif arguments.markdown:
        streams.write(run_report(_reported(played, problems)).encode())
    elif steps:
        _write_requests(played, steps, streams)
    else:
        streams.print(*timeline(played))
    return int(worst_of(problems) or played.has_failed)


def _run_all(given: GivenScenario, arguments: Arguments, streams: Streams) -> int:
    """Play a scenario with each strategy; what is expected is expected of its own."""
    runs = [play_given(given, strategy) for strategy in Strategy]
    own = next(one for one in runs if one.result.settings.strategy is given.scenario.settings.strategy)
    complain_of(own.problems, streams)
    if arguments.json:
        streams.write(to_json(runs_document(_documents(runs, own, arguments.request))))
    elif arguments.markdown:
        results = {one.result.settings.strategy: one.result for one in runs}
        reported = _reported(own, (*given.problems, *own.problems))
        streams.write(run_report(replace(reported, strategies=results)).encode())
    else:
        streams.print(*side_by_side(runs))
        if own.expectations:
            streams.print("", *expectation_lines(own.expectations))
    return int(worst_of((*given.problems, *own.problems)) or own.has_failed)


def _reported(played: PlayedScenario, problems: Sequence[Problem]) -> ReportedRun:
    given = played.given
    return ReportedRun(given.path, given.linked, played.result, played.expectations, problems)


def _beside(played: PlayedScenario, record: Path) -> Scenario:
    """Return what was played, with what it names named from the folder of another file."""
    linked = played.given.linked
    triggers = linked.triggers_file
    return replace(
        played.given.scenario,
        settings=played.result.settings,
        system=_named_from(record, linked.system_path),
        chat=_named_from(record, None if linked.chat is None else linked.chat.folder),
        triggers=_named_from(record, None if triggers is None else triggers.path),
    )


def _named_from(record: Path, path: Path | None) -> FileReference | None:
    if path is None:
        return None
    return FileReference(Path(os.path.relpath(path, record.parent)).as_posix())


def _documents(
    runs: Sequence[PlayedScenario], own: PlayedScenario, requests: Iterable[int]
) -> Iterable[dict[str, object]]:
    for played in runs:
        steps = [step for step in requests if step < len(played.result.steps)]
        expectations = played.expectations if played is own else ()
        problems = (*played.given.problems, *played.problems)
        yield dict(run_document(played.result, expectations, problems, steps))


def _write_requests(played: PlayedScenario, steps: Sequence[int], streams: Streams) -> None:
    """Write the body of one request exactly; of several, each below a line with its step."""
    for step in steps:
        if len(steps) > 1:
            streams.print(f"step {step}")
        streams.write(request_text(played.result.requests.request_at(step).body).encode())
    streams.warn(f"{one.text}: {one.message}" for one in played.expectations if not one.held)


def _reached(steps: Sequence[int], result: RunResult) -> Sequence[int]:
    """Return the steps whose requests are shown; raises Failure for one that was never reached."""
    for step in steps:
        if step >= len(result.steps):
            last = len(result.steps) - 1
            raise Failure("values", f"There is no step {step}; the run’s last one is step {last}.")
    return steps


def _strategy(arguments: Arguments) -> str | None:
    wanted = arguments.strategy
    known = (*map(str, Strategy), ALL)
    if wanted is None or wanted in known:
        return wanted
    near = nearest(wanted, known)
    meant = f" Did you mean ‘{near[0]}’?" if near else ""
    raise Failure("usage", f"‘--strategy’ takes {', '.join(known)}.{meant}", suggestions=near)


def _provider(arguments: Arguments) -> Provider | None:
    provider = given_provider(arguments)
    if provider is not None and provider not in PROVIDERS:
        raise Failure("usage", f"A run is checked for {', '.join(PROVIDERS)}, not for {provider}.")
    return provider


def _check_requests(arguments: Arguments) -> None:
    if any(step < 0 for step in arguments.request):
        raise Failure("usage", "‘--request’ needs the number of a step, from 0 on.")


def _check_markdown(arguments: Arguments) -> None:
    other = "--json" if arguments.json else "--request" if arguments.request else None
    if arguments.markdown and other is not None:
        raise Failure("usage", f"‘--markdown’ and ‘{other}’ exclude each other. Choose one.")

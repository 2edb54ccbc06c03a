"""`foreword run`: play a scenario, say what happens at which step, and check what is expected of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.paths import existing_path
from editor_app.cli.runs.run_input import RunInput, load_run_input
from editor_app.cli.runs.run_output import (
    exit_code_of,
    given_record,
    record_run,
    step_not_reached_message,
    write_report,
    write_requests,
)
from editor_app.cli.runs.scenario_runs import PlayedScenario, play_run_input
from editor_app.cli.runs.timeline import expectation_lines, side_by_side, timeline
from editor_app.cli.streams import Streams, complain_of, refuse
from editor_app.requests.parts import Provider
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.session import PROVIDERS, Strategy
from editor_app.text import Sentence
from editor_app.wire.problems import to_json
from editor_app.wire.runs import run_document, runs_document

ALL = "all"


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the timeline, or the requests of `--request`; problems go to standard error."""
    word = arguments.words[0]
    strategy = arguments.strategy
    _check_options(arguments)
    provider = None if arguments.provider is None else Provider(arguments.provider)
    record = given_record(arguments)
    existing_path(word)
    run_input = load_run_input(word, arguments, streams).played_with(provider)
    streams.warn(run_input.warnings)
    if not run_input.can_play:
        return refuse(
            run_input.problems,
            streams,
            strategy=None,
            provider=None,
            steps=[],
            stopped=None,
            message=None,
            requests=[],
            expectations=[],
        )
    complain_of(run_input.problems, streams)
    if not run_input.scenario.model.is_scripted:
        from editor_app.cli.runs.at_endpoint import run_at_endpoint  # scripted runs need none of it

        return run_at_endpoint(run_input, arguments, streams)
    if arguments.ask_key:
        raise Failure("usage", Sentence("cli.key-of-scripted"))
    if strategy == ALL and record is not None:
        raise Failure("usage", Sentence("cli.records-one"))
    if strategy == ALL:
        return _run_all(run_input, arguments, streams)
    with streams.with_time(Sentence("cli.playing")):
        played = play_run_input(run_input, Strategy(strategy) if strategy is not None else None)
    complain_of(played.problems, streams)
    problems = (*run_input.problems, *played.problems)
    steps = _reached(arguments.request, played.result)
    if record is not None:
        record_run(played, record, streams)
    if arguments.json:
        streams.write(to_json(run_document(played.result, played.expectations, problems, steps)))
    elif arguments.markdown:
        write_report(played, streams)
    elif steps:
        write_requests(played, steps, streams)
    else:
        streams.print(*timeline(played))
    return int(exit_code_of(problems) or played.has_failed)


def _run_all(run_input: RunInput, arguments: Arguments, streams: Streams) -> int:
    """Play a scenario with each strategy; what is expected is expected of its own."""
    with streams.with_time(Sentence("cli.playing")):
        runs = [play_run_input(run_input, strategy) for strategy in Strategy]
    own = next(play for play in runs if play.result.settings.strategy is run_input.scenario.settings.strategy)
    complain_of(own.problems, streams)
    if arguments.json:
        streams.write(to_json(runs_document(_documents(runs, own, arguments.request))))
    elif arguments.markdown:
        write_report(own, streams, {play.result.settings.strategy: play.result for play in runs})
    else:
        streams.print(*side_by_side(runs))
        if own.expectations:
            streams.print("", *expectation_lines(own.expectations))
    return int(exit_code_of((*run_input.problems, *own.problems)) or own.has_failed)


def _documents(
    runs: Sequence[PlayedScenario], own: PlayedScenario, requests: Iterable[int]
) -> Iterable[dict[str, object]]:
    for played in runs:
        steps = [step for step in requests if step < len(played.result.steps)]
        expectations = played.expectations if played is own else ()
        problems = (*played.run_input.problems, *played.problems)
        yield dict(run_document(played.result, expectations, problems, steps))


def _reached(steps: Sequence[int], result: RunResult) -> Sequence[int]:
    """Return the steps whose requests are shown; raises Failure for one that was never reached."""
    for step in steps:
        if step >= len(result.steps):
            raise Failure("values", step_not_reached_message(step, result))
    return steps


def _check_options(arguments: Arguments) -> None:
    check_choice("--strategy", arguments.strategy, (*Strategy, ALL))
    check_choice("--provider", arguments.provider, PROVIDERS)
    if any(step < 0 for step in arguments.request):
        raise Failure("usage", Sentence("cli.number-from", option="--request", least=0))
    if arguments.strategy == ALL and arguments.request and not arguments.json:
        raise Failure("usage", Sentence("cli.all-without-requests"))

"""A scenario that a word names, with what it is played with, its problems, requests and recording."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from editor_app.analysis.analysis import FileTest, row_of
from editor_app.analysis.kinds.scenario import content_of
from editor_app.analysis.library_facts.check import access_of_links
from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.trials import workspace_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.trial import given_trust
from editor_app.cli.paths import STANDARD_INPUT, path_of_word, show_path
from editor_app.cli.rendered import render_word
from editor_app.cli.runs.importing import free_paths, save_scenario
from editor_app.cli.sources import library_of, read_source
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.folders import Library
from editor_app.library.kinds import all_kinds
from editor_app.requests.body_text import request_text
from editor_app.requests.parts import Provider, SystemText
from editor_app.runs.expectations.checking import CheckedExpectation, check_expectations
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.results import RunResult, play_scenario, recorded
from editor_app.runs.model.scenario import FileReference, Scenario, TriggerSet
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.linked_files import LinkContext, LinkedScenario, link_scenario
from editor_app.runs.triggers.built_in import variables_named
from editor_app.text import Diagnostic, LineIndex, Severity, Span
from editor_app.variables.resolver import Context, real_sources, resolve
from editor_app.wire.named_texts import Source
from editor_app.wire.problems import Problem, problems_of
from editor_app.wire.run_reports.report import ReportedRun, run_report
from editor_app.wire.runs import linked_problems, problems_of_played, problems_to_tell

_NOT_CHECKED = "Not checked: the run broke off."


@dataclass(frozen=True, slots=True)
class RunInput:
    """A scenario with all that it is played with; `problems` are those of its file and of what it names.

    `library` is the one that it is in, None where it is in none. `can_play` is false if an error keeps it
    from being played.
    """

    path: Path
    library: Library | None
    lines: LineIndex
    linked: LinkedScenario
    problems: tuple[Problem, ...]
    can_play: bool
    texts: RunTexts
    warnings: tuple[str, ...] = ()

    @property
    def scenario(self) -> Scenario:
        """The scenario, with the steps of its steps file."""
        return self.linked.scenario

    @property
    def triggers(self) -> TriggerSet:
        """The triggers that it is played with."""
        return self.linked.triggers

    @property
    def workspace(self) -> Path:
        """The folder that its variables are resolved in, and that tools read in."""
        return workspace_of(self.library, self.path.parent)

    def played_with(self, provider: Provider | None = None, strategy: Strategy | None = None) -> RunInput:
        """Return the same for another provider or under another strategy, None for its own."""
        own = self.scenario.settings
        settings = replace(own, provider=provider or own.provider, strategy=strategy or own.strategy)
        return replace(self, linked=replace(self.linked, scenario=replace(self.scenario, settings=settings)))


@dataclass(frozen=True, slots=True)
class PlayedScenario:
    """A scenario that was played: the run, what became of its expectations, and the problems of the run."""

    run_input: RunInput
    result: RunResult
    expectations: tuple[CheckedExpectation, ...]
    problems: tuple[Problem, ...]

    @property
    def has_failed(self) -> bool:
        """Whether an expectation does not hold, or the provider of the run would refuse a request."""
        return not all(outcome.held for outcome in self.expectations) or bool(
            self.result.refused(self.result.settings.provider)
        )


def given_scenario(word: str, arguments: Arguments, streams: Streams) -> RunInput:
    """Read the scenario that a word names, and what it names; raises Failure for a file of another kind."""
    path = path_of_word(word) if word != STANDARD_INPUT else Path.cwd() / "scenario.yaml"
    library = library_of(path, arguments, streams)
    source = read_source(word, arguments, library)
    reading = content_of(source.analysis)
    if reading is None:
        kinds = ", ".join(kind.value for kind in all_kinds() if row_of(kind).tested is FileTest.RUN)
        sentence = f"‘{source.shown}’ is no scenario. Name one, or say that it is one with ‘--kind’: {kinds}."
        raise Failure("kind", sentence, path=source.path)
    context = LinkContext(
        path,
        access_of_links(path, library),
        source.analysis.catalog,
        None if arguments.triggers is None else path_of_word(arguments.triggers),
    )
    linked = link_scenario(reading, context)
    system, of_system, warnings = _system_text(linked, source, arguments, streams)
    values, blank = _values(linked.triggers, path, library, arguments)
    problems = (
        *source.problems,
        *linked_problems(linked, _path_of(source), source.analysis.lines),
        *of_system,
    )
    is_unreadable = any(problem.type is not None for problem in source.problems)  # it could not be decoded
    return RunInput(
        path,
        library,
        source.analysis.lines,
        linked,
        problems_to_tell(problems),
        linked.can_play and not is_unreadable and not of_system,
        RunTexts(
            system, tuple((message.role or "", message.sent_content) for message in linked.messages), values
        ),
        (*warnings, *blank),
    )


def play_given(run_input: RunInput, strategy: Strategy | None = None) -> PlayedScenario:
    """Play a scenario, with another strategy if one is named, and check what is expected of it."""
    result = play_scenario(
        run_input.scenario,
        run_input.triggers,
        system=run_input.texts.system,
        chat=run_input.texts.chat,
        values=run_input.texts.values,
        strategy=strategy,
    )
    return played_scenario(run_input, result)


def played_scenario(run_input: RunInput, result: RunResult) -> PlayedScenario:
    """Return a run that is over with what became of what is expected of it, and its problems."""
    checked = check_expectations(run_input.scenario.expect, result, run_input.triggers)
    problems = problems_of_played(result, checked, run_input.linked, str(run_input.path), run_input.lines)
    return PlayedScenario(run_input, result, checked, problems)


def broken_off_scenario(run_input: RunInput, result: RunResult) -> PlayedScenario:
    """Return a run that did not come to an end of its own: nobody can say what holds of it."""
    unchecked = tuple(
        CheckedExpectation(
            expectation.text, held=False, message=_NOT_CHECKED, is_error=True, span=expectation.span
        )
        for expectation in run_input.scenario.expect
    )
    problems = problems_of_played(result, (), run_input.linked, str(run_input.path), run_input.lines)
    return PlayedScenario(run_input, result, unchecked, problems)


def _path_of(source: Source) -> str:
    return str(source.path or STANDARD_INPUT)


def _system_text(
    linked: LinkedScenario, source: Source, arguments: Arguments, streams: Streams
) -> tuple[SystemText, tuple[Problem, ...], tuple[str, ...]]:
    """Return the system text, the problems that keep it from being made, and warnings about it."""
    system = linked.scenario.system
    if isinstance(system, str):
        return SystemText(system), (), ()
    if linked.system_path is None:
        return SystemText(""), (), ()
    try:
        rendered = render_word(str(linked.system_path), replace(arguments, kind=None), streams)
    except Failure as failure:
        span = None if system is None else system.span
        args = {"field": "system", "path": "system"}
        problem = Diagnostic(failure.code, Severity.ERROR, span or Span(0, 0), failure.sentence, args)
        return SystemText(""), tuple(problems_of([problem], _path_of(source), source.analysis.lines)), ()
    if rendered.result is None or rendered.problems:
        return SystemText(""), tuple(rendered.problems), rendered.all_warnings
    return system_text_of(rendered.result, linked.system_path), (), rendered.all_warnings


def _values(
    triggers: TriggerSet, path: Path, library: Library | None, arguments: Arguments
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Return the values of the variables that the texts of triggers name besides the figures of a run.

    With them come warnings about those that are blank.
    """
    names = variables_named(triggers.enabled)
    if not names:
        return {}, ()
    from editor_app.analysis.library_facts.catalog import catalog_of

    folder = workspace_of(library, path.parent)
    trust = given_trust(folder, folder, arguments)
    sources = real_sources(
        folder,
        clock=utc_now,
        allowed_files=trust.allowed_files,
        trusted=trust.is_trusted,
        library=None if library is None else library.root,
    )
    snapshot = resolve(names, catalog_of(library), Context(folder), sources)
    blank = (f"[{name}] is blank in triggers. {note.sentence}" for name, note in snapshot.notes.items())
    return {name: value for name, value in snapshot.values.items() if value is not None}, tuple(blank)


def worst_of(problems: Iterable[Problem | Diagnostic]) -> int:
    """Return 1 if an error is among problems, else 0."""
    return int(any(problem.severity is Severity.ERROR for problem in problems))


def given_record(arguments: Arguments) -> Path | None:
    """Return the file of `--record`; raises Failure where one is there already."""
    if arguments.record is None:
        return None
    record = path_of_word(arguments.record)
    free_paths(record)
    return record


def record_run(played: PlayedScenario, record: Path, streams: Streams) -> None:
    """Write a run as a scenario, and say where."""
    if not played.result.steps:
        streams.warn(["Nothing is recorded: the run ended before its first step."])
        return
    saved = save_scenario(recorded(_beside(played, record), played.result), record, free_paths(record))
    streams.complain(f"foreword: The run is recorded in {', '.join(map(show_path, saved))}.")


def write_requests(played: PlayedScenario, steps: Sequence[int], streams: Streams) -> None:
    """Write the body of one request exactly; of several, each below a line with its step."""
    for step in steps:
        if len(steps) > 1:
            streams.print(f"step {step}")
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


def never_reached(step: int, result: RunResult) -> str:
    """Return the sentence that a step was never played."""
    return f"There is no step {step}; the run’s last one is step {len(result.steps) - 1}."


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

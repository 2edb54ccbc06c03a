"""A scenario given as an argument, loaded with all that it is played with."""

from __future__ import annotations

from collections.abc import Mapping
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
from editor_app.cli.paths import STANDARD_INPUT, path_of_word
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import library_of, read_source
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.folders import Library
from editor_app.library.kinds import all_kinds
from editor_app.requests.parts import Provider, SystemText
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.model.scenario import Scenario, TriggerSet
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.linked_files import LinkContext, LinkedScenario, link_scenario
from editor_app.runs.triggers.built_in import variables_named
from editor_app.text import Diagnostic, LineIndex, Sentence, Severity, Span
from editor_app.variables.resolver import Context, real_sources, resolve
from editor_app.wire.named_texts import Source
from editor_app.wire.problems import Problem, problems_of
from editor_app.wire.runs import linked_problems, problems_to_tell


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


def load_run_input(word: str, arguments: Arguments, streams: Streams) -> RunInput:
    """Load a scenario given as an argument, and what it names; raises Failure for a file of another kind."""
    path = path_of_word(word) if word != STANDARD_INPUT else Path.cwd() / "scenario.yaml"
    library = library_of(path, arguments, streams)
    source = read_source(word, arguments, library)
    reading = content_of(source.analysis)
    if reading is None:
        kinds = [kind.value for kind in all_kinds() if row_of(kind).tested is FileTest.RUN]
        not_scenario = Sentence("cli.not-a-scenario", name=source.shown, kinds=kinds)
        raise Failure("kind", not_scenario, path=source.path)
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
    blank = (
        Sentence("cli.blank-in-triggers", name=name, reason=note.sentence)
        for name, note in snapshot.notes.items()
    )
    return {name: value for name, value in snapshot.values.items() if value is not None}, tuple(blank)

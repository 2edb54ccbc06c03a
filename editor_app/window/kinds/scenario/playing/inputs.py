"""What the scenario in front is played with, its files as open tabs have them, and its playing in slices.

Its system text, and the values that its triggers name, come once the variables are resolved. The window
waits neither for a run nor for the file of its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.analysis.kinds.scenario import content_of
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import access_of_links
from editor_app.analysis.model_text import render
from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.trials import Trial
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.folders import kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.requests.parts import SystemText
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError, endpoint_at
from editor_app.runs.expectations.checking import CheckedExpectation, checked_in_turn
from editor_app.runs.loop.models import RunPlan, RunTexts
from editor_app.runs.loop.results import RunResult, plan_of, play_in_slices, problems_of_run
from editor_app.runs.model.scenario import Scenario, Trigger, TriggerSet
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.linked_files import LinkContext, LinkedScenario, link_scenario
from editor_app.runs.reading.steps_file import MOST_BYTES_AT_ONCE, StepsReading, read_steps, steps_in_slices
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG, trigger_set, variables_named
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Diagnostic, Sentence, Severity, Span, decode
from editor_app.text.tokens import estimated_tokens
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.kinds.scenario.view.parts import EndpointTarget
from editor_app.window.kit.work.slicer import Slicer

_NO_SYSTEM: Final = SystemText("")


class ErrorPlace(NamedTuple):
    """Where what keeps a scenario from being played stands."""

    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class RunInputs:
    """A scenario with all that it is played with; `why_not` says in a sentence why it cannot be, at `place`.

    `values` are those of variables that the texts of triggers name. `linked` is all that it names as it was
    read, and `analysis` that of its own text, each None where that was not read.
    """

    scenario: Scenario
    triggers: TriggerSet
    why_not: str = ""
    chat: tuple[tuple[str, str], ...] = ()
    system: SystemText = _NO_SYSTEM
    values: Mapping[str, str] | None = None
    linked: LinkedScenario | None = None
    analysis: Analysis | None = None
    place: ErrorPlace | None = None

    @property
    def triggers_path(self) -> Path | None:
        """The triggers file, None without one."""
        file = self.linked.triggers_file if self.linked is not None else None
        return file.path if file is not None else None

    @property
    def system_path(self) -> Path | None:
        """The file of the system text, None without one."""
        return self.linked.system_path if self.linked is not None else None

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the names of files and of triggers, in the scenario’s text."""
        return self.linked.diagnostics if self.linked is not None else ()

    def with_strategy(self, strategy: Strategy) -> RunInputs:
        """Return the same under another strategy."""
        settings = replace(self.scenario.settings, strategy=strategy)
        return replace(self, scenario=replace(self.scenario, settings=settings))

    def with_trigger(self, changed: Trigger) -> RunInputs:
        """Return the same with another trigger in the place of the one of that id."""
        triggers = (changed if known.id == changed.id else known for known in self.triggers.triggers)
        return replace(self, triggers=TriggerSet(tuple(triggers)))


NO_INPUTS: Final = RunInputs(Scenario(), TriggerSet())
"""What stands for that of a scenario before it was read."""


def inputs_of(
    file: OpenFile, files: OpenFiles, steps_of: Callable[[str], StepsReading] = read_steps
) -> RunInputs:
    """Return what a scenario is played with, its triggers as the tab of their file has them.

    `steps_of` reads the text of a file of steps.
    """
    reading = content_of(file.analysis)
    if reading is None:
        return RunInputs(Scenario(), trigger_set(), Sentence("window-scenario.file-too-large"))
    errors = _errors(file.analysis.diagnostics)
    if reading.is_newer:
        message = errors[0].message if errors else Sentence("window-scenario.file-is-newer")
        return RunInputs(Scenario(), trigger_set(), message)
    context = LinkContext(
        file.path,
        access_of_links(file.path, files.library),
        file.analysis.catalog,
        most_steps_bytes=MOST_BYTES_AT_ONCE,
        steps_of=steps_of,
    )
    linked = _with_open_triggers(link_scenario(reading, context), file, files)
    why_not = ""
    if not linked.can_play:
        errors += _errors(linked.diagnostics)
        why_not = errors[0].message if errors else Sentence("window-scenario.add-steps")
    return RunInputs(
        linked.scenario,
        linked.triggers,
        why_not,
        tuple((message.role or "", message.sent_content) for message in linked.messages),
        SystemText(linked.scenario.system if isinstance(linked.scenario.system, str) else ""),
        linked=linked,
        analysis=file.analysis,
        place=ErrorPlace(file.path, errors[0].span) if why_not and errors else None,
    )


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]


def _with_open_triggers(linked: LinkedScenario, file: OpenFile, files: OpenFiles) -> LinkedScenario:
    """Return the same with the triggers of the open tab of its triggers file, if there is one."""
    on_disk = linked.triggers_file
    text = files.text_of(on_disk.path) if on_disk is not None else None
    if on_disk is None or text is None or text == on_disk.source:
        return linked
    catalog = (*file.analysis.catalog, *RUN_CATALOG)
    reading = read_triggers(text, syntax_of(on_disk.path.name), catalog, BUILT_IN)
    return replace(
        linked,
        triggers=trigger_set(reading.entries),
        triggers_file=replace(on_disk, source=text, reading=reading),
    )


RESOLVING: Final = Sentence("window-scenario.resolving")
"""Why a scenario is not played yet, for a moment."""


def with_system(inputs: RunInputs, files: OpenFiles, values: FolderValues, folder: Path) -> RunInputs:
    """Return what a scenario is played with, its system text and values as far as `values` are resolved."""
    inputs = replace(inputs, values=values.values(variables_named(inputs.triggers.enabled), folder))
    path = inputs.system_path
    if path is None or inputs.why_not:
        return inputs
    try:
        system = _system_at(path, files, values, folder)
    except FileError as error:
        system = _NoSystem(error.sentence, Span(0, 0))
    if isinstance(system, SystemText):
        return replace(inputs, system=system)
    place = None if system.span is None else ErrorPlace(path, system.span)
    return replace(inputs, why_not=system.why_not, place=place)


class _NoSystem(NamedTuple):
    """Why there is no system text and where; without a place it may come yet."""

    why_not: str
    span: Span | None


def _system_at(path: Path, files: OpenFiles, values: FolderValues, folder: Path) -> SystemText | _NoSystem:
    library, name = files.library, quoted(path.name)
    source = files.text_of(path)
    if source is None:
        decoded = decode(read_file(path, access=library.access).data)
        if decoded.bad_byte is not None:
            return _NoSystem(Sentence("window-scenario.not-utf-8", name=name), Span(0, 0))
        source = decoded.text
    kind = kind_of(library, path, source.encode("utf-8", "replace")[:HEAD_BYTES])
    catalog = catalog_of(library, is_interactive=True)
    analysis = analyse(source, kind, path.name, catalog=catalog, is_interactive=True)
    errors = _errors(analysis.diagnostics)
    if errors:
        return _NoSystem(
            Sentence("window-scenario.has-error", name=name, error=errors[0].message), errors[0].span
        )
    snapshot = None
    if analysis.row.sending.resolves_variables:
        snapshot = values.snapshot(tuple(dict.fromkeys(analysis.names)), folder)
        if snapshot is None:
            return _NoSystem(RESOLVING, None)
    result = render(analysis, Trial(snapshot=snapshot))
    if result is None:
        return _NoSystem(Sentence("window-scenario.sent-to-no-model", name=name), Span(0, 0))
    return system_text_of(result, path)


EVENTS_IN_SLICE: Final = 120


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """A scenario that was played: what with, the run, and what became of its expectations."""

    inputs: RunInputs
    result: RunResult
    expectations: tuple[CheckedExpectation, ...] = ()
    is_tried: bool = False


def played_in_slices(
    inputs: RunInputs, strategy: Strategy, *, is_tried: bool = False
) -> Iterator[PlayedRun | None]:
    """Play a scenario; yield None between slices, and last what the run gave.

    A run that is only tried, as while a threshold is dragged, checks nothing else.
    """
    scenario = inputs.with_strategy(strategy).scenario
    plan, slices = _slices(inputs, strategy, check_requests=not is_tried)
    for result in slices:
        if result is None:
            yield None
            continue
        if is_tried:
            yield PlayedRun(inputs, result, is_tried=True)
            return
        run = replace(result, problems=tuple(problems_of_run(scenario, plan, result)))
        yield None
        expectations: list[CheckedExpectation] = []
        for expectation in checked_in_turn(scenario.expect, run, inputs.triggers):
            expectations.append(expectation)
            yield None
        yield PlayedRun(inputs, run, tuple(expectations))


def results_in_slices(inputs: RunInputs) -> Iterator[Mapping[Strategy, RunResult] | None]:
    """Play a scenario under each strategy; yield None between slices, and last the results."""
    results: dict[Strategy, RunResult] = {}
    for strategy in Strategy:
        for result in _slices(inputs, strategy, check_requests=False)[1]:
            if result is not None:
                results[strategy] = result
            yield None
    yield results


def _slices(
    inputs: RunInputs, strategy: Strategy, *, check_requests: bool
) -> tuple[RunPlan, Iterator[RunResult | None]]:
    plan, model = plan_of(
        inputs.with_strategy(strategy).scenario,
        inputs.triggers,
        system=inputs.system,
        chat=inputs.chat,
        values=inputs.values,
    )
    plan = replace(plan, check_requests=check_requests)
    return plan, play_in_slices(plan, model, EVENTS_IN_SLICE)


class StepsUnreadError(Exception):
    """The steps of a file are being read, and follow."""


class StepsReader(QObject):
    """Reads one text after another, and remembers the last; `done` tells that one was read in slices."""

    done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a text."""
        super().__init__(parent)
        self._source: str | None = None
        self._reading: StepsReading | None = None
        self._slices: Iterator[StepsReading | None] = iter(())
        self.slicer = Slicer(self)

    def steps_of(self, source: str) -> StepsReading:
        """Return the steps in a text; raises StepsUnreadError for a long one until `done`."""
        if source != self._source:
            self.slicer.stop()
            self._source, self._slices = source, steps_in_slices(source)
            self._reading = next(self._slices)
        if self._reading is None:
            self.slicer.start(self._slices, self._take)
            raise StepsUnreadError
        return self._reading

    def _take(self, reading: StepsReading) -> None:
        self._reading = reading
        self.done.emit()


def endpoint_ask(inputs: RunInputs, workspace: Path, *, is_trusted: bool) -> EndpointTarget:
    """Return what a run would send; `workspace` is the window’s folder without links."""
    choice = inputs.scenario.model
    try:
        endpoint = endpoint_at(choice.endpoint or "", choice.name)
    except EndpointError as error:
        return EndpointTarget(model=choice.name or "", why_not=inputs.why_not or error.sentence)
    tools, why_not = choice.tools, inputs.why_not or _why_not(inputs, endpoint, workspace)
    needs_trust = bool(tools) and not is_trusted and not why_not
    if needs_trust:
        why_not = Sentence("window-scenario.tools-restricted", tools=tools, folder=workspace.name)
    return EndpointTarget(
        endpoint,
        endpoint.host,
        endpoint.model,
        tuple(_facts(inputs, endpoint, workspace, is_trusted=is_trusted)),
        why_not,
        needs_trust,
        workspace if tools and is_trusted else None,
    )


def users_of(inputs: RunInputs) -> tuple[str, ...]:
    """Return the messages of the user that a run sends one after the other."""
    steps, chat = inputs.scenario.steps, inputs.chat
    users = [item.user for item in steps.items if item.user is not None]
    begins = bool(steps.items) and steps.items[0].user is not None
    if chat and chat[-1][0] == "user" and not begins:
        users.insert(0, chat[-1][1])
    return tuple(users)


def _why_not(inputs: RunInputs, endpoint: Endpoint, workspace: Path) -> str:
    """Return what keeps a run from being made besides trust, "" if nothing does."""
    from editor_app.runs.endpoint.exchange import Connection, check_requirements
    from editor_app.runs.endpoint.model import endpoint_plan

    texts, connection = RunTexts(chat=inputs.chat), Connection(endpoint)
    try:
        if find_spec("httpx") is None:  # which costs less than to import it
            check_requirements()
        endpoint_plan(inputs.scenario, inputs.triggers, connection, workspace=workspace, texts=texts)
    except EndpointError as error:
        return error.sentence
    return ""


def _facts(inputs: RunInputs, endpoint: Endpoint, workspace: Path, *, is_trusted: bool) -> Iterator[str]:
    tokens, users = estimated_tokens(inputs.system.text), users_of(inputs)
    before = len(inputs.chat) - (1 if users and inputs.chat and users[0] == inputs.chat[-1][1] else 0)
    tools, folder = inputs.scenario.model.tools, workspace.name
    yield Sentence("window-scenario.sent-to", url=endpoint.url)
    yield Sentence("window-scenario.model-is", model=endpoint.model)
    yield Sentence("window-scenario.system-sent", count=tokens)
    yield Sentence("window-scenario.messages-sent", count=len(users), before=max(before, 0))
    if tools:
        trust = "trusted" if is_trusted else "restricted"
        yield Sentence("window-scenario.tools-read", tools=tools, folder=folder, trust=trust)
    else:
        yield Sentence("window-scenario.no-tools")
    yield Sentence("window-scenario.where-kept")

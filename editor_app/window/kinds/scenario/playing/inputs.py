"""What the scenario in front is played with, its files as open tabs have them, and its playing in slices.

Its system text, and the values that its triggers name, come once the variables are resolved. The window
waits neither for a run nor for the file of its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
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
from editor_app.runs.expectations.checking import CheckedExpectation, checked_in_turn
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.loop.results import RunResult, plan_of, play_in_slices, problems_of_run
from editor_app.runs.model.scenario import Scenario, Trigger, TriggerSet
from editor_app.runs.model.session import Strategy
from editor_app.runs.reading.linked_files import LinkedScenario, Surroundings, link_scenario
from editor_app.runs.reading.steps_file import MOST_BYTES_AT_ONCE, StepsReading, read_steps, steps_in_slices
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, RUN_CATALOG, trigger_set, variables_named
from editor_app.system_messages.reading.reading import syntax_of
from editor_app.text import Diagnostic, Severity, Span, decode
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.kit.work.slicer import Slicer

StepsOf = Callable[[str], StepsReading]
_NO_SYSTEM: Final = SystemText("")


class ErrorPlace(NamedTuple):
    """Where what keeps a scenario from being played stands."""

    path: Path
    span: Span


class ReadScenario(NamedTuple):
    """All that a scenario names as it was read, and the reading of its own text."""

    linked: LinkedScenario
    analysis: Analysis


@dataclass(frozen=True, slots=True)
class RunInputs:
    """A scenario with all that it is played with; `why_not` says in a sentence why it cannot be, at `place`.

    `values` are those of variables that the texts of triggers name.
    """

    scenario: Scenario
    triggers: TriggerSet
    why_not: str = ""
    chat: tuple[tuple[str, str], ...] = ()
    system: SystemText = _NO_SYSTEM
    values: Mapping[str, str] | None = None
    read: ReadScenario | None = None
    place: ErrorPlace | None = None

    @property
    def triggers_path(self) -> Path | None:
        """The triggers file, None without one."""
        file = self.read.linked.triggers_file if self.read is not None else None
        return file.path if file is not None else None

    @property
    def system_path(self) -> Path | None:
        """The file of the system text, None without one."""
        return self.read.linked.system_path if self.read is not None else None

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the names of files and of triggers, in the scenario’s text."""
        return self.read.linked.diagnostics if self.read is not None else ()

    def with_strategy(self, strategy: Strategy) -> RunInputs:
        """Return the same under another strategy."""
        settings = replace(self.scenario.settings, strategy=strategy)
        return replace(self, scenario=replace(self.scenario, settings=settings))

    def with_trigger(self, changed: Trigger) -> RunInputs:
        """Return the same with another trigger in the place of the one of that id."""
        triggers = (changed if one.id == changed.id else one for one in self.triggers.triggers)
        return replace(self, triggers=TriggerSet(tuple(triggers)))


def inputs_of(file: OpenFile, files: OpenFiles, steps_of: StepsOf = read_steps) -> RunInputs:
    """Return what a scenario is played with, its triggers as the tab of their file has them.

    `steps_of` reads the text of a file of steps.
    """
    reading = content_of(file.analysis)
    if reading is None:
        return RunInputs(Scenario(), trigger_set(), "The file is too large to be played while it is written.")
    errors = _errors(file.analysis.diagnostics)
    if reading.is_newer:
        message = errors[0].message if errors else "A later Foreword wrote the file."
        return RunInputs(Scenario(), trigger_set(), message)
    surroundings = Surroundings(
        file.path,
        access_of_links(file.path, files.library),
        file.analysis.catalog,
        most_steps_bytes=MOST_BYTES_AT_ONCE,
        steps_of=steps_of,
    )
    linked = link_scenario(reading, surroundings)
    linked = _with_open_triggers(linked, file, files)
    why_not = ""
    if not linked.can_play:
        errors += _errors(linked.diagnostics)
        why_not = errors[0].message if errors else "Add steps: the first begins with ‘user’."
    return RunInputs(
        linked.scenario,
        linked.triggers,
        why_not,
        tuple((message.role or "", message.sent_content) for message in linked.messages),
        SystemText(linked.scenario.system if isinstance(linked.scenario.system, str) else ""),
        read=ReadScenario(linked, file.analysis),
        place=ErrorPlace(file.path, errors[0].span) if why_not and errors else None,
    )


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in diagnostics if one.severity is Severity.ERROR]


def _with_open_triggers(linked: LinkedScenario, file: OpenFile, files: OpenFiles) -> LinkedScenario:
    """Return the same with the triggers of the open tab of its triggers file, if there is one."""
    found = linked.triggers_file
    text = files.text_of(found.path) if found is not None else None
    if found is None or text is None or text == found.source:
        return linked
    catalog = (*file.analysis.catalog, *RUN_CATALOG)
    reading = read_triggers(text, syntax_of(found.path.name), catalog, BUILT_IN)
    return replace(
        linked,
        triggers=trigger_set(reading.entries),
        triggers_file=replace(found, source=text, reading=reading),
    )


RESOLVING: Final = "The variables of the system text are being resolved."
"""Why a scenario is not played yet, for a moment."""


class SystemTexts:
    """Fills in what a scenario's files give, as far as `values` are resolved."""

    def __init__(self, files: OpenFiles, values: FolderValues) -> None:
        """Use these parts."""
        self.values = values
        self._files = files

    def completed(self, inputs: RunInputs, folder: Path) -> RunInputs:
        """Return what a scenario is played with, its system text and values as far as they are known."""
        names = variables_named(inputs.triggers.enabled)
        inputs = replace(inputs, values=self.values.values(names, folder))
        path = inputs.system_path
        if path is None or inputs.why_not:
            return inputs
        place: Span | None = Span(0, 0)
        try:
            text, why_not, place = self._system(path, folder)
        except FileError as error:
            text, why_not = None, error.sentence
        if text is None:
            return replace(inputs, why_not=why_not, place=None if place is None else ErrorPlace(path, place))
        return replace(inputs, system=text)

    def _system(self, path: Path, folder: Path) -> tuple[SystemText | None, str, Span | None]:
        """Return a system text, or why there is none and where; without a place it may come yet."""
        library = self._files.library
        source = self._files.text_of(path)
        if source is None:
            decoded = decode(read_file(path, access=library.access).data)
            if decoded.bad_byte is not None:
                why_not = f"{quoted(path.name)} is not UTF-8, so it cannot be sent. Save it as UTF-8."
                return None, why_not, Span(0, 0)
            source = decoded.text
        kind = kind_of(library, path, source.encode("utf-8", "replace")[:HEAD_BYTES])
        catalog = catalog_of(library, somebody_waits=True)
        analysis = analyse(source, kind, path.name, catalog=catalog, somebody_waits=True)
        errors = [one for one in analysis.diagnostics if one.severity is Severity.ERROR]
        if errors:
            return None, f"{quoted(path.name)} has an error: {errors[0].message}", errors[0].span
        snapshot = None
        if analysis.row.sending.resolves_variables:
            snapshot = self.values.snapshot(tuple(dict.fromkeys(analysis.names)), folder)
            if snapshot is None:
                return None, RESOLVING, None
        result = render(analysis, Trial(snapshot=snapshot))
        if result is None:
            why_not = f"{quoted(path.name)} is sent to no model. Name a prompt, template or system message."
            return None, why_not, Span(0, 0)
        return system_text_of(result, path), "", None


EVENTS_IN_SLICE: Final = 120


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was played: what with, the run, and what became of its expectations."""

    inputs: RunInputs
    result: RunResult
    expectations: tuple[CheckedExpectation, ...] = ()
    is_tried: bool = False


class RunPlayer(QObject):
    """Plays one run after another, each begun anew ends the one before.

    `played` has a `Played`. A run that is only tried, as while a threshold is dragged, checks nothing else.
    """

    played = Signal(object)
    compared = Signal(object)  # the results by strategy

    def __init__(self, parent: QObject | None = None) -> None:
        """Start with nothing to play."""
        super().__init__(parent)
        self.slicer = Slicer(self)

    def play(self, inputs: RunInputs, strategy: Strategy, *, is_tried: bool = False) -> None:
        """Play a scenario under a strategy; its first slice at once."""
        self.slicer.start(played_in_slices(inputs, strategy, is_tried=is_tried), self.played.emit)
        self.slicer.advance()

    def compare(self, inputs: RunInputs) -> None:
        """Play a scenario under each strategy."""
        self.slicer.start(_compared(inputs), self.compared.emit)
        self.slicer.advance()


def played_in_slices(
    inputs: RunInputs, strategy: Strategy, *, is_tried: bool = False
) -> Iterator[Played | None]:
    """Play a scenario; yield None between slices, and last what the run gave."""
    scenario = inputs.with_strategy(strategy).scenario
    plan, slices = _slices(inputs, strategy, check_requests=not is_tried)
    for result in slices:
        if result is None:
            yield None
            continue
        if is_tried:
            yield Played(inputs, result, is_tried=True)
            return
        run = replace(result, problems=tuple(problems_of_run(scenario, plan, result)))
        yield None
        checked: list[CheckedExpectation] = []
        for one in checked_in_turn(scenario.expect, run, inputs.triggers):
            checked.append(one)
            yield None
        yield Played(inputs, run, tuple(checked))


def _compared(inputs: RunInputs) -> Iterator[Mapping[Strategy, RunResult] | None]:
    found: dict[Strategy, RunResult] = {}
    for strategy in Strategy:
        for result in _slices(inputs, strategy, check_requests=False)[1]:
            if result is not None:
                found[strategy] = result
            yield None
    yield found


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

"""The run of the scenario in front: played again after each edit, shown in view, page and request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor_app.requests.parts import Provider
from editor_app.runs.expectations.checking import check_expectations
from editor_app.runs.loop.results import recorded
from editor_app.runs.model.session import Strategy
from editor_app.runs.sent.request_structure import GroupKey
from editor_app.text import Sentence
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.kinds.scenario.chart_data import chart_data
from editor_app.window.kinds.scenario.playing.file_run import EndpointRuns, FileRun
from editor_app.window.kinds.scenario.playing.inputs import (
    NO_INPUTS,
    PlayedRun,
    RunInputs,
    StepsReader,
    StepsUnreadError,
    endpoint_ask,
    inputs_of,
    played_in_slices,
    results_in_slices,
    with_system,
)
from editor_app.window.kinds.scenario.request_and_problems import request_view_of
from editor_app.window.kinds.scenario.view.parts import EndpointTarget
from editor_app.window.kinds.scenario.view.run_view import SIDE_BY_SIDE, RunView
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import RequestView


@dataclass(slots=True)
class RunViewState:
    """How a scenario is shown: the step, the strategy ("" for its own), and the provider (None likewise).

    `opened` are the groups of parts of its requests that show their parts.
    """

    step: int = 0
    strategy: str = ""
    provider: Provider | None = None
    opened: set[GroupKey] = field(default_factory=set)


class CurrentRun(QObject):
    """Plays the scenario in front, and shows its run.

    `changed` tells that it was played, `step_changed` that another step is shown, `progressed` that more came
    of a run at an endpoint, which only `run_endpoint` begins.
    """

    changed = Signal()
    progressed = Signal()
    tried = Signal(object)  # the result of a run with a limit that is being dragged
    step_changed = Signal(int)

    def __init__(
        self,
        view: RunView,
        request: RequestPanel,
        documents: Documents,
        values: FolderValues,
        runs: EndpointRuns,
        parent: QObject | None = None,
    ) -> None:
        """Start without a scenario."""
        super().__init__(parent)
        self.file: OpenFile | None = None
        self.inputs = NO_INPUTS
        self.played: PlayedRun | None = None
        self.ask: EndpointTarget | None = None
        """Where an endpoint would be asked, None for a scripted scenario."""
        self._runs = runs
        self._view = view
        self._request = request
        self._documents = documents
        self._steps = StepsReader(self)  # remembers: the disk is looked at every other second
        self._steps.done.connect(self.refresh)
        self._values = values
        self._by_file: WeakKeyDictionary[OpenFile, RunViewState] = WeakKeyDictionary()
        self._slicer = Slicer(self)
        self._key: tuple[object, ...] | None = None  # what was played last, and how
        self._marked: tuple[RunInputs, str, bool] | None = None  # whether a run was of other inputs
        self._to_try = "", Decimal()
        self._try_later = single_shot(self, 0, self._try)
        self._later = single_shot(self, 200, self.refresh)
        self._request_later = single_shot(self, 0, self._show_request)
        self._is_request_due = False
        values.resolved.connect(self._later.start)
        view.step_chosen.connect(self.choose_step)
        view.strategies.chosen.connect(self.choose_strategy)
        request.provider_chosen.connect(self.choose_provider)
        request.view_chosen.connect(lambda _key: self._show_request())
        request.parts.group_requested.connect(self._toggle_group)
        request.shown.connect(lambda: self._show_request() if self._is_request_due else None)
        view.chart.threshold_moved.connect(self.try_limit)
        view.chart.threshold_restored.connect(self.refresh)
        runs.progressed.connect(self._show_progress)
        runs.ended.connect(self._show_end)

    @property
    def is_playing(self) -> bool:
        """Whether a run is not over, or is to begin soon."""
        timers = self._later, self._try_later
        return self._slicer.is_busy or self._steps.slicer.is_busy or any(timer.isActive() for timer in timers)

    @property
    def strategy(self) -> Strategy:
        """The strategy under which the run is shown."""
        if self.shown.strategy and self.shown.strategy != SIDE_BY_SIDE:
            return Strategy(self.shown.strategy)
        return self.inputs.scenario.settings.strategy

    @property
    def shown(self) -> RunViewState:
        """How the scenario in front is shown."""
        return self.view_state(self.file) if self.file is not None else RunViewState()

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self.shown.step

    @property
    def provider(self) -> Provider:
        """The provider whose request is shown."""
        if self.shown.provider is not None:
            return self.shown.provider
        if self.ask is not None:
            return Provider.OPENAI  # what an endpoint is really sent
        return self.inputs.scenario.settings.provider

    def follow(self, file: OpenFile | None) -> None:
        """Play another scenario, or none."""
        if file is self.file:
            return
        if self.file is not None:
            self.file.analysed.disconnect(self._later.start)
        self._slicer.stop()
        self._steps.slicer.stop()
        self._later.stop()
        self._try_later.stop()
        self._view.transport.pause()
        self._view.steps.fold_all()
        self.file, self.inputs, self.played, self.ask, self._key = file, NO_INPUTS, None, None, None
        if file is not None:
            file.analysed.connect(self._later.start)
            self.refresh()
            if self.played is None and self.is_playing:
                # else the run of the file before would be seen
                self._show_nothing(
                    Sentence("window-scenario.playing"), Sentence("window-scenario.played-from-start")
                )

    def refresh(self) -> None:
        """Play the scenario as it is now, unless that is what was played; not while a limit is dragged."""
        file = self.file
        self._later.stop()
        if file is None or self._view.chart.is_dragging:
            return
        self._try_later.stop()
        try:
            inputs = inputs_of(file, self._documents.files, self._steps.steps_of)
        except StepsUnreadError:
            return
        folder = self._documents.resolver.folder_of(file)
        self.inputs = inputs = with_system(inputs, self._documents.files, self._values, folder)
        shown = self.shown.strategy or self.strategy.value
        self._view.show_strategy(shown)
        if not inputs.scenario.model.is_scripted or (
            inputs.why_not and self._runs.of(file).result is not None
        ):
            self._slicer.stop()
            self._show_endpoint(file, inputs, shown)
            return
        self.ask = None
        self._view.show_scripted()
        key = _key_of(inputs, shown)
        if inputs.why_not:
            self._slicer.stop()
            self._key = None
            if self.played is None:
                self._show_nothing(Sentence("window-scenario.no-run"), inputs.why_not)
            else:
                self.changed.emit()
        elif key != self._key:
            self._key = key
            self._play(played_in_slices(inputs, self.strategy), self._take)
        elif self.played is not None and self._view.step != self.step:
            self.choose_step(min(self.step, len(self.played.result.steps) - 1))

    @property
    def endpoint_run(self) -> FileRun | None:
        """The run at an endpoint of the scenario in front, which there need not be yet; None without one."""
        return None if self.file is None or self.ask is None else self._runs.of(self.file)

    @property
    def is_outdated(self) -> bool:
        """Whether an error keeps the scenario from being played: what is shown is the run before it."""
        return self.ask is None and bool(self.inputs.why_not)

    @property
    def is_changed(self) -> bool:
        """Whether a run now would be played with something else than the one that is shown."""
        run, inputs = self.endpoint_run, self.inputs
        if run is None or not run.mark or run.result is None or inputs.why_not:
            return False
        if self._marked is None or self._marked[0] is not inputs or self._marked[1] != run.mark:
            from editor_app.runs.endpoint.stored import mark_of

            scenario = inputs.with_strategy(run.result.settings.strategy).scenario
            mark = mark_of(scenario, inputs.triggers, inputs.system, inputs.chat)
            self._marked = inputs, run.mark, mark != run.mark
        return self._marked[2]

    def run_endpoint(self) -> None:
        """Ask the endpoint of the scenario in front: a user said so."""
        file = self.file
        if file is None or self.ask is None:
            return
        self.refresh()  # what is trusted and installed may be another since
        self._view.transport.pause()
        self.shown.step = 0
        self._key = None
        self._runs.of(file).start(self.inputs, self.ask, self.strategy)
        self.refresh()

    def cancel_endpoint(self) -> None:
        """Stop the run at an endpoint of the scenario in front."""
        run = self.endpoint_run
        if run is not None:
            run.cancel()

    def choose_step(self, step: int) -> None:
        """Show another step."""
        if self.played is None:
            return
        self.shown.step = step
        self._view.show_step(step)
        self.step_changed.emit(step)
        self._request_later.start()

    def choose_strategy(self, strategy: str) -> None:
        """Show the run under another strategy, or all side by side; the file stays."""
        self.shown.strategy = strategy
        self.refresh()

    def choose_provider(self, provider: str) -> None:
        """Show the request of another provider."""
        self.shown.provider = Provider(provider)
        self._show_request()

    def try_limit(self, trigger: str, at: Decimal) -> None:
        """Show soon where triggers fire if one has another limit; the files stay."""
        self._to_try = trigger, at
        self._try_later.start()

    def view_state(self, file: OpenFile) -> RunViewState:
        """Return how a scenario is shown, which can be changed."""
        return self._by_file.setdefault(file, RunViewState())

    # Inside -------------------------------------------------------------------------------------------------

    def _play(self, slices: Iterator[object], take: Callable[[Any], object]) -> None:
        """Play in place of what is being played, the first slice at once."""
        self._slicer.start(slices, take)
        self._slicer.advance()

    def _try(self) -> None:
        """Play with the limit that was tried last: of those that came meanwhile nothing is seen.

        Of a run at an endpoint, the steps that came of it are played.
        """
        played, inputs, (id_, at) = self.played, self.inputs, self._to_try
        trigger = inputs.triggers.named(id_)
        if trigger is None or self.is_outdated:
            return
        if self.ask is not None and played is not None:
            if self.endpoint_run is not None and self.endpoint_run.is_running:
                return
            inputs = replace(inputs, scenario=recorded(inputs.scenario, played.result), why_not="")
        chart = self._view.chart
        limits = (limit._replace(at=at) if limit.trigger == id_ else limit for limit in chart.data.thresholds)
        chart.show_data(replace(chart.data, thresholds=tuple(sorted(limits, key=lambda limit: limit.at))))
        self._key = None
        inputs = inputs.with_trigger(replace(trigger, at=at))
        self._play(played_in_slices(inputs, self.strategy, is_tried=True), self._take)

    def _show_nothing(self, title: str, sentence: str) -> None:
        """Say in place of a run why there is none."""
        self.played = None
        self._view.show_nothing(title, sentence)
        self._request.show_nothing(sentence)
        self.changed.emit()

    def _show_endpoint(self, file: OpenFile, inputs: RunInputs, shown: str) -> None:
        """Show the run of a scenario at its endpoint, or what one would send. Nothing is begun."""
        trust, run = self._runs.services.trust_of(file), self._runs.of(file)
        ask = endpoint_ask(inputs, trust.workspace, is_trusted=trust.is_trusted)
        key = _key_of(inputs, shown)
        if ask == self.ask and key == self._key:
            return
        self.ask, self._key = ask, key
        if not inputs.why_not:
            run.look_up(inputs)
        self._show_run(run, ask, inputs)
        self.changed.emit()

    def _show_run(self, run: FileRun, ask: EndpointTarget, inputs: RunInputs) -> None:
        result, before = run.result, self.played
        has_run = result is not None and bool(result.steps)
        self._view.show_endpoint(ask, run.progress, has_run=has_run)
        if result is None or not has_run:
            self.played = None
            title, sentence = Sentence("window-scenario.not-ready"), ask.why_not
            if run.is_running:
                title = Sentence("window-scenario.running")
                sentence = Sentence("window-scenario.first-answer-awaited")
            elif ask.can_run:
                title = Sentence("window-scenario.ready")
                sentence = Sentence("window-scenario.nothing-sent-before")
            self._view.show_nothing(title, sentence, ask.facts)
            self._request.show_nothing(Sentence("window-scenario.nothing-sent-yet"))
            return
        last = len(result.steps) - 1
        is_followed = run.is_running and (before is None or self.step >= len(before.result.steps) - 1)
        self.shown.step = last if is_followed else min(self.shown.step, last)
        expected = () if run.is_running else inputs.scenario.expect
        self.played = PlayedRun(inputs, result, check_expectations(expected, result, inputs.triggers))
        if self.shown.strategy == SIDE_BY_SIDE:
            title = Sentence("window-scenario.strategies-side-by-side")
            self._view.show_nothing(title, Sentence("window-scenario.needs-script"))
        else:
            self._view.show_run(result, chart_data(result, inputs.triggers), self.step)
        self._show_request()

    def _show_progress(self, file: OpenFile) -> None:
        """Show what came since of the run of a file, if it is in front."""
        if file is not self.file or self.ask is None:
            return
        run, result, played = self._runs.of(file), self._runs.of(file).result, self.played
        known = len(played.result.steps) if played is not None else 0
        if result is not None and len(result.steps) == known and run.is_running:
            self._view.show_endpoint(self.ask, run.progress, has_run=known > 0)
        else:
            self._show_run(run, self.ask, self.inputs)
        (self.progressed if run.is_running else self.changed).emit()

    def _show_end(self, file: OpenFile) -> None:
        if file is self.file:
            self._key = None
            self.refresh()

    def _take(self, played: PlayedRun) -> None:
        result, triggers = played.result, played.inputs.triggers
        data = chart_data(result, triggers)
        if not result.steps:
            self._show_nothing(
                Sentence("window-scenario.no-steps"), Sentence("window-scenario.ended-before-first")
            )
            return
        if played.is_tried:
            self._view.show_marks(result, data)
            self.tried.emit(result)
            return
        self.played = played
        self.shown.step = min(self.shown.step, len(result.steps) - 1)
        self._view.show_run(result, data, self.step)
        self._show_request()
        self.changed.emit()
        if self.shown.strategy == SIDE_BY_SIDE:
            self._play(
                results_in_slices(played.inputs),
                lambda results: self._view.show_strategies(data, results, triggers, self.strategy),
            )

    def _show_request(self) -> None:
        """Show the request of the step with what is new in it in view, once the panel is seen."""
        self._request_later.stop()
        self._is_request_due = not self._request.isVisible()
        if self._is_request_due:
            return
        view = self._request_view()
        if view is None:
            self._request.show_nothing(Sentence("window-scenario.not-played-yet"))
            return
        self._request.show_request(view)
        front = [row.number for row in view.structure.parts if view.is_in_front(row)]
        self._request.parts.show_part(front[0] if front else view.structure.count - 1)

    def _request_view(self) -> RequestView | None:
        played = self.played
        if played is None:
            return None
        path = played.inputs.triggers_path
        return request_view_of(played.result, self.step, self.provider, path, self.shown.opened)

    def _toggle_group(self, key: GroupKey) -> None:
        """Open or close a group of parts where it stands."""
        self.shown.opened ^= {key}
        view = self._request_view()
        if view is not None:
            self._request.show_request(view)


def _key_of(inputs: RunInputs, shown: str) -> tuple[object, ...]:
    """Return what is another one where a scenario has to be shown anew."""
    source = inputs.analysis.source if inputs.analysis is not None else ""
    return (
        replace(inputs, linked=None, analysis=None),
        inputs.triggers_path,
        inputs.system_path,
        inputs.problems,
        source,
        shown,
    )

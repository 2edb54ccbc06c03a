"""The perspective of scenarios: the run in place of the text, its settings, and the request at each step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication

from editor_app.analysis.editing.renaming import defining_file
from editor_app.analysis.kinds.scenario import content_of
from editor_app.library.files.reading import quoted
from editor_app.requests.body_text import curl_line, request_text
from editor_app.runs.model.session import PROVIDERS, Strategy
from editor_app.text import Sentence, Severity, Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.endpoint.endpoints import EndpointKeys
from editor_app.window.endpoint.send_question import SendAnswer
from editor_app.window.endpoint.sending import Sending
from editor_app.window.frame.dock import KindPages, Page, RightSide
from editor_app.window.kinds.scenario.actions import IN_PAGE_MENU, MENU, RunCondition
from editor_app.window.kinds.scenario.commands import RunCommands, RunUndo
from editor_app.window.kinds.scenario.endpoint_commands import (
    EndpointCommands,
    RunRemedy,
    endpoint_status,
    scripted_status,
)
from editor_app.window.kinds.scenario.exporting import RunExporter
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.file_run import EndpointRuns, EndpointServices
from editor_app.window.kinds.scenario.request_and_problems import fix_now, rows_of_run
from editor_app.window.kinds.scenario.run_page import RunPage, expectation_rows, trigger_rows
from editor_app.window.kinds.scenario.run_rows import end_in_words
from editor_app.window.kinds.scenario.view.run_view import SIDE_BY_SIDE, RunView
from editor_app.window.kinds.scenario.view.tables import STRATEGY_TITLES
from editor_app.window.kit.focus.panel_focus import FocusWithin
from editor_app.window.kit.rows.menus import MenuEntry, more_button
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.trigger.trigger_panel import TriggerPanel
from editor_app.window.perspectives.perspective import InPlaceOfSource, ListedBesideFile
from editor_app.window.perspectives.window_services import KindPerspective, WindowServices
from editor_app.window.text.open_documents import SOURCE, EditorSurface, StandIn

RUN = "run"


class ScenarioPerspective(KindPerspective, InPlaceOfSource):
    """The run of the scenario in front, its settings and expectations, and the request of the chosen step."""

    has_editor = False

    def __init__(self, services: WindowServices, parent: QObject | None = None) -> None:
        """Build view and panels, and connect them."""
        super().__init__(services, parent)
        self.in_place = self
        self._outcome = ""  # what a screen reader was told last
        self.view, self.page = RunView(), RunPage()
        self.page_tools = more_button(Sentence("window-scenario.more-about-run"), self._page_entries)
        self.request = RequestPanel(providers=PROVIDERS)
        self.trigger = TriggerPanel()
        keys, resolver = services.endpoints.keys, self._documents.resolver
        self._values = FolderValues(self._documents.files, resolver.sources_in, self)
        self.endpoint_runs = EndpointRuns(self._endpoint_services(keys), self)
        self.run = CurrentRun(
            self.view, self.request, self._documents, self._values, self.endpoint_runs, self
        )
        self.undo = RunUndo(self._shown.tab_files.steps, self._documents.work, self)
        self.commands = RunCommands(
            run=self.run,
            documents=self._documents,
            open_behind=self._shown.tab_files.open_behind,
            notifier=self._user.notifier,
            undo=self.undo,
            show_again=self._show_page,
        )
        self.exporter = RunExporter(run=self.run, documents=self._documents, user=self._user, parent=self)
        self._focus_in_run = [FocusWithin(part) for part in (self.view, self.page, self.page.expected)]
        self._focus_beside = [FocusWithin(part) for part in (self.request, self.trigger)]
        self.endpoint = EndpointCommands(
            self.run, documents=self._documents, user=self._user, keys=keys, open_file=self._show_file
        )
        self.sending = Sending(
            panel=self.request,
            user=self._user,
            endpoints=services.endpoints,
            take_typed=self.take_typed,
            suggested=self._endpoint_named,
            parent=self,
        )
        self.pages = self._in_docks()
        self._connect()

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the run, which takes the place of the source."""
        del file  # one view shows the run of whichever is in front
        return StandIn(None, surface=EditorSurface(RUN, Sentence("window-scenario.run"), self.view))

    def files_beside(self, file: OpenFile) -> Collection[Path]:
        """Return the triggers file, in which the run moves limits."""
        named = defining_file(file.analysis, file.path)
        return () if named is None else (named.path,)

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before the scenario can be played."""
        reading, diagnostics = content_of(file.analysis), file.analysis.diagnostics
        errors = (problem.span for problem in diagnostics if problem.severity is Severity.ERROR)
        return None if reading is not None and reading.can_play else next(errors, None)

    def end(self, file: OpenFile) -> None:
        """Forget a scenario that is closed; its run ends."""
        self.endpoint_runs.forget(file)
        self.undo.forget(file)
        self.sending.forget(file)

    def close(self) -> None:
        """End the runs that go on, and the requests that are being answered: the window closes."""
        self.endpoint_runs.close()
        self.sending.close()

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return which step is shown, and under which strategy."""
        shown = self.run.view_state(file)
        return {"step": shown.step, "strategy": shown.strategy}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Show the step and the strategy of the session before; what cannot be so is passed over."""
        shown, step, strategy = self.run.view_state(file), state.get("step"), state.get("strategy")
        if isinstance(step, int) and not isinstance(step, bool) and step >= 0:
            shown.step = step
        if isinstance(strategy, str) and strategy in {SIDE_BY_SIDE, *Strategy}:
            shown.strategy = strategy
        if file is self.run.file:
            self.run.refresh()

    def show(self, file: OpenFile | None) -> None:
        """Play and show another scenario, or none; a run at an endpoint goes on."""
        before = self.run.file
        if file is not None:
            self._values.ask_again()
        self.run.follow(file)
        if before is not None and before is not file and before in self._documents.files.files:
            run = self.endpoint_runs.of(before)
            if run.is_running:
                name, host = quoted(before.path.name), run.ask.host
                self._user.notifier.say(
                    Sentence("window-scenario.runs-on", name=name, host=host),
                    (Sentence("window-scenario.cancel"), run.cancel),
                )
        self.sending.show(file)

    def show_source(self) -> None:
        """Bring the source to the front in place of the run."""
        if self.run.file is not None:
            self._shown.tabs.show_view(self.run.file.document, SOURCE)

    def status_sentence(self) -> str:
        """Return how the run ended."""
        played, run = self.run.played, self.run.endpoint_run
        progress = run.progress if run is not None else None
        if progress is not None:
            steps = Sentence("text.steps", count=progress.steps)
            return Sentence("window-scenario.running-at", host=progress.host, steps=steps)
        if played is None:
            return ""
        failed = sum(not expectation.held for expectation in played.expectations)
        count, end = len(played.expectations), end_in_words(played.result)
        if not failed:
            return end
        return Sentence("window-scenario.failed-and-end", failed=failed, count=count, end=end)

    def status_facts(self) -> tuple[str, ...]:
        """Return which step is shown and which model plays, while the run is in front."""
        run, file = self.run, self.run.file
        if file is None or self._shown.tabs.view_of(file.document) == SOURCE:
            return ()
        model = run.ask.model if run.ask is not None else Sentence("window-scenario.scripted-model")
        if run.played is None:
            return (model,)
        last = str(len(run.played.result.steps) - 1)
        return (Sentence("window-scenario.step-of", step=str(run.step), last=last), model)

    def listed_problems(self) -> ListedBesideFile | None:
        """Return the problems of the scenario, of what it names and of its run, once it was read."""
        if self.run.file is None:
            return None
        rows = rows_of_run(self.run.file, self.run.inputs, self.run.played)
        return ListedBesideFile(Sentence("window-scenario.this-run"), tuple(rows))

    def fix_problem(self, row: ProblemRow) -> bool:
        """Make the fix of a problem of what the scenario names; return False for those of its text."""
        file, inputs = self.run.file, self.run.inputs
        if file is None or not any(row.subject is problem for problem in inputs.problems):
            return False
        file.catch_up()
        self.run.refresh()
        fix, read_only = fix_now(row, self.run.inputs), file.document.read_only_because
        if fix is None or read_only is not None:
            why = read_only or Sentence("window-scenario.problem-is-gone")
            self._user.notifier.say(Sentence("window-scenario.nothing-changed", why=why))
            return True
        file.document.apply_edits(fix.edits)
        self._shown.current.go_to(fix.edits[0].span)
        self._user.notifier.announce(Sentence("window-scenario.fixed", fix=fix.title))
        return True

    def file_status(self) -> FileStatus | None:
        """Return what lasts to be said of the run: how one at an endpoint ended, or why none can be made."""
        run, inputs, at_endpoint = self.run, self.run.inputs, self.run.endpoint_run
        if run.file is None or self._shown.tabs.view_of(run.file.document) == SOURCE:
            return None
        if at_endpoint is None or run.ask is None:
            result = run.played.result if run.played is not None else None
            return scripted_status(result, inputs.why_not, has_place=inputs.place is not None)
        return endpoint_status(
            at_endpoint, run.ask, self._documents.clock(), is_changed=run.is_changed, strategy=run.strategy
        )

    def choose_remedy(self, remedy: WordedEnum) -> bool:
        """Do what a link of the bar about the run stands for."""
        if remedy is RunRemedy.GIVE_KEY:
            self.endpoint.give_key()
        elif remedy is RunRemedy.RECORD:
            self.endpoint.record()
        elif remedy is RunRemedy.GO_TO_PLACE:
            self._go_to_error()
        return isinstance(remedy, RunRemedy)

    def conditions(self) -> Collection[StrEnum]:
        """Return that the document is a scenario, whether it was played, and what its endpoint is asked."""
        run = self.run
        if run.file is None:
            return ()
        is_asking = run.endpoint_run is not None and run.endpoint_run.is_running
        holds = {
            RunCondition.IS_SCENARIO: True,
            RunCondition.HAS_RUN: run.played is not None and not run.is_outdated and not is_asking,
            RunCondition.CAN_ASK: run.ask is not None and run.ask.can_run and not is_asking,
            RunCondition.IS_ASKING: is_asking,
            RunCondition.CAN_RECORD: run.ask is not None and run.played is not None and not is_asking,
        }
        return [condition for condition, is_met in holds.items() if is_met]

    def can_step(self, *, undoes: bool) -> bool:
        """Whether a change made in the run can be undone or redone: only while the focus is there.

        Beside the source, the request and the trigger leave undo to its text.
        """
        beside = self._focus_beside if self.view.isVisible() else []
        file, is_within = self.run.file, any(part.is_within for part in (*self._focus_in_run, *beside))
        return file is not None and is_within and self.undo.can_step(file, undoes=undoes)

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo what was changed last in the run; return False if there is nothing."""
        return self.can_step(undoes=undoes) and self.commands.step(undoes=undoes)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell when the run comes or goes: what is undone beside it, and what is said of it, changes."""
        if watched is self.view and event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self.actions_changed.emit()
            self.status_changed.emit()
        return super().eventFilter(watched, event)

    # Inside -------------------------------------------------------------------------------------------------

    def _endpoint_services(self, keys: EndpointKeys) -> EndpointServices:
        resolver = self._documents.resolver
        return EndpointServices(
            library=lambda: self._documents.files.library.root,
            keys=keys,
            trust_of=lambda file: resolver.trust.of(resolver.folder_of(file)),
            clock=self._documents.clock,
        )

    def _in_docks(self) -> KindPages:
        """Return where the panels are."""
        page, request, title = self.page, self.request, Sentence("window-scenario.request")
        right = (
            Page("run-request", title, request, request.header_tools, tools_may_go=True, is_high=True),
            Page("trigger", Sentence("window-trigger.trigger"), self.trigger, is_high=True),
        )
        title = Sentence("window-scenario.expectations")
        return KindPages(
            menu=MENU.title,
            left=(Page("run-page", Sentence("window-scenario.run"), page, self.page_tools),),
            left_below=Page("run-expectations", title, page.expected, page.expected_count, usual_height=224),
            right=RightSide(right, has_values=False, has_preview=False, leads=True),
        )

    def _connect(self) -> None:
        run, page, commands = self.run, self.page, self.commands
        run.changed.connect(self._after_playing)
        run.tried.connect(lambda result: page.show_triggers(trigger_rows(run.inputs.triggers, result)))
        page.form.setting_changed.connect(commands.change_setting)
        page.trigger_requested.connect(self._add_trigger)
        page.form.system_requested.connect(self._show_system)
        page.limit_given.connect(commands.change_limit)
        page.switch_requested.connect(commands.switch)
        page.trigger_chosen.connect(self.trigger.choose)
        self.trigger.place_requested.connect(self._show_trigger)
        page.step_requested.connect(run.choose_step)
        page.offset_requested.connect(lambda offset: self._shown.current.go_to(Span(offset, offset)))
        self.view.chart.threshold_released.connect(commands.change_limit)
        self.request.part_requested.connect(lambda origin, _offset: self._show_file(origin))
        self.request.copy_requested.connect(self._copy)
        run.step_changed.connect(lambda _step: self.status_changed.emit())
        self.view.chart.request_requested.connect(lambda: self._shown.window.show_right("run-request"))
        self.view.chart.request_requested.connect(self.request.setFocus)
        for changed in (self._documents.files.saved, self._documents.work.done, self._documents.work.undone):
            changed.connect(lambda _value: run.refresh())
        self.undo.changed.connect(self.actions_changed)
        self.view.installEventFilter(self)
        for part in (*self._focus_in_run, *self._focus_beside):
            part.changed.connect(self.actions_changed)
        self._documents.files.disk.ended.connect(run.refresh)
        run.progressed.connect(self._show_progress)
        self.view.run_button.clicked.connect(run.run_endpoint)
        self.view.cancel_requested.connect(run.cancel_endpoint)
        self.endpoint_runs.ended.connect(self._say_end)
        self._documents.resolver.trust.changed.connect(self._check_trust)

    def _show_page(self) -> None:
        """Show on the page what the scenario is played with, and what came of it."""
        inputs, played = self.run.inputs, self.run.played
        self.page.show_settings(inputs.scenario)
        self.page.show_triggers(trigger_rows(inputs.triggers, played.result if played is not None else None))
        deliver = inputs.scenario.settings.deliver
        self.trigger.show_triggers(inputs.triggers.triggers, deliver, inputs.values)
        checked = played.expectations if played is not None else ()
        self.page.show_expectations(expectation_rows(checked, inputs.scenario.expect))

    def _after_playing(self) -> None:
        """Show what came of the run, and let a screen reader say it once."""
        self._show_page()
        sentence = self.status_sentence() if self.view.isVisible() else ""
        strategy = STRATEGY_TITLES[self.run.strategy]
        outcome = sentence and Sentence("window-scenario.outcome", strategy=strategy, end=sentence)
        if outcome != self._outcome:
            self._outcome = outcome
            self._user.notifier.announce(outcome)
        self.status_changed.emit()
        self.actions_changed.emit()
        self.problems_changed.emit()

    def _show_progress(self) -> None:
        """Show at which steps triggers fired so far in a run that goes on."""
        played = self.run.played
        if played is not None:
            self.page.show_triggers(trigger_rows(self.run.inputs.triggers, played.result))
        self.status_changed.emit()

    def _say_end(self, file: OpenFile) -> None:
        """Say that a run ended: in a notice, if another file is in front."""
        run = self.endpoint_runs.of(file)
        self.endpoint.after_end(run)
        if file is not self.run.file and run.result is not None and file in self._documents.files.files:
            name, end = quoted(file.path.name), end_in_words(run.result)
            show = Sentence("window-scenario.show"), lambda: self._show_file(file.path)
            self._user.notifier.say(Sentence("window-scenario.file-ended", name=name, end=end), show)

    def _check_trust(self) -> None:
        """Stop the runs whose tools are not trusted any more; show what is in the way of the next one."""
        trust = self._documents.resolver.trust
        self.endpoint_runs.check_trust(lambda folder: trust.of(folder).is_trusted)
        self._values.ask_again()
        self.run.refresh()

    def _go_to_error(self) -> None:
        """Show the place of what keeps the scenario from being played."""
        place = self.run.inputs.place
        if place is not None:
            self._show_file(place.path, place.span)

    def switch_view(self) -> None:
        """Show the run, or else the source."""
        if self.run.file is None:
            return
        tabs, document = self._shown.tabs, self.run.file.document
        tabs.show_view(document, RUN if tabs.view_of(document) == SOURCE else SOURCE)

    def _endpoint_named(self) -> tuple[SendAnswer, ...]:
        """Return the endpoint that the scenario names."""
        model = self.run.inputs.scenario.model
        return () if model.endpoint is None else (SendAnswer(model.endpoint, model.name or ""),)

    def _page_entries(self) -> Iterator[MenuEntry]:
        """Yield what can be done with the run now."""
        holding = self.conditions()
        for spec in MENU.actions():
            if spec.id in IN_PAGE_MENU:
                yield MenuEntry(spec.text, partial(spec.act, self), is_enabled=spec.when in holding)

    def _show_system(self) -> None:
        path = self.run.inputs.system_path
        if path is not None:
            self._show_file(path)
        else:
            self._go_to_error()

    def _add_trigger(self) -> None:
        """Add a trigger to the triggers file, and show it there to be written on."""
        path, span = self.commands.add_trigger() or (None, Span(0, 0))
        if path is not None:
            self._show_file(path, span)
            if self._shown.current.editor is not None:
                self._shown.current.editor.select_span(span)

    def _show_file(self, path: Path, span: Span | None = None) -> None:
        """Show a file, and a place in it."""
        file = self._documents.files.open(path)
        if file is not None:
            self._shown.tabs.show_document(file.document)
            if span is not None:
                self._shown.current.go_to(span)

    def _show_trigger(self, offset: int) -> None:
        """Show the lines of a trigger in its file."""
        path = self.run.inputs.triggers_path
        if path is not None:
            self._show_file(path, Span(offset, offset))

    def _copy(self, form: str) -> None:
        request = self.request.shown_view.request
        if request is None:
            return
        curl = partial(curl_line, request.provider.value, request.body, request.model)
        QGuiApplication.clipboard().setText(for_qt(curl() if form == "curl" else request_text(request.body)))
        self._user.notifier.say(Sentence("window-scenario.request-copied", step=str(self.run.step)))

    def take_typed(self) -> None:
        """Commit to the files the text being typed on the page."""
        self.page.take_typed()


make_perspective = ScenarioPerspective  # found by its name in perspectives/perspectives.py

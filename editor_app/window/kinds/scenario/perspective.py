"""The perspective of scenarios: the run in place of the text, its settings, and the request at each step."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from editor_app.analysis.kinds.scenario import content_of
from editor_app.requests import curl_line, request_text
from editor_app.runs import TriggerSet
from editor_app.text import Severity, Span
from editor_app.window.dialogs import SendAnswer
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.editor.stand_in import SOURCE, EditorSurface, StandIn
from editor_app.window.endpoint.sending import Sending
from editor_app.window.frame.dock import KindPages, Page
from editor_app.window.kinds.scenario.actions import RunWhen
from editor_app.window.kinds.scenario.commands import RunCommands
from editor_app.window.kinds.scenario.page.page import RunPage
from editor_app.window.kinds.scenario.page.rows import expectation_rows, settings_view, trigger_rows
from editor_app.window.kinds.scenario.playing.current_run import CurrentRun
from editor_app.window.kinds.scenario.playing.inputs import open_texts
from editor_app.window.kinds.scenario.playing.system_text import SystemTexts
from editor_app.window.kinds.scenario.rows import end_in_words
from editor_app.window.kinds.scenario.view.run_view import SIDE_BY_SIDE, RunView
from editor_app.window.panels.request import RequestPanel
from editor_app.window.panels.trigger import TriggerPanel
from editor_app.window.perspective import Perspective
from editor_app.window.perspectives import Surroundings
from editor_app.window.startup.qt_strings import for_qt
from editor_app.window.style.theme import Theme

RUN = "run"
_EXPECTATIONS = 260


class ScenarioPerspective(Perspective):
    """The run of the scenario in front, its settings and expectations, and the request of the chosen step."""

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        """Build view and panels, and connect them."""
        super().__init__(parent)
        self._around = around = surroundings
        theme = around.theme()
        self.view = RunView(theme)
        self.page = RunPage(theme)
        self.request = RequestPanel(theme)
        self.trigger = TriggerPanel(theme)
        text_of = open_texts(lambda: around.files.files)
        self.systems = SystemTexts(
            library=lambda: around.files.library,
            sources_in=around.resolving.sources_in,
            text_of=text_of,
            parent=self,
        )
        self.run = CurrentRun(
            view=self.view,
            request=self.request,
            library=lambda: around.files.library,
            folder_of=around.resolving.folder_of,
            text_of=text_of,
            systems=self.systems,
            parent=self,
        )
        self.commands = RunCommands(self.run, around.files, around.tabs, around.notifier)
        self.sending = Sending(
            panel=self.request,
            dialogs=around.dialogs,
            keys=around.keys,
            places=around.places,
            notifier=around.notifier,
            take_typed=self.take_typed,
            suggested=self._endpoint_named,
            parent=self,
        )
        self._surface = EditorSurface(RUN, "Run", self.view)
        self.pages = KindPages(
            left=(Page("run-page", "Run", self.page),),
            left_below=Page(
                "run-expectations",
                "Expectations",
                self.page.expected,
                self.page.expected_count,
                usual_height=_EXPECTATIONS,
            ),
            has_high_preview=True,
            leads_right=True,
            right=(
                Page(
                    "run-request",
                    "Request",
                    self.request,
                    self.request.header_tools,
                    tools_may_go=True,
                    is_high=True,
                ),
                Page("trigger", "Trigger", self.trigger, is_high=True),
            ),
        )
        self.actions = {
            "show_run": self._switch_view,
            "play_run": self.view.transport.toggle,
            "next_firing": lambda: self._go_to_firing(1),
            "previous_firing": lambda: self._go_to_firing(-1),
            "send_run_request": self.sending.send,
            "compare_strategies": lambda: self.run.choose_strategy(SIDE_BY_SIDE),
        }
        self._connect()

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the run, which takes the place of the source."""
        del file  # one view shows the run of whichever is in front
        return StandIn(None, surface=self._surface)

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before the scenario can be played."""
        reading = content_of(file.analysis)
        if reading is not None and reading.can_play:
            return None
        errors = (one.span for one in file.analysis.diagnostics if one.severity is Severity.ERROR)
        return next(errors, None)

    def end(self, file: OpenFile) -> None:
        """Forget a scenario that is closed."""
        self.run.forget(file)
        self.sending.forget(file)

    def close(self) -> None:
        """Cancel the requests that are being answered."""
        self.sending.close()

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return which step is shown, and under which strategy."""
        return self.run.kept_state(file)

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Show the step and the strategy of the session before."""
        self.run.restore_state(file, state)

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours and sizes of `theme`."""
        self.view.apply_theme(theme)
        self.page.apply_theme(theme)
        self.request.apply_theme(theme)
        self.trigger.apply_theme(theme)

    def show(self, file: OpenFile | None) -> None:
        """Play and show another scenario, or none."""
        self.run.follow(file)
        self.sending.show(file)

    def show_source(self) -> None:
        """Bring the source to the front in place of the run."""
        if self.run.file is not None:
            self._around.tabs.show_view(self.run.file.document, SOURCE)

    def status_sentence(self) -> str:
        """Return how the run ended, and which step is shown."""
        played = self.run.played
        if played is None:
            return ""
        last = len(played.result.steps) - 1
        failed = sum(not one.held for one in played.expectations)
        count = len(played.expectations)
        failures = f"{failed} of {count} expectations failed · " if failed else ""
        return f"{failures}{end_in_words(played.result)} · Step {self.run.step} of {last}"

    def conditions(self) -> Collection[StrEnum]:
        """Return that the document is a scenario, and whether it was played."""
        if self.run.file is None:
            return ()
        return (RunWhen.IS_SCENARIO, *([RunWhen.HAS_RUN] if self.run.played is not None else []))

    # Inside -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        around, run = self._around, self.run
        page, commands = self.page, self.commands
        run.changed.connect(self._after_playing)
        run.tried.connect(lambda result: page.show_triggers(trigger_rows(self._triggers, result)))
        page.setting_changed.connect(commands.change_setting)
        page.limit_given.connect(commands.change_limit)
        page.switch_requested.connect(commands.switch)
        page.trigger_chosen.connect(self.trigger.choose)
        page.step_requested.connect(run.choose_step)
        page.offset_requested.connect(lambda offset: around.current.go_to(Span(offset, offset)))
        self.view.chart.threshold_released.connect(commands.change_limit)
        self.request.part_requested.connect(self._open_origin)
        self.request.copy_requested.connect(self._copy)
        run.step_changed.connect(lambda _step: self.status_changed.emit())
        self.view.request_requested.connect(self._focus_request)
        around.files.saved.connect(lambda _file: run.refresh())
        around.files.disk_checked.connect(run.refresh)

    def _show_page(self) -> None:
        """Show on the page what the scenario is played with, and what came of it."""
        inputs, played = self.run.inputs, self.run.played
        if inputs is None:
            return
        self.page.show_settings(settings_view(inputs))
        self.page.show_triggers(trigger_rows(inputs.triggers, played.result if played is not None else None))
        self.trigger.show_triggers(inputs.triggers.triggers, inputs.scenario.settings.deliver)
        self.page.show_expectations(expectation_rows(played.expectations if played is not None else ()))

    def _after_playing(self) -> None:
        self._show_page()
        self.status_changed.emit()

    def _switch_view(self) -> None:
        if self.run.file is None:
            return
        tabs, document = self._around.tabs, self.run.file.document
        tabs.show_view(document, RUN if tabs.view_of(document) == SOURCE else SOURCE)

    def _go_to_firing(self, side: int) -> None:
        self.run.choose_step(self.view.chart.firing_beside(side))

    def _endpoint_named(self) -> tuple[SendAnswer, ...]:
        """Return the endpoint that the scenario names."""
        model = self.run.inputs.scenario.model if self.run.inputs is not None else None
        if model is None or model.endpoint is None:
            return ()
        return (SendAnswer(model.endpoint, model.name or ""),)

    @property
    def _triggers(self) -> TriggerSet:
        return self.run.inputs.triggers if self.run.inputs is not None else TriggerSet()

    def _open_origin(self, origin: Path, _offset: int) -> None:
        self._around.files.open(origin)

    def _copy(self, what: str) -> None:
        request = self.request.shown_view.request
        if request is None:
            return
        text = request_text(request.body)
        if what == "curl":
            text = curl_line(request.provider.value, request.body, request.model)
        QGuiApplication.clipboard().setText(for_qt(text))
        self._around.notifier.say(f"The request before step {self.run.step} is copied.")

    def take_typed(self) -> None:
        """Commit to the file the text being typed in the form."""
        self.page.form.take_typed()

    def _focus_request(self) -> None:
        self._around.window.show_right("run-request")
        self.request.setFocus()


def make_perspective(surroundings: Surroundings, parent: QObject) -> ScenarioPerspective:
    """Return the perspective of scenarios for one window."""
    return ScenarioPerspective(surroundings, parent)

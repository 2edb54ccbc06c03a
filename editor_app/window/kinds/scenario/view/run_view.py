"""The view of a run in place of the scenario's text: strategies, transport, chart, and steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from editor_app.runs.loop.results import Grouping, RunResult, compare_strategies
from editor_app.runs.model.scenario import TriggerSet
from editor_app.runs.model.session import Strategy
from editor_app.text import Sentence
from editor_app.window.kinds.scenario.actions import (
    RUN_CANCEL,
    RUN_FIRING_BEFORE,
    RUN_NEXT_FIRING,
    RUN_PLAY,
    RUN_STEPS,
)
from editor_app.window.kinds.scenario.chart_data import ChartData, legend_of
from editor_app.window.kinds.scenario.view.chart import RunChart
from editor_app.window.kinds.scenario.view.lanes import ChartLegend, StrategyLanes
from editor_app.window.kinds.scenario.view.parts import (
    EndpointTarget,
    ReadyPage,
    RunButton,
    RunProgress,
    RunStrip,
    Transport,
)
from editor_app.window.kinds.scenario.view.tables import (
    STRATEGY_TITLES,
    ChartTable,
    StepsList,
    StrategiesTable,
    comparison_sentence,
)
from editor_app.window.kit.card.empty_place import EmptyPlace
from editor_app.window.kit.card.ground import Bar, Separator
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, stacked
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, set_plain_tooltip

SIDE_BY_SIDE: Final = "all"
_KEYS_IN_LISTS: Final = (*RUN_STEPS, RUN_FIRING_BEFORE, RUN_NEXT_FIRING)
_NOTHING, _RUN, _READY = 0, 1, 2
_STRATEGIES: Final = (
    *((strategy.value, title) for strategy, title in STRATEGY_TITLES.items()),
    (SIDE_BY_SIDE, Sentence("window-scenario.side-by-side")),
)
_GROUPINGS: Final = (
    (Grouping.ALL.value, Sentence("window-scenario.grouping-all")),
    (Grouping.BOUNDARIES.value, Sentence("window-scenario.grouping-boundaries")),
    (Grouping.PHASES.value, Sentence("window-scenario.grouping-phases")),
)


class RunView(QWidget):
    """Shows a run and the chosen step, and announces what the user asks for.

    `strategies` announces a strategy's word, or "all" for all side by side, `chart` what is done with limits.
    `run_button` runs at an endpoint; Cancel and Esc meanwhile emit `cancel_requested`.
    """

    step_chosen = Signal(int)
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a run."""
        super().__init__(parent, accessibleName=Sentence("window-scenario.run"))
        self.step = 0
        """The chosen step."""
        self.strategies = SegmentedSwitch(Sentence("window-scenario.strategy"), _STRATEGIES, self)
        self.transport = Transport(self)
        self.run_button = RunButton(self)
        bar = self.strategies, ..., self.transport, self.run_button
        self.bar = Bar(*bar, parent=self, line_below=True)
        self.strip = RunStrip(self)
        self.chart_title = PlainLabel(Sentence("window-scenario.context-used"), "strong")
        self.about = ElidedLabel("", "soft")
        self.legend = ChartLegend(self)
        self.as_table = with_icon(QToolButton(self), "table-2", "soft")
        self.as_table.setProperty("look", "icon")
        self.as_table.setCheckable(True)
        self.as_table.setAccessibleName(Sentence("window-scenario.as-table"))
        set_plain_tooltip(self.as_table, Sentence("window-scenario.as-table"))
        self.chart_bar = Bar(self.chart_title, (self.about, 1), self.legend, 12, self.as_table)
        self.chart = RunChart(self)
        self.table = ChartTable(self)
        self._charts = stacked(self, self.chart, self.table)
        self.lanes = StrategyLanes(self)
        steps, sent = Sentence("window-scenario.steps-title"), Sentence("window-scenario.tokens-sent")
        self.groupings = SegmentedSwitch(steps, _GROUPINGS, self)
        self.groupings.choose(Grouping.BOUNDARIES.value)
        self.groupings.fold(folded=True)
        titles = PlainLabel(steps, "strong"), 8, self.groupings, ..., PlainLabel(sent, "soft")
        self.steps_bar = Bar(*titles, line_above=True, line_below=True)
        self.steps = StepsList(self)
        self.side_by_side = StrategiesTable(self)
        self.compared = ElidedLabel("", "soft")
        compared, page = QWidget(self), QWidget(self)
        column(compared, Separator(), (self.side_by_side, 1), Bar((self.compared, 1), line_above=True))
        self._lists = stacked(self, self.steps, compared)
        column(page, self.chart_bar, self._charts, self.lanes, self.steps_bar, (self._lists, 1))
        self.empty = EmptyPlace(ground="paper", parent=self)
        self.ready = ReadyPage(self)
        self._pages = stacked(self, self.empty, page, self.ready)
        column(self, self.bar, self.strip, (self._pages, 1))
        self.show_strategy(Strategy.HYBRID.value)
        self._connect()
        self.show_nothing(Sentence("window-scenario.no-run"), Sentence("window-scenario.open-a-scenario"))
        on_theme(self, self._take_sizes)

    def show_run(self, result: RunResult, data: ChartData, step: int) -> None:
        """Show a run with one of its steps chosen."""
        self._turn_to(_RUN)
        self.transport.setEnabled(len(result.steps) > 1)
        self.step = step
        self.show_marks(result, data)
        self._show_about()
        self._fit_legend()
        self.show_step(step)

    def show_marks(self, result: RunResult, data: ChartData) -> None:
        """Show where triggers fire while a limit is dragged."""
        self.chart.show_data(data)
        self.legend.show_entries(legend_of(data.thresholds, data.marks))
        self.table.show_data(data, self.step)
        self.steps.show_run(result, self.step)

    def show_strategies(
        self,
        data: ChartData,
        results: Mapping[Strategy, RunResult],
        triggers: TriggerSet,
        strategy: Strategy,
    ) -> None:
        """Show all strategies side by side; the name of the run’s own `strategy` stands out."""
        self.lanes.show_results(data, results, strategy)
        self.side_by_side.show_reached(compare_strategies(results, triggers), results, strategy)
        sentence = comparison_sentence(self.side_by_side.rows)
        if sentence != self.compared.text():
            announce(self, sentence)
        self.compared.setText(sentence)

    def show_nothing(self, title: str, sentence: str, facts: tuple[str, ...] = ()) -> None:
        """Show what to do in place of a run, or with `facts` what one would send."""
        self.transport.pause()
        self.transport.setEnabled(False)
        self.empty.say(title, sentence)
        self.ready.say(title, facts, sentence)
        self._turn_to(_READY if facts else _NOTHING)

    def show_scripted(self) -> None:
        """Show the run of a scripted scenario, which no button runs."""
        self.run_button.hide()
        self.strip.hide()
        self.transport.show()
        self._fit()

    def show_endpoint(self, ask: EndpointTarget, progress: RunProgress | None, *, has_run: bool) -> None:
        """Show where a scenario runs, and how far its run is while it goes on."""
        is_running = progress is not None
        button = self.run_button
        button.show_endpoint(ask, has_run=has_run)
        had_focus = button.hasFocus() or self.strip.isAncestorOf(QApplication.focusWidget() or self)
        button.setVisible(not is_running)
        self.transport.setVisible(has_run)
        if progress is not None:
            self.strip.show_progress(progress)
        self.strip.setVisible(is_running)
        if had_focus:
            (self.strip.cancel if is_running else self).setFocus()
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel what is running with Esc, wherever in the view the focus is."""
        if RUN_CANCEL.is_pressed(event) and self.strip.isVisible():
            self.cancel_requested.emit()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys that walk through the run do so in its lists, too."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            keys = _KEYS_IN_LISTS if watched is not self.table else (*_KEYS_IN_LISTS, RUN_PLAY)
            if any(key.is_pressed(event) for key in keys) and self.chart.do_key(event):
                return True
        return super().eventFilter(watched, event)

    def show_strategy(self, key: str) -> None:
        """Show which strategy is chosen, or "all"."""
        self.strategies.choose(key)
        is_all = key == SIDE_BY_SIDE
        self._lists.setCurrentIndex(int(is_all))
        self.lanes.setVisible(is_all)
        self._fit_legend()
        self._show_about()
        self.chart.has_lanes = is_all
        self.chart.update()
        self.steps_bar.setVisible(not is_all)

    def show_step(self, step: int) -> None:
        """Choose a step."""
        self.step = step
        self.chart.show_step(step)
        self.table.show_step(step)
        self.steps.show_step(step)
        self.lanes.show_step(step)

    def _take_sizes(self) -> None:
        px = current_theme().px
        self._charts.setMaximumHeight(px(196))
        self._charts.setMinimumHeight(px(104))
        self._lists.setMinimumHeight(px(52))
        self._fit()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Fold the switch, and leave the legend out, where they have no room."""
        self._fit()
        self._fit_legend()

    # Inside -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.groupings.chosen.connect(lambda key: self.steps.group_by(Grouping(key), self.step))
        self.as_table.toggled.connect(lambda shown: self._charts.setCurrentIndex(int(shown)))
        self.as_table.toggled.connect(lambda shown: self.setFocusProxy(self.table if shown else self.chart))
        self.chart.step_chosen.connect(self._choose_by_hand)
        self.table.cell_changed.connect(lambda step, _column: self._choose_by_hand(step))
        self.steps.row_changed.connect(lambda row: self._choose_by_hand(row.step))
        self.side_by_side.step_chosen.connect(self._choose_by_hand)
        for part in (self.table, self.steps):
            part.installEventFilter(self)
        self.transport.about_to_play.connect(self._leave_last_step)
        self.transport.paused.connect(self._say_step)
        self.transport.moved.connect(self._move)
        self.chart.play_requested.connect(self.transport.toggle)
        self.chart.cancel_requested.connect(self._cancel)
        self.strip.cancel.clicked.connect(self.cancel_requested)

    @property
    def _last(self) -> int:
        return max(0, len(self.chart.data.tokens) - 1)

    def _show_about(self) -> None:
        limit, shown = self.chart.data.limit or 0, "all" if self._lists.currentIndex() == 1 else "one"
        self.about.setText(Sentence("window-scenario.about-chart", limit=limit, view=shown))

    def _cancel(self) -> None:
        if self.strip.isVisible():
            self.cancel_requested.emit()
        else:
            self.transport.pause()

    def _turn_to(self, page: int) -> None:
        """Show a run, what a run would send, or a sentence, and keep the focus in the view."""
        self.bar.setVisible(page != _NOTHING or not self.run_button.isHidden())
        if page == self._pages.currentIndex():
            return
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._pages.setCurrentIndex(page)
        front = self.table if self.as_table.isChecked() else self.chart
        self.setFocusProxy((self.empty, front, self.ready)[page])
        if had_focus:
            self.setFocus()

    def _choose_by_hand(self, step: int) -> None:
        self._choose(step)
        self._come_to_rest()

    def _move(self, steps: int) -> None:
        self._choose(max(0, min(self.step + steps, self._last)))
        if self.step == self._last or not self.transport.is_playing:
            self._come_to_rest()

    def _come_to_rest(self) -> None:
        """Play no further, and say which step this is, as the lists do themselves."""
        if self.transport.is_playing:
            self.transport.pause()
        else:
            self._say_step()

    def _say_step(self) -> None:
        if not (self.steps.hasFocus() or self.table.hasFocus()):
            announce(self.chart, f"{self.chart.accessibleDescription()}.")

    def _leave_last_step(self) -> None:
        """Go to the first step before the run is played from the last one."""
        if self.step == self._last:
            self._choose(0)

    def _choose(self, step: int) -> None:
        if step != self.step:
            self.show_step(step)
            self.step_chosen.emit(step)

    def _fit_legend(self) -> None:
        room = self.width() - self.chart_title.sizeHint().width() - current_theme().px(130)
        is_all = self._lists.currentIndex() == 1  # which has a legend below its lanes
        needed = self.legend.sizeHint().width()
        self.legend.setVisible(0 < needed <= room and not is_all)

    def _fit(self) -> None:
        """Fold the switch, and shorten the button’s words, as far as the bar has no room for them."""
        button, strategies = self.run_button, self.strategies
        room = self.width() - current_theme().px(36)
        if not self.transport.isHidden():
            room -= self.transport.sizeHint().width()
        if button.isHidden():
            strategies.fold(room < strategies.full_width)
            return
        least = current_theme().px(130)
        fitting = (words for words in button.wordings if room - button.width_of(words) >= least)
        button.setText(next(fitting, button.wordings[-1]))
        strategies.fold(room - button.width_of(button.text()) < strategies.full_width)

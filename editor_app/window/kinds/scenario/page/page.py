"""The page of a run at the left: settings, triggers with the steps at which they fired, expectations."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from editor_app.runs.reading.changes import limit_rule, read_limit
from editor_app.window.kinds.scenario.actions import RUN_SWITCH
from editor_app.window.kinds.scenario.page.lists import expectation_list, trigger_list
from editor_app.window.kinds.scenario.page.rows import ExpectationRow, SettingsView, TriggerRow
from editor_app.window.kinds.scenario.page.settings_form import SettingsForm
from editor_app.window.kinds.scenario.page.tools import PageTools
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.line import CommittedLine, non_empty
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_LEAST: Final = 30


class RunPage(QWidget):
    """Shows how a scenario is played and what came of it, and announces what the user changes.

    `form` announces settings; `limit_given` has a trigger and its new `at`;
    `switch_requested` a trigger and whether it is to be on; `step_requested` a step to show;
    `trigger_requested` asks for a new trigger. `tools` are for its header. The expectations are a list of
    their own, `expected`, with `expected_count` for its header.
    """

    trigger_chosen = Signal(str)
    trigger_requested = Signal()
    limit_given = Signal(str, object)
    switch_requested = Signal(str, bool)
    step_requested = Signal(int)
    offset_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.setAccessibleName("Run")
        self.form = SettingsForm(self)
        self.triggers_bar = Bar(parent=self, line_above=True)
        self.triggers_count = PlainLabel("", "soft", self.triggers_bar)
        self.add = QToolButton(self.triggers_bar)
        self.tools = PageTools()
        self.triggers = trigger_list(self)
        self.limit_bar = Bar(parent=self, line_above=True)
        self.limit_words = ElidedLabel("", "soft", parent=self.limit_bar)
        self.limit = CommittedLine("Fires at", self.limit_bar)
        self.limit_problem = PlainLabel("", "error", self)
        self.limit.reads = non_empty
        self._limit_of = ""
        self.expected_count = ElidedLabel("", "soft")
        self.expected = expectation_list()
        self._build()
        self.triggers.add_key(RUN_SWITCH.keys, self._switch)
        self.triggers.chosen.connect(self._go_to_firing)
        self.triggers.link_chosen.connect(lambda _row: self._switch())
        self.triggers.selectionModel().currentChanged.connect(lambda _now, _before: self._announce())
        self.expected.chosen.connect(self._go_to_failure)
        self.limit.given.connect(self._give_limit)
        self.add.clicked.connect(lambda _checked=False: self.trigger_requested.emit())
        on_theme(self, self._restyle)

    def show_settings(self, view: SettingsView) -> None:
        """Show the settings of a scenario."""
        self.form.show_settings(view)

    def show_triggers(self, rows: tuple[TriggerRow, ...]) -> None:
        """Show the triggers with the steps at which they fired."""
        self.triggers.show_rows(rows)
        self.triggers_count.setText(str(sum(row.is_enabled for row in rows)))
        self._show_limit()

    def show_expectations(self, rows: tuple[ExpectationRow, ...]) -> None:
        """Show the expectations with what became of them."""
        self.expected.show_rows(rows)
        failed = sum(not row.held for row in rows)
        words = f"{failed} of {len(rows)} failed" if failed else f"all {len(rows)} hold" if rows else "none"
        if any(not row.is_checked for row in rows):
            words = f"{len(rows)}, not checked yet"
        self.expected_count.set_look("error" if failed else "soft")
        self.expected_count.setText(words)

    def take_typed(self) -> None:
        """Announce what was typed in a field and not announced yet."""
        self.form.commit()
        self.limit.commit()

    def _restyle(self) -> None:
        theme = current_theme()
        self.add.setIcon(icon("plus", "soft"))
        self.add.setIconSize(icon_size())
        self.limit.setFixedWidth(theme.px(72))
        self.triggers.setMinimumHeight(theme.px(_LEAST))
        self.limit_problem.setContentsMargins(theme.px(12), 0, theme.px(12), theme.px(8))

    # Inside -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.triggers_bar.row.addWidget(PlainLabel("Triggers", "strong", self.triggers_bar))
        self.triggers_bar.row.addSpacing(4)
        self.triggers_bar.row.addWidget(self.triggers_count)
        self.triggers_bar.row.addStretch(1)
        self.triggers_bar.row.addWidget(self.add)
        self.add.setProperty("look", "icon")
        self.add.setAccessibleName("Add a trigger")
        set_plain_tooltip(self.add, "Add a trigger to the triggers file")
        self.limit_bar.row.addWidget(self.limit_words, 1)
        self.limit_bar.row.addWidget(self.limit)
        self.limit_problem.setWordWrap(True)
        self.limit_problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.form, self.triggers_bar):
            column.addWidget(widget)
        column.addWidget(self.triggers, 1)
        column.addWidget(self.limit_bar)
        column.addWidget(self.limit_problem)

    @property
    def chosen_trigger(self) -> TriggerRow | None:
        """The chosen trigger."""
        return self.triggers.current_row

    def _announce(self) -> None:
        self._show_limit()
        row = self.chosen_trigger
        if row is not None:
            self.trigger_chosen.emit(row.id)

    def _show_limit(self) -> None:
        row = self.chosen_trigger
        self.limit_bar.setVisible(row is not None and row.at is not None)
        if row is None or row.at is None:
            self._say_refused("")
            self._limit_of = ""
            return
        text = f"{row.at.normalize():f}"
        self.limit_words.setText(f"Fires at ({'percent' if row.signal.is_percent else 'steps'})")
        self.limit.setAccessibleName(f"{one_line(row.id)} fires at")
        if row.id == self._limit_of:
            self.limit.show_text(text)
            return
        self._limit_of = row.id
        self.limit.set_text(text)  # what was typed was meant for another trigger
        self._say_refused("")

    def _give_limit(self, text: str) -> None:
        row = self.chosen_trigger
        if row is None or row.at is None:
            return
        at = read_limit(text, row.signal)
        self._say_refused("" if at is not None else f"Give {limit_rule(row.signal)}.")
        if at is None or at == row.at:
            self.limit.set_text(f"{row.at.normalize():f}")
        else:
            self.limit_given.emit(row.id, at)

    def _say_refused(self, sentence: str) -> None:
        self.limit_problem.setText(sentence)
        self.limit_problem.setVisible(bool(sentence))
        self.limit.setAccessibleDescription(sentence)

    def _switch(self) -> None:
        row = self.chosen_trigger
        if row is not None:
            self.switch_requested.emit(row.id, not row.is_enabled)

    def _go_to_firing(self, row: TriggerRow) -> None:
        if row.step is not None:
            self.step_requested.emit(row.step)

    def _go_to_failure(self, row: ExpectationRow) -> None:
        if row.step is not None:
            self.step_requested.emit(row.step)
        else:
            self.offset_requested.emit(row.offset)

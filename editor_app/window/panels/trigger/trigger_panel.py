"""The panel in which one trigger is tried: sliders for what it looks at, and what it would do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QPlainTextEdit, QSlider

from editor_app.requests.parts import Provider
from editor_app.runs.model.records import Figures, Situation
from editor_app.runs.model.scenario import Todo, Trigger
from editor_app.runs.model.session import PROVIDERS, Deliver, Level
from editor_app.runs.sent.placement import message_forms
from editor_app.runs.triggers.checking import Memory, TriggerTrial, try_trigger
from editor_app.text import Sentence
from editor_app.window.frame.dock import DockPanel
from editor_app.window.kit.card.controls import Sign, icon_button
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.focus.panel_keys import keep_key
from editor_app.window.kit.form.choice import ElidedComboBox
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import FlowLayout, column, row
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, sized, spaced
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel, set_plain_tooltip
from editor_app.window.kit.words.qt_strings import for_qt

_SLIDERS: Final = (
    ("context", Sentence("window-trigger.context"), 50, 100, "\u202f%"),
    ("cpu", Sentence("window-trigger.cpu"), 20, 100, "\u202f%"),
    ("memory", Sentence("window-trigger.memory"), 40, 100, "\u202f%"),
    ("steps", Sentence("window-trigger.steps-taken"), 10, 120, ""),
    ("steps_left", Sentence("window-trigger.steps-left"), 90, 120, ""),
    ("since_call", Sentence("window-trigger.since-last-time"), 10, 120, ""),
    ("open_todos", Sentence("window-trigger.open-todos"), 2, 5, ""),
)
_CHECKS: Final = (
    ("is_first", Sentence("window-trigger.first-message")),
    ("is_compacted", Sentence("window-trigger.just-compacted")),
    ("is_flag_set", Sentence("window-trigger.flag-is-set")),
)
_TEXT: Final = "text"


class TriggerPanel(DockPanel):
    """Shows for one of some triggers whether it fires on the figures of its sliders, and what it says.

    `trigger_chosen` has the id of a trigger that was chosen by hand, `place_requested` where in its file the
    lines of one begin.
    """

    trigger_chosen = Signal(str)
    place_requested = Signal(int)

    def __init__(self) -> None:
        """Start without triggers."""
        super().__init__(accessibleName=Sentence("window-trigger.try-one"))
        self._triggers: tuple[Trigger, ...] = ()
        self._deliver = Deliver.USER
        self._values: Mapping[str, str] | None = None
        self._text = ""
        self.choice = ElidedComboBox(self)
        self.choice.setAccessibleName(Sentence("window-trigger.trigger"))
        self.choice.setMinimumContentsLength(8)
        self.choice.elide = Qt.TextElideMode.ElideMiddle  # ids often differ at their ends alone
        self.place = icon_button(
            "text-cursor-input", Sentence("window-trigger.go-to-lines"), self, self._ask_for_place
        )
        self.sliders = {key: QSlider(Qt.Orientation.Horizontal) for key, *_ in _SLIDERS}
        for key, name, value, most, unit in _SLIDERS:
            self.sliders[key].setMaximum(most)
            self.sliders[key].setValue(value)
            self.sliders[key].setAccessibleName(
                Sentence("window-trigger.in-percent", name=name) if unit else name
            )
        self.numbers = {key: sized(PlainLabel("", "soft", self), width=44) for key in self.sliders}
        self.checks = {key: QCheckBox(words, self) for key, words in _CHECKS}
        self._sign = Sign()
        self.verdict = PlainLabel()
        self.why = ReadableLabel("", "soft", self)
        forms = (
            (_TEXT, Sentence("window-trigger.text")),
            *((provider.value, provider.maker) for provider in PROVIDERS),
        )
        self.forms = SegmentedSwitch(Sentence("window-trigger.form"), forms, self)
        self.forms.choose(_TEXT)
        self.said = fonted(QPlainTextEdit(self, readOnly=True, tabChangesFocus=True), "code small")
        self.said.setAccessibleName(Sentence("window-trigger.what-it-says"))
        self.said.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.said.setProperty("look", "field")
        self._build()
        self.choice.activated.connect(lambda _index: self._choose_by_hand())
        for keys in ("Return", "Enter"):
            keep_key(self.choice, keys, self._ask_for_place)
        self.forms.chosen.connect(lambda _key: self._try())
        for slider in self.sliders.values():
            slider.valueChanged.connect(lambda _value: self._try_by_hand())
        for check in self.checks.values():
            check.toggled.connect(lambda _checked: self._try_by_hand())
        self._try()

    @property
    def trigger(self) -> Trigger | None:
        """The trigger that is tried."""
        index = self.choice.currentIndex()
        return self._triggers[index] if 0 <= index < len(self._triggers) else None

    def show_triggers(
        self,
        triggers: Sequence[Trigger],
        deliver: Deliver = Deliver.USER,
        values: Mapping[str, str] | None = None,
    ) -> None:
        """Offer other triggers; the chosen one stays if it is among them.

        `values` are those of variables that their texts name besides the figures.
        """
        before, ids_before = self.trigger, [trigger.id for trigger in self._triggers]
        self._triggers, self._deliver, self._values = tuple(triggers), deliver, values
        ids = [trigger.id for trigger in self._triggers]
        if ids != ids_before:  # else an open list of them would close
            self.choice.clear()
            self.choice.addItems(ids)
            self.choice.setCurrentIndex(max(0, self.choice.findText(before.id)) if before is not None else 0)
        self._try()

    def choose(self, trigger: str) -> None:
        """Try a trigger by its id."""
        index = self.choice.findText(trigger)
        if index >= 0:
            self.choice.setCurrentIndex(index)
            self._try()

    # Inside -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        figures = spaced(QFormLayout(), margins=(12, 8, 12, 8), spacing=8)
        figures.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        on_theme(figures, lambda: figures.setHorizontalSpacing(current_theme().px(12)))
        figures.addRow(
            PlainLabel(Sentence("window-trigger.trigger"), "field"),
            row(None, (self.choice, 1), self.place, spacing=4),
        )
        for key, name, *_ in _SLIDERS:
            number = self.numbers[key]
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            figures.addRow(PlainLabel(name, "field"), row(None, (self.sliders[key], 1), number, spacing=12))
        checks = FlowLayout(None, 12, 4)
        for check in self.checks.values():
            checks.addWidget(check)
        figures.addRow(checks)
        verdict = Bar(self._sign, (self.verdict, 1), parent=self, line_above=True, line_below=True)
        texts = column(None, self.why, self.forms, (self.said, 100), ..., margins=(12, 8, 12, 8), spacing=8)
        column(self, figures, verdict, (texts, 1))

    def _choose_by_hand(self) -> None:
        self._try()
        announce(self, self.why.accessibleName())
        if self.trigger is not None:
            self.trigger_chosen.emit(self.trigger.id)

    def _ask_for_place(self) -> None:
        if self.trigger is not None and self.trigger.origin is not None:
            self.place_requested.emit(self.trigger.origin.start)

    def _try(self) -> None:
        for key, *_, unit in _SLIDERS:
            self.numbers[key].setText(f"{self.sliders[key].value()}{unit}")
        trigger = self.trigger
        figures = {key: slider.value() for key, slider in self.sliders.items()}
        happened = {key: check.isChecked() for key, check in self.checks.items()}
        trial = None if trigger is None else _tried(trigger, figures, happened, self._values)
        has_place = trigger is not None and trigger.origin is not None
        self.place.setEnabled(has_place)
        set_plain_tooltip(
            self.place,
            Sentence("window-trigger.go-to-lines-key") if has_place else Sentence("window-trigger.built-in"),
        )
        fires = trial is not None and trial.is_sent
        self._sign.show_icon(*(("circle-check", "ok") if fires else ("circle-slash-2", "soft")))
        verdict = Sentence("window-trigger.fires") if fires else Sentence("window-trigger.does-not-fire")
        if trial is None:
            verdict = Sentence("window-trigger.no-trigger")
        self.verdict.setText(verdict)
        self.why.say(
            trial.why if trial is not None else Sentence("window-trigger.add-one"), about=self.verdict.text()
        )
        wording = trial.wording if trial is not None else None
        text = wording.text if wording is not None else ""
        if wording is not None and trigger is not None and self.forms.current != _TEXT:
            level = Level.MESSAGE if trigger.level is Level.MESSAGE else Level.STEP
            entries = message_forms(wording.tag, wording.text, level, self._deliver)
            text = json.dumps(entries[Provider(self.forms.current)], indent=2, ensure_ascii=False)
        self.forms.setVisible(fires)
        self.said.setVisible(fires)
        if text != self._text:  # else what is selected in it stays so
            self._text = text
            self.said.setPlainText(for_qt(text))

    def _try_by_hand(self) -> None:
        """Try other figures, and let a screen reader say the verdict where it is another one."""
        before = self.verdict.text()
        self._try()
        if self.verdict.text() != before:
            announce(self, self.why.accessibleName())


_LIMIT: Final = 200_000


def _tried(
    trigger: Trigger,
    figures: Mapping[str, int],
    happened: Mapping[str, bool],
    values: Mapping[str, str] | None,
) -> TriggerTrial:
    """Return what a trigger does with the figures of the sliders, and where what the boxes say has happened.

    `values` are those of variables besides them. `since_call` is how many steps ago the trigger's tool was
    called, or it last fired.
    """
    called = figures["steps"] - figures["since_call"]
    situation = Situation(
        Figures(
            _LIMIT * figures["context"] // 100,
            _LIMIT,
            Decimal(figures["cpu"]) / 100,
            Decimal(figures["memory"]) / 100,
            tuple(Todo(f"Task {number}", "pending") for number in range(1, figures["open_todos"] + 1)),
        ),
        step=figures["steps"],
        turn_steps=figures["steps"],
        steps_left=figures["steps_left"],
        user_messages=0 if happened["is_first"] else 1,
        is_compacted=happened["is_compacted"],
        last_calls={trigger.tool: called} if trigger.tool and called >= 0 else {},
    )
    memory = Memory({trigger.flag: happened["is_flag_set"]}, {trigger.id: called})
    return try_trigger(trigger, situation, memory, values)

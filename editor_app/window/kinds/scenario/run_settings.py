"""The settings of a scenario, in a form and in a sentence."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.runs.model.scenario import (
    ContinuePolicy,
    FileReference,
    Scenario,
)
from editor_app.runs.model.session import Counting, Deliver, Policy, Strategy
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Field, ReadOnlyText
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Line
from editor_app.window.kit.words.plain_text import counted_tokens, number_in_words, one_line

_MOST_DIGITS: Final = 18
_STRATEGIES: Final = tuple(Option(strategy.value, strategy.value) for strategy in Strategy)
_POLICIES: Final = (
    Option(Policy.ANY_TOOL_CALL.value, Sentence("window-scenario.any-tool-call")),
    Option(Policy.AFTER_WRITES.value, Sentence("window-scenario.writes")),
)
_ROLES: Final = (
    Option(Deliver.USER.value, Sentence("window-scenario.as-user-message")),
    Option(Deliver.SYSTEM.value, Sentence("window-scenario.as-system-message")),
    Option(Deliver.TOOL_RESULT.value, Sentence("window-scenario.tool-result")),
)
_COUNTINGS: Final = (
    Option(Counting.CACHED.value, Sentence("window-scenario.each-part-once")),
    Option(Counting.NEAR_LIMIT.value, Sentence("window-scenario.near-a-limit")),
    Option(Counting.EVERY.value, Sentence("window-scenario.at-each-step")),
)


class SettingsForm(Form):
    """Shows the settings of a scenario.

    `setting_changed` has the key of a setting and its value, None to remove it. `system_requested` asks for
    the file of the system text.
    """

    setting_changed = Signal(str, object)
    system_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        # the longer name of a field is elided, not the values
        super().__init__(FormLook(least_label=58, label_share=0.28), parent)
        self.changed.connect(self._give)
        self.show_fields(_table(Scenario()))
        self.open_system = icon_button(
            "file-text", Sentence("window-scenario.open-system"), self, self.system_requested.emit
        )
        self.cell("system").row.addWidget(self.open_system)

    def show_settings(self, scenario: Scenario) -> None:
        """Show the settings of a scenario."""
        self.show_fields(_table(scenario))
        self.open_system.setVisible(isinstance(scenario.system, FileReference))

    def _give(self, key: str, value: str) -> None:
        number = value.replace(" ", "").replace("\u2009", "").replace(",", "")
        is_number = key != "system" and number.isdecimal() and len(number) <= _MOST_DIGITS
        self.setting_changed.emit(key, int(number) if is_number else value or None)


def _table(scenario: Scenario) -> tuple[Field, ...]:
    settings, limit, model = scenario.settings, scenario.settings.max_steps, _model_in_words(scenario)
    path = scenario.system.path if isinstance(scenario.system, FileReference) else ""
    in_scenario = isinstance(scenario.system, str)
    named = (policy.value for policy in Policy if ContinuePolicy.named(policy) == settings.go_on)
    context = "" if settings.context_limit is None else number_in_words(settings.context_limit)
    is_plain = not limit.per_todo and limit.most is None
    return (
        _line(
            "system",
            Sentence("window-scenario.system"),
            None if in_scenario else path,
            Sentence("window-scenario.in-the-scenario") if in_scenario else Sentence("window-scenario.none"),
        ),
        ReadOnlyText(
            "model",
            Sentence("window-scenario.model"),
            model,
            name=Sentence("window-scenario.model-is", model=model),
        ),
        Choice(
            "strategy", Sentence("window-scenario.strategy"), settings.strategy.value, options=_STRATEGIES
        ),
        Choice(
            "continue",
            Sentence("window-scenario.continue"),
            next(named, None),
            options=_POLICIES,
            hint=Sentence("window-scenario.as-file-says"),
            name=Sentence("window-scenario.continue-after"),
        ),
        Choice("deliver", Sentence("window-scenario.sent-as"), settings.deliver.value, options=_ROLES),
        _line(
            "context_limit",
            Sentence("window-scenario.context"),
            context,
            Sentence("window-scenario.no-limit"),
        ),
        Choice(
            "count",
            Sentence("window-scenario.count"),
            settings.count.value,
            options=_COUNTINGS,
            name=Sentence("window-scenario.count-tokens"),
        ),
        _line(
            "max_steps", Sentence("window-scenario.step-limit"), str(limit.least) if is_plain else None, "100"
        ),
    )


def _model_in_words(scenario: Scenario) -> str:
    if scenario.model.endpoint is None:
        return Sentence("window-scenario.scripted-offline")
    host = None
    with suppress(ValueError):  # of an address that is none
        host = urlsplit(scenario.model.endpoint).hostname
    return " · ".join(filter(None, (scenario.model.name, host))) or Sentence("window-scenario.endpoint")


def settings_in_words(scenario: Scenario) -> str:
    """Return the settings that differ from run to run, in one line."""
    settings, limit = scenario.settings, scenario.settings.max_steps
    system = scenario.system.path if isinstance(scenario.system, FileReference) else ""
    tokens = Sentence("window-scenario.no-limit")
    if settings.context_limit:
        tokens = counted_tokens(settings.context_limit, is_estimate=False)
    is_plain = not limit.per_todo and limit.most is None
    steps = (
        Sentence("window-scenario.at-most-steps", steps=Sentence("text.steps", count=limit.least))
        if is_plain
        else ""
    )
    parts = (system, _model_in_words(scenario), settings.strategy.value, tokens, steps)
    return one_line(" · ".join(filter(None, parts)))


def _line(key: str, label: str, value: str | None, hint: str) -> Line:
    """Return a line; None is what the form cannot show."""
    return Line(key, label, value or "", hint=hint, access=Access.NONE if value is None else Access.WRITE)

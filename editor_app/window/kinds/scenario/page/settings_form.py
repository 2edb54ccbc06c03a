"""The form of a scenario's settings, which announces what is changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.runs.model.session import Counting, Deliver, Policy, Strategy
from editor_app.window.kinds.scenario.page.rows import SettingsView
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Field
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Line
from editor_app.window.kit.form.read_only_text import ReadOnlyText

_LOOK: Final = FormLook(least_label=58, label_share=0.28)  # the longer name is elided, not the values
_MOST_DIGITS: Final = 18
_STRATEGIES: Final = tuple(Option(one.value, one.value) for one in Strategy)
_POLICIES: Final = (
    Option(Policy.ANY_TOOL_CALL.value, "any tool call"),
    Option(Policy.AFTER_WRITES.value, "writes"),
)
_ROLES: Final = (
    Option(Deliver.USER.value, "user message"),
    Option(Deliver.SYSTEM.value, "system message"),
    Option(Deliver.TOOL_RESULT.value, "tool result"),
)
_COUNTINGS: Final = (
    Option(Counting.CACHED.value, "each part once"),
    Option(Counting.NEAR_LIMIT.value, "near a limit"),
    Option(Counting.EVERY.value, "at each step"),
)


class SettingsForm(Form):
    """Shows a `SettingsView`; `setting_changed` has the key of a setting and its value, None to remove it.

    `system_requested` asks for the file of the system text.
    """

    setting_changed = Signal(str, object)
    system_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(_LOOK, parent)
        self.changed.connect(self._give)
        self.show_fields(tuple(_table(SettingsView())))
        words = "Open the file of the system text"
        self.open_system = icon_button("file-text", words, self, self.system_requested.emit)
        self.cell("system").row.addWidget(self.open_system)

    def show_settings(self, view: SettingsView) -> None:
        """Show the settings of a scenario."""
        self.show_fields(tuple(_table(view)))
        self.open_system.setVisible(bool(view.system))

    def _give(self, key: str, value: str) -> None:
        number = value.replace(" ", "").replace("\u2009", "").replace(",", "")
        is_number = key != "system" and number.isdecimal() and len(number) <= _MOST_DIGITS
        self.setting_changed.emit(key, int(number) if is_number else value or None)


def _table(view: SettingsView) -> Iterator[Field]:
    yield _line("system", "System", view.system, "in the scenario" if view.system is None else "none")
    yield ReadOnlyText("model", "Model", view.model, name=f"Model: {view.model}")
    yield Choice("strategy", "Strategy", view.strategy or None, options=_STRATEGIES)
    yield Choice("continue", "Continue after", view.go_on or None, options=_POLICIES, hint="as the file says")
    yield Choice("deliver", "Sent as", view.deliver or None, options=_ROLES)
    yield _line("context_limit", "Context", view.context_limit, "no limit")
    yield Choice("count", "Count", view.count or None, options=_COUNTINGS, name="Count tokens")
    yield _line("max_steps", "Step limit", view.max_steps, "100")


def _line(key: str, label: str, value: str | None, hint: str) -> Line:
    """Return a line; None is what the form cannot show."""
    access = Access.NONE if value is None else Access.WRITE
    return Line(key, label, value or "", hint=hint, access=access)

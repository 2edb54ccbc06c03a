"""The form of a scenario's settings, which announces what is changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QToolButton, QWidget

from editor_app.runs import Deliver, Strategy
from editor_app.runs.model.words import Counting, Policy
from editor_app.window.kinds.scenario.page.rows import SettingsView
from editor_app.window.kit.form.committed_field import CommittedField
from editor_app.window.kit.form.elided_fields import ElidedComboBox, ElidedLineEdit
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.labels import ElidedLabel, set_plain_tooltip

_FIELD: Final = 26
_NAME: Final = 58  # the longer name is elided in a narrow dock, not the values
_LEAST: Final = 112
_MOST_DIGITS: Final = 18
_OTHER: Final = "as the file says"
_INLINE: Final = "in the scenario"
_DELIVER: Final = {
    Deliver.USER: "user message",
    Deliver.SYSTEM: "system message",
    Deliver.TOOL_RESULT: "tool result",
}
_COUNT: Final = {
    Counting.CACHED: "each part once",
    Counting.NEAR_LIMIT: "near a limit",
    Counting.EVERY: "at each step",
}
_POLICY: Final = {Policy.ANY_TOOL_CALL: "any tool call", Policy.AFTER_WRITES: "writes"}
_FIELDS: Final = (("system", "System"), ("context_limit", "Context"), ("max_steps", "Step limit"))


class SettingsForm(QWidget):
    """Shows a `SettingsView`; `changed` has the key of a setting and its value, None to remove it.

    `system_requested` asks for the file of the system text.
    """

    changed = Signal(str, object)
    system_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._chosen: dict[str, str | None] = {}
        self._form = QFormLayout(self)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.fields = {
            key: (_PathField if key == "system" else CommittedField)(name, may_be_empty=True)
            for key, name in _FIELDS
        }
        self.strategy = _combo("Strategy", ((one.value, one.value) for one in Strategy))
        self.go_on = _combo("Continue after", ((one.value, words) for one, words in _POLICY.items()))
        self.deliver = _combo("Sent as", ((one.value, words) for one, words in _DELIVER.items()))
        self.count = _combo("Count tokens", ((one.value, words) for one, words in _COUNT.items()))
        self._boxes = {
            "strategy": self.strategy,
            "continue": self.go_on,
            "deliver": self.deliver,
            "count": self.count,
        }
        self.open_system = QToolButton(self)
        self.open_system.setProperty("look", "icon")
        self.open_system.setAccessibleName("Open the file of the system text")
        set_plain_tooltip(self.open_system, "Open the file of the system text")
        self.open_system.clicked.connect(self.system_requested)
        self.model = ElidedLabel("")
        system = QWidget(self)
        self._system_row = QHBoxLayout(system)
        self._system_row.setContentsMargins(0, 0, 0, 0)
        self._system_row.addWidget(self.fields["system"], 1)
        self._system_row.addWidget(self.open_system)
        rows = (
            ("System", system),
            ("Model", self.model),
            ("Strategy", self.strategy),
            ("Continue after", self.go_on),
            ("Sent as", self.deliver),
            ("Context", self.fields["context_limit"]),
            ("Count", self.count),
            ("Step limit", self.fields["max_steps"]),
        )
        self._labels = [ElidedLabel(name, "field") for name, _ in rows]
        for label, (_, widget) in zip(self._labels, rows, strict=True):
            self._form.addRow(label, widget)
        self.fields["context_limit"].setPlaceholderText("no limit")
        self.fields["max_steps"].setPlaceholderText("100")
        for key, field in self.fields.items():
            field.given.connect(lambda text, key=key: self._give(key, text))
        for key, box in self._boxes.items():
            box.activated.connect(lambda _at, key=key, box=box: self._choose(key, box.currentData()))
        on_theme(self, self._restyle)

    def show_settings(self, view: SettingsView) -> None:
        """Show the settings of a scenario."""
        system = self.fields["system"]
        system.setEnabled(view.system is not None)
        system.show_text("" if view.system is None else view.system)
        system.setPlaceholderText(_INLINE if view.system is None else "none")
        self.open_system.setVisible(bool(view.system))
        self.model.setText(view.model)
        self.model.setAccessibleName(f"Model: {view.model}")
        self.fields["context_limit"].show_text(view.context_limit)
        self.fields["max_steps"].setEnabled(view.max_steps is not None)
        self.fields["max_steps"].show_text("" if view.max_steps is None else view.max_steps)
        self.go_on.setPlaceholderText(_OTHER)
        chosen = (view.strategy, view.go_on, view.deliver, view.count)
        self._chosen = dict(zip(self._boxes, chosen, strict=True))
        for key, box in self._boxes.items():
            box.setCurrentIndex(-1 if self._chosen[key] is None else box.findData(self._chosen[key]))

    def take_typed(self) -> None:
        """Announce what was typed and not announced yet."""
        for field in self.fields.values():
            field.commit()

    def _restyle(self) -> None:
        theme = current_theme()
        self.open_system.setIcon(icon("file-text", "soft"))
        self.open_system.setIconSize(icon_size())
        self._system_row.setSpacing(theme.px(4))
        self.model.setFixedHeight(theme.px(_FIELD))
        for label in self._labels:
            label.setMinimumWidth(theme.px(_NAME))
        for box in self._boxes.values():
            box.setMinimumWidth(theme.px(_LEAST))
        side = theme.px(12)
        self._form.setContentsMargins(side, theme.px(8), side, theme.px(8))
        self._form.setHorizontalSpacing(theme.px(8))
        self._form.setVerticalSpacing(theme.px(4))

    def _choose(self, key: str, value: str) -> None:
        """Announce a choice, if it is another one."""
        if value != self._chosen.get(key):
            self.changed.emit(key, value)

    def _give(self, key: str, text: str) -> None:
        number = text.replace(" ", "").replace("\u2009", "").replace(",", "")
        is_number = key != "system" and number.isdecimal() and len(number) <= _MOST_DIGITS
        value: str | int | None = int(number) if is_number else text
        self.changed.emit(key, None if value == "" else value)


class _PathField(ElidedLineEdit, CommittedField):
    """A field for a path, which is elided in the middle while it has no focus."""


def _combo(name: str, choices: Iterable[tuple[str, str]]) -> ElidedComboBox:
    box = ElidedComboBox()
    box.setAccessibleName(name)
    box.setMinimumContentsLength(8)
    box.setSizeAdjustPolicy(ElidedComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    for key, words in choices:
        box.addItem(words, key)
    return box

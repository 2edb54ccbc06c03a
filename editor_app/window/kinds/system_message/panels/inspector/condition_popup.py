"""The popup that edits one condition of a block: it is chosen by its name, and has a field for each value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QComboBox, QFormLayout, QPushButton, QWidget

from editor_app.system_messages.model.condition_values import (
    ALONE,
    Plain,
    field_text,
    fields_of,
    parse_field,
    value_of,
)
from editor_app.system_messages.model.entities import BlockCondition
from editor_app.text import Sentence
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.card.popups import PopupFrame
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.words.labels import PlainLabel, repolish


class ConditionPopup(PopupFrame):
    """Edits a condition beside a widget; Enter in a field accepts it, Esc cancels.

    A condition that other blocks have is chosen by its name, and comes with the values that it has there. A
    value with lists or mappings in it is kept as it is: it is written in Source.
    """

    def __init__(
        self,
        condition: BlockCondition | None,
        known: Sequence[BlockCondition],
        beside: QWidget,
    ) -> None:
        """Start with `condition`, or a new one if None; `known` are those of the message."""
        super().__init__(beside)
        self._beside = beside
        self._accept: Callable[[BlockCondition], object] = lambda _condition: None
        self._kept = condition.value if condition is not None else ""
        self._known = {other.kind: other for other in reversed(known)}
        if condition is not None:
            self._known[condition.kind] = condition
        self._before: dict[str, Plain] = {}
        self.values: dict[str, LineField] = {}
        self.name = QComboBox(self, editable=True)
        self.name.setAccessibleName(Sentence("window-system_message.condition"))
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._line = self._field(
            Sentence("window-system_message.condition"),
            Sentence("window-system_message.condition-hint"),
            parent=self.name,
        )
        self.name.setLineEdit(self._line)
        self.name.addItems(list(dict.fromkeys(other.kind for other in known)))
        self.name.setEditText(condition.kind if condition is not None else "")
        self.name.currentTextChanged.connect(lambda _text: self._show_values())
        self.new_name = self._field(
            Sentence("window-system_message.name-of-value"), Sentence("window-system_message.name-of-value")
        )
        self.new_value = self._field(
            Sentence("window-system_message.value"), Sentence("window-system_message.value")
        )
        self.problem = _words("", "error")
        self.add = link_button(Sentence("window-system_message.add-a-value"), self, self._begin_value)
        self.button = QPushButton(
            Sentence("window-system_message.add")
            if condition is None
            else Sentence("window-system_message.change"),
            self,
        )
        self.button.setProperty("look", "primary")
        self.button.clicked.connect(lambda _checked=False: self.take())
        px = current_theme().px
        self._rows = QFormLayout(horizontalSpacing=px(8), verticalSpacing=px(4))
        self._note = _words(Sentence("window-system_message.value-in-source"), "soft")
        label = PlainLabel(Sentence("window-system_message.condition"), "strong", self)
        label.setBuddy(self.name)
        new = row(None, self.new_name, self.new_value, spacing=8)
        buttons = row(None, self.add, ..., self.button)
        parts = (label, self.name, self._rows, self._note, new, self.problem, 4, buttons)
        column(self, *parts, margins=(12, 8, 12, 12), spacing=4)
        for hidden in (self.new_name, self.new_value, self.problem):
            hidden.hide()
        sized(self, width=300)
        self._show_values()

    def ask(self, accept: Callable[[BlockCondition], object]) -> None:
        """Show the popup; `accept` is called with the condition that is accepted."""
        self._accept = accept
        self.fit_beside(self._beside)
        self.show()
        self.name.setFocus()

    def take(self) -> None:
        """Accept the condition and close, or show what is wrong with it."""
        if self.isHidden():
            return  # Qt hands Enter to the field of an editable combo box once more
        kind = self.name.currentText().strip()
        name = self.new_name.text().strip()
        field = self._line
        wrong = ""
        if not kind:
            wrong = Sentence("window-system_message.name-needed")
        elif self.new_value.text() and not name:
            wrong, field = Sentence("window-system_message.name-the-value"), self.new_name
        elif name and name in self.values:
            wrong, field = Sentence("window-system_message.value-is-there", name=name), self.new_name
        for checked in (self._line, self.new_name):
            checked.setProperty("problem", "true" if wrong and checked is field else None)
            repolish(checked)
        if not wrong:
            self.close()
            self._accept(BlockCondition(kind, self._value(name)))
            return
        self.problem.setText(wrong)
        self.problem.show()
        self.fit_beside(self._beside)
        field.setFocus()

    def _value(self, new: str) -> str:
        if not self._note.isHidden():
            return self._kept
        values = {
            name: parse_field(field.text(), self._before.get(name)) for name, field in self.values.items()
        }
        if new:
            values[new] = parse_field(self.new_value.text())
        return value_of(values)

    def _field(self, name: str, hint: str = "", text: str = "", parent: QWidget | None = None) -> LineField:
        field = LineField(text, parent or self)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        field.returnPressed.connect(self.take)
        return field

    def _show_values(self) -> None:
        """Show the fields of the condition that has the name, with the values it has elsewhere."""
        known = self._known.get(self.name.currentText().strip())
        fields = fields_of(known.value) if known is not None else {}
        self._kept = known.value if known is not None else self._kept
        self._note.setVisible(fields is None)
        is_plain = ALONE in (fields or {})
        self.add.setVisible(fields is not None and not is_plain and self.new_name.isHidden())
        while self._rows.rowCount():
            self._rows.removeRow(0)
        self._before = fields or {}
        self.values = {}
        for name, value in self._before.items():
            field = self.values[name] = self._field(
                name or Sentence("window-system_message.value"), text=field_text(value)
            )
            self._rows.addRow(PlainLabel(name or Sentence("window-system_message.value"), "field"), field)
        if self.isVisible():
            self.fit_beside(self._beside)

    def _begin_value(self) -> None:
        """Show the fields for the name and the text of one more value."""
        self.add.hide()
        self.new_name.show()
        self.new_value.show()
        self.fit_beside(self._beside)
        self.new_name.setFocus()


def _words(words: str, look: str) -> PlainLabel:
    label = PlainLabel(words, look)
    label.setWordWrap(True)
    return label

"""The fields of a question: what they hold is read at each change, and what that means stands below them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from editor_app.window.kit.dialogs.question import Typed
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import PlainLabel


class TypedFields(QWidget):
    """A form over a remark and what is wrong; `read` is what was read last."""

    ready_changed = Signal(bool)

    def __init__(self, typed: Typed[Any], parent: QWidget) -> None:
        """Show the fields as they are at the start."""
        super().__init__(parent)
        self._typed = typed
        self.values = {field.key: field.value for field in typed.fields}
        gap = 4 if any(field.label for field in typed.fields) else 0
        self.form = Form(FormLook(margins=(0, 0, 0, 0), label_gap=12, line_gap=4 + gap), self)
        self.form.show_fields(typed.fields)
        self.remark, self.problem = PlainLabel("", "soft", self), PlainLabel("", "error", self)
        for label in (self.remark, self.problem):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        column(self, self.form, gap, self.remark, self.problem, spacing=4)
        on_theme(self, self._take_sizes)
        typed.dress(self.form)
        self._first = self.form.cell(typed.first or typed.fields[0].key).widget
        self._first.setFocus()
        if isinstance(self._first, QLineEdit):
            self._first.selectAll()
        self._read()
        self.form.changed.connect(self._take)

    @property
    def is_ready(self) -> bool:
        """Whether what was read is an answer."""
        return self.read.answer is not None and not self.read.problem

    def go_on(self) -> bool:
        """Focus the line below the one with the focus, if there is one; return False if none has it."""
        lines = [cell.widget for cell in self.form.cells if isinstance(cell.widget, QLineEdit)]
        places = [at for at, line in enumerate(lines) if line.hasFocus()]
        for at in places:
            lines[min(at + 1, len(lines) - 1)].setFocus()
        return bool(places)

    def _take_sizes(self) -> None:
        for label in (self.remark, self.problem):
            label.setMinimumHeight(current_theme().line_height("small"))

    def _take(self, key: str, value: object) -> None:
        before, self.values = self.values, {**self.values, key: value}
        filled = self._typed.fill(before, self.values)
        if filled:
            self.values |= filled
            fields = [replace(field, value=self.values[field.key]) for field in self._typed.fields]
            self.form.show_fields(fields)
        self._read()

    def _read(self) -> None:
        self.read = self._typed.read(self.values)
        self.remark.setText(self.read.remark)
        self.remark.setVisible(bool(self.read.remark))
        self.problem.setText(self.read.problem)
        self.problem.setVisible(bool(self.read.problem) or not self.read.remark)  # there is room for either
        self._first.setAccessibleDescription(self.read.problem or self.read.remark)
        self.ready_changed.emit(self.is_ready)

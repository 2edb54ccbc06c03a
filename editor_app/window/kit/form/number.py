"""A field for any integer, which steps with the arrow keys and buttons.

A step is announced after a pause, what is typed on Enter and when the focus leaves the field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Property, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QWidget

from editor_app.window.kit.card.popups import show_standard_menu
from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.form.line import CommittedLine
from editor_app.window.kit.theme.current import sized

_LONGEST_NUMBER: Final = 18
_LINE_KEYS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape})
_whole_number = re.compile(r"[+-]?[0-9]+\Z")
_begun_number = re.compile(r"[+-]?[0-9]*\Z")


@dataclass(frozen=True, slots=True)
class Number(Field):
    """An integer, as text: a file may have another value there. An int is given."""

    value: str = ""

    def make(self, parent: QWidget) -> NumberCell:
        """Return a cell with a field that steps."""
        return NumberCell(parent)


class NumberCell(Cell[Number]):
    """The cell of a `Number`."""

    widget: NumberBox

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        super().__init__(sized(NumberBox(), height=26), parent)
        self.widget.value_given.connect(self.value_given.emit)

    def show_value(self, field: Number, *, is_other: bool) -> None:
        """Show the number, unless the user is typing another."""
        line = self.widget.line
        (line.set_text if is_other else line.show_text)(field.value)

    def commit(self) -> None:
        """Announce the number that was typed and not announced yet."""
        self.widget.line.commit()


class NumberBox(QAbstractSpinBox):
    """A field for an integer; a step is announced after a pause, so that several steps are one change.

    Qt's own QSpinBox shows no text that is not a number, and none beyond 32 bits.
    """

    value_given = Signal(int)

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.line = CommittedLine("", self)
        self.line.reads = _read
        self.line.setTextMargins(6, 0, 0, 0)
        self.line.value_given.connect(lambda text: self.value_given.emit(int(text)))
        self.setLineEdit(self.line)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _number(self) -> float:
        """Return the number in the field, 0 where there is none."""
        return float(_read(self.text()) or 0)

    value = Property(float, _number)
    """What screen readers read as the value."""

    def stepBy(self, steps: int) -> None:
        """Add `steps` to the number."""
        typed = self.text().strip()
        if self.isReadOnly() or (typed and not _whole_number.match(typed)):
            return
        self.line.setText(str(int(typed or "0") + steps))
        self.line.setModified(True)
        self.line.commit_after(250)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Allow steps up and down without limits."""
        flags = QAbstractSpinBox.StepEnabledFlag
        return flags.StepNone if self.isReadOnly() else flags.StepUpEnabled | flags.StepDownEnabled

    def validate(self, typed: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accept a number, and what may become one by typing on."""
        fits = _begun_number.match(typed.strip()) is not None or typed == self.line.shown
        return (QValidator.State.Acceptable if fits else QValidator.State.Invalid, typed, position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce the value on Enter, restore the old one on Esc, as the line does."""
        if event.key() in _LINE_KEYS:
            self.line.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        menu = self.line.createStandardContextMenu()
        menu.addSeparator()
        for words, steps in (("&Step up", 1), ("Step &down", -1)):
            action = menu.addAction(words)
            action.setEnabled(not self.isReadOnly())
            action.triggered.connect(lambda _checked=False, steps=steps: self.stepBy(steps))
        show_standard_menu(menu, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form, not the number, unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _read(typed: str) -> str | None:
    """Return the number in a text, None for any other text."""
    number = typed.strip()
    return number if _whole_number.match(number) and len(number) <= _LONGEST_NUMBER else None

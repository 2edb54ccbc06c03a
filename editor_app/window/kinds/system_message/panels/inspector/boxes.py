"""One-line fields that announce the typed value on Enter and on focus loss; Esc restores the old value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Property, QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QWidget

from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kit.card.popups import show_standard_menu
from editor_app.window.kit.form.committed_field import leaves_history
from editor_app.window.kit.form.elided_fields import ElidedComboBox
from editor_app.window.kit.theme.icons import icon, icon_size
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.timers import single_shot

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_STEP_MS: Final = 250
_LONGEST_NUMBER: Final = 18
_whole_number = re.compile(r"[+-]?[0-9]+\Z")


class NumberBox(QAbstractSpinBox):
    """A field for an integer; a step is announced after a pause, so that several steps are one change."""

    given = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._shown = ""
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(6, 0, 0, 0)
        self._soon = single_shot(self, _STEP_MS)
        self._soon.timeout.connect(self.commit)

    def show_text(self, text: str) -> None:
        """Show `text`, a number or another value from the file, unless the user is typing."""
        if not (self.hasFocus() and self.lineEdit().isModified() and self.text() != self._shown):
            self.lineEdit().setText(text)
        self._shown = text

    def commit(self) -> None:
        """Announce the number that was typed and not announced yet."""
        if self.lineEdit().isModified():
            self._give()

    def _number(self) -> float:
        """Return the number in the field, 0 where there is none."""
        typed = self.text().strip()
        return float(typed) if _whole_number.match(typed) else 0.0

    value = Property(float, _number)
    """What screen readers read as the value."""

    def _give(self) -> None:
        """Announce the number that was typed; what is not a number is replaced by the old value."""
        self._soon.stop()
        typed = self.text().strip()
        self.lineEdit().setModified(False)
        if typed == self._shown:
            return
        if _whole_number.match(typed) and len(typed) <= _LONGEST_NUMBER:
            self.given.emit(int(typed))
        else:
            self.lineEdit().setText(self._shown)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the file unless something was typed here since."""
        return False if not self.lineEdit().isModified() and leaves_history(event) else super().event(event)

    def stepBy(self, steps: int) -> None:
        """Add `steps` to the number."""
        typed = self.text().strip()
        if self.isReadOnly() or (typed and not _whole_number.match(typed)):
            return
        self.lineEdit().setText(str(int(typed or "0") + steps))
        self.lineEdit().setModified(True)
        self._soon.start()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Allow steps up and down without limits."""
        flags = QAbstractSpinBox.StepEnabledFlag
        return flags.StepNone if self.isReadOnly() else flags.StepUpEnabled | flags.StepDownEnabled

    def validate(self, typed: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accept a number, and what may become one by typing on."""
        fits = not typed.strip() or re.fullmatch(r"[+-]?[0-9]*", typed.strip()) is not None
        fits = fits or typed == self._shown
        return (QValidator.State.Acceptable if fits else QValidator.State.Invalid, typed, position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce the value on Enter, restore the old one on Esc."""
        if event.key() in _ENTER:
            self._give()
        elif event.key() == Qt.Key.Key_Escape:
            self._soon.stop()
            self.lineEdit().setText(self._shown)
            self.lineEdit().selectAll()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Announce what was typed; what was announced already and refused is replaced by the file's value."""
        super().focusOutEvent(event)
        if self.lineEdit().isModified():
            self.commit()
        else:
            self.lineEdit().setText(self._shown)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        menu = self.lineEdit().createStandardContextMenu()
        menu.addSeparator()
        enabled, ways = self.stepEnabled(), QAbstractSpinBox.StepEnabledFlag
        up, down = ("&Step up", 1, ways.StepUpEnabled), ("Step &down", -1, ways.StepDownEnabled)
        for words, steps, way in (up, down):
            action = menu.addAction(words)
            action.setEnabled(way in enabled)
            action.triggered.connect(lambda _checked=False, steps=steps: self.stepBy(steps))
        show_standard_menu(menu, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form, not the number, unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceBox(ElidedComboBox):
    """A combo box of a few values; an unknown value from the file is shown as it is written there."""

    given = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """Offer `choices`, pairs of a value and a word."""
        super().__init__(parent)
        self._choices = tuple(choices)
        self._shown = ""
        for value, word in choices:
            self.addItem(word, value)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(4)
        self.setMaxVisibleItems(len(self._choices) + 1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._give)

    def show_value(self, value: str) -> None:
        """Show `value` as selected."""
        self._shown = value
        known = [known for known, _ in self._choices]
        while self.count() > len(known):
            self.removeItem(self.count() - 1)
        if value not in known:
            self.addItem(one_line(value), value)
        self.setCurrentIndex(self.findData(value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form, not the choices: those would change by accident."""
        event.ignore()

    def _give(self, index: int) -> None:
        value = self.itemData(index)
        if value != self._shown:
            self.given.emit(value)


class TypeBox(ChoiceBox):
    """A combo box of the block types, each with its icon."""

    def _restyle(self) -> None:
        self.setIconSize(icon_size())
        for index in range(self.count()):
            self.setItemIcon(index, icon(*_icon_and_role(self.itemData(index))))

    def show_value(self, value: str) -> None:
        """Show `value` as selected, with its icon."""
        super().show_value(value)
        self._restyle()


def _icon_and_role(block_type: str) -> tuple[str, str]:
    look = look_of_type(block_type)
    return look.icon, look.role

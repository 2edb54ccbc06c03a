"""The one dialog: a title, a sentence, what is below them, buttons in the platform's order.

    dialog = QuestionDialog(question, window)
    dialog.exec()
    keep(dialog.answer)

It shows any `Question`; `CalmDialog` is its frame alone, for a window that asks nothing. `WindowDialogs` asks
with it, and for files and folders with the dialogs of the system.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Never, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor_app.window.kit.application import screen_room
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.dialogs.question import Button, Question, QuestionFields, UserQuestion
from editor_app.window.kit.focus.panel_keys import HELP_KEYS, is_key, opens_menu
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.layouts import add, column
from editor_app.window.kit.theme.current import current_theme, on_theme, spaced
from editor_app.window.kit.words.labels import PlainLabel, repolish, set_plain_tooltip

_WIDTH, _SIDE = 440, 20
_ROLES = QDialogButtonBox.ButtonRole
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CalmDialog(QDialog):
    """A dialog with one message; what is below it goes into the layout `content`; F1 asks for help."""

    help_requested = Signal()

    def __init__(self, title: str, sentence: str, parent: QWidget | None) -> None:
        """Show `title` and `sentence` as plain text; both may contain file names."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.title = PlainLabel(title, "title", self)
        self.sentence = PlainLabel(sentence, "", self)
        self.buttons = QDialogButtonBox(self)
        self.content = spaced(QVBoxLayout(), spacing=4)
        for label in (self.title, self.sentence):
            label.setWordWrap(True)
        self.sentence.setVisible(bool(sentence))
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        parts = (self.title, self.sentence, (self.content, 1), 8, self.buttons)
        column(self, *parts, margins=(_SIDE, 16, _SIDE, 16), spacing=8)
        head = self.title
        on_theme(head, lambda: head.setMinimumWidth(current_theme().px(_WIDTH - 2 * _SIDE)))
        self.buttons.rejected.connect(self.reject)

    def add_button(self, text: str, role: QDialogButtonBox.ButtonRole) -> QPushButton:
        """Add a button that Enter presses only while it has the focus."""
        button = self.buttons.addButton(text, role)
        button.setAutoDefault(False)
        return button

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the dialog on the screen, with its buttons visible; its lists can be scrolled."""
        room = screen_room(self)
        self.setMaximumSize(room)
        self.resize(self.size().boundedTo(room))
        super().showEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for help, open menus, and let Enter press the button with the focus, not the default one."""
        focus = self.focusWidget()
        if event.key() in _ENTER and isinstance(focus, QPushButton) and focus.isEnabled():
            focus.click()
        elif is_key(event, HELP_KEYS):
            self.help_requested.emit()
        elif not opens_menu(event, self):
            super().keyPressEvent(event)


class QuestionDialog(CalmDialog):
    """Asks a question; `answer` is that of its first button until another is pressed.

    `fields` has the form of them, `body` is what the question's content made, `action` is the last button.
    """

    def __init__(self, question: Question[Any], parent: QWidget | None) -> None:
        """Show a question; without fields, and a content that takes it, its first button has the focus."""
        super().__init__(question.title, question.sentence, parent)
        self._question = question
        self.answer = question.buttons[0].answer
        self.fields = QuestionForm(question.fields, self) if question.fields is not None else None
        if self.fields is not None:
            self.content.addWidget(self.fields)
        self.body = question.content(self) if question.content is not None else None
        self.links = [self._link(link) for link in question.links]  # after what is below them for Tab, too
        gap = 2 if question.links else 8 if question.sentence else 0
        add(self.content, *((gap, (self.body, 1)) if self.body is not None else (...,)))
        first, *others = question.buttons
        self.action = usual = self.add_button(first.words, _ROLES.RejectRole)
        for button in others:
            role = _ROLES.AcceptRole if button is others[-1] else _ROLES.ActionRole
            self.action = self.add_button(button.words, _ROLES.DestructiveRole if button.discards else role)
            self.action.clicked.connect(partial(self._press, button))
        if question.buttons[-1].is_primary:
            usual = self.action
            usual.setProperty("look", "primary")
            usual.setAutoDefault(question.by_enter)
            repolish(usual)
        usual.setDefault(question.by_enter)
        if self.fields is not None:
            self.fields.ready_changed.connect(self.action.setEnabled)
            self.action.setEnabled(self.fields.is_ready)
        elif self.focusWidget() is None and not question.buttons[-1].is_primary:
            usual.setFocus()
        self._scale = 0.0
        if question.size is not None:
            on_theme(self, partial(self._take_size, *question.size))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter go to the next field, and Ctrl+Enter answer, where Enter does not."""
        if self.fields is None or self._question.by_enter or event.key() not in _ENTER:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.action.click()
        elif not self.fields.go_on():
            super().keyPressEvent(event)

    def _take_size(self, width: int, height: int) -> None:
        """Take the size that the question wants, at the start and where lengths are others."""
        theme = current_theme()
        if theme.scale != self._scale:
            self._scale = theme.scale
            self.resize(theme.px(width), theme.px(height) or self.sizeHint().height())

    def _link(self, link: Button[Any]) -> QPushButton:
        shown = link_button(link.words, self, partial(self._give, link.answer))
        shown.setAutoDefault(False)
        shown.setProperty("stands", "below text")  # begins where the sentence above it does
        set_plain_tooltip(shown, link.about)
        self.content.addWidget(shown, 0, Qt.AlignmentFlag.AlignLeft)
        return shown

    def _press(self, button: Button[Any], _checked: bool = False) -> None:
        self._give(button.answer if self.fields is None else self.fields.result.answer)

    def _give(self, answer: object) -> None:
        self.answer = answer
        self.accept()


class QuestionForm(QWidget):
    """A form over a remark and what is wrong; `result` is what was read last."""

    ready_changed = Signal(bool)

    def __init__(self, fields: QuestionFields[Any], parent: QWidget) -> None:
        """Show the fields as they are at the start."""
        super().__init__(parent)
        self._fields = fields
        self.values = {field.key: field.value for field in fields.fields}
        gap = 4 if any(field.label for field in fields.fields) else 0
        self.form = Form(FormLook(margins=(0, 0, 0, 0), label_gap=12, line_gap=4 + gap), self)
        self.form.show_fields(fields.fields)
        self.remark, self.problem = PlainLabel("", "soft", self), PlainLabel("", "error", self)
        for label in (self.remark, self.problem):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        column(self, self.form, gap, self.remark, self.problem, spacing=4)
        on_theme(self, self._take_sizes)
        fields.dress(self.form)
        self._first = self.form.cell(fields.first or fields.fields[0].key).widget
        self._first.setFocus()
        if isinstance(self._first, QLineEdit):
            self._first.setSelection(
                0, len(self._first.text()) if fields.selected is None else fields.selected
            )
        self._read()
        self.form.changed.connect(self._take)

    @property
    def is_ready(self) -> bool:
        """Whether what was read is an answer."""
        return self.result.answer is not None and not self.result.problem

    def go_on(self) -> bool:
        """Focus the line below the one with the focus, if there is one; return False if none has it."""
        lines = [cell.widget for cell in self.form.cells if isinstance(cell.widget, QLineEdit)]
        places = [place for place, line in enumerate(lines) if line.hasFocus()]
        for place in places:
            lines[min(place + 1, len(lines) - 1)].setFocus()
        return bool(places)

    def _take_sizes(self) -> None:
        for label in (self.remark, self.problem):
            label.setMinimumHeight(current_theme().line_height("small"))

    def _take(self, key: str, value: object) -> None:
        before, self.values = self.values, {**self.values, key: value}
        filled = self._fields.fill(before, self.values)
        if filled:
            self.values |= filled
            fields = [replace(field, value=self.values[field.key]) for field in self._fields.fields]
            self.form.show_fields(fields)
        self._read()

    def _read(self) -> None:
        self.result = self._fields.read(self.values)
        self.remark.setText(self.result.remark)
        self.remark.setVisible(bool(self.result.remark))
        self.problem.setText(self.result.problem)
        self.problem.setVisible(
            bool(self.result.problem) or not self.result.remark
        )  # there is room for either
        self._first.setAccessibleDescription(self.result.problem or self.result.remark)
        self.ready_changed.emit(self.is_ready)


_Answer = TypeVar("_Answer")


class WindowDialogs:
    """Asks with modal dialogs over a window, or over the dialog that is open."""

    def __init__(self, parent: QWidget, show_help: Callable[[str, QWidget], object]) -> None:
        """Open dialogs over `parent`; `show_help` gets the class of a question and its dialog on F1."""
        self._parent = parent
        self._show_help = show_help

    def ask(self, question: UserQuestion[_Answer]) -> _Answer:
        """Show a question, wait, and return the answer; nothing that was typed is kept."""
        dialog = QuestionDialog(question.question(), QApplication.activeModalWidget() or self._parent)
        dialog.help_requested.connect(lambda: self._show_help(type(question).__name__, dialog))
        dialog.exec()
        dialog.deleteLater()
        answer: _Answer = dialog.answer
        return answer

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Ask for a folder."""
        return _path(QFileDialog.getExistingDirectory(self._parent, title, str(start)))

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask for a file to open."""
        return _path(QFileDialog.getOpenFileName(self._parent, title, str(start), patterns)[0])

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask where to save a file."""
        return _path(QFileDialog.getSaveFileName(self._parent, title, str(start), patterns)[0])


class NoDialogs:
    """Raises `LookupError` at each question: nobody is there to answer."""

    def ask(self, *question: object) -> Never:
        """Raise the error."""
        raise LookupError(f"The window asks {question}, and no answer to it is given.")

    choose_folder = choose_file = choose_new_file = ask


def _path(chosen: str) -> Path | None:
    return Path(chosen) if chosen else None

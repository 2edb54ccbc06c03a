"""The dialog that asks where to send a request."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QHBoxLayout, QWidget

from editor_app.window.dialogs.answers import KeyState, SendAnswer, SendQuestion
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.form.completions import offer
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, repolish

_SENTENCE: Final = (
    "It is sent once, and the answer is shown beside it. Tools that the model calls are not run."
)
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OTHER_SHAPE: Final = "Endpoints take requests in OpenAI’s form, and this one is in another."
_LOOKING: Final = "Looking for it…"


class SendDialog(CalmDialog):
    """Fields for the address and the model, the state of the key, and what is wrong.

    Enter in a field sends nothing: only the button does, and Ctrl+Enter.
    """

    def __init__(self, question: SendQuestion, parent: QWidget | None) -> None:
        """Start with the place that was asked last."""
        super().__init__("Send the request", _SENTENCE, parent)
        self._question = question
        self._switches = False
        self._is_over = False
        self._looked: str | None = None
        last = question.known[0] if question.known else SendAnswer("", "")
        self.address = _field("Address", last.address, "https://host/v1")
        self.model = _field("Model", question.model or last.model, "its name there")
        self.key = PlainLabel("", "soft", self)
        self.change = link_button("Change…", self, self._change_key)
        self.change.setAccessibleName("Change the key")
        self.forget = link_button("Forget", self, self._forget)
        self.forget.setAccessibleName("Forget the key")
        for link in (self.change, self.forget):
            link.setAutoDefault(False)
        self.forget.hide()
        self.what = _words("soft", self)
        self.problem = _words("error", self)
        self.switch = link_button("Show it in OpenAI’s form", self, self._switch)
        self.switch.setAutoDefault(False)
        self.switch.setProperty("stands", "below text")
        self._build()
        self.add_cancel().setAutoDefault(False)
        self.action = self.add_button("Send", QDialogButtonBox.ButtonRole.AcceptRole)
        self.action.setProperty("look", "primary")
        repolish(self.action)
        self.buttons.accepted.connect(self.accept)
        offer(self.address, [one.address for one in question.known])
        for field in (self.address, self.model):
            field.textChanged.connect(self._check)
        self.address.textChanged.connect(self._forget_key)
        self.address.editingFinished.connect(self._look)
        self.address.setFocus()
        self.address.selectAll()
        self._check()
        self._look()

    @property
    def answer(self) -> SendAnswer:
        """What is typed."""
        return SendAnswer(self.address.text().strip(), self.model.text().strip(), self._switches)

    def done(self, result: int) -> None:
        """Close; what is told of keys from now on is not shown."""
        self._is_over = True
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Ctrl+Enter; Enter alone stays in the fields."""
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._look()
            if self.action.isEnabled():
                self.accept()
            return
        if event.key() in _ENTER and self.focusWidget() in {self.address, self.model}:
            self.model.setFocus()
            return
        super().keyPressEvent(event)

    def _build(self) -> None:
        theme = current_theme()
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(theme.px(8))
        for row, field in enumerate((self.address, self.model)):
            grid.addWidget(PlainLabel(field.accessibleName(), "field", self), row, 0)
            grid.addWidget(field, row, 1)
        key = QHBoxLayout()
        key.addWidget(self.key, 1)
        key.addWidget(self.change)
        key.addWidget(self.forget)
        grid.addWidget(PlainLabel("Key", "field", self), 2, 0)
        grid.addLayout(key, 2, 1)
        self.key.setWordWrap(True)
        self.content.addLayout(grid)
        self.content.addSpacing(theme.px(4))
        for part in (self.what, self.problem):
            self.content.addWidget(part)
        links = QHBoxLayout()
        links.addWidget(self.switch)
        links.addStretch(1)
        self.content.addLayout(links)
        self.content.addStretch(1)

    def _check(self) -> None:
        question, answer = self._question, self.answer
        wrong = _OTHER_SHAPE if question.is_other_shape else question.refused
        if not wrong and answer.address and answer.model:
            wrong = question.problem(answer)
        host = question.host(answer)
        self.what.setText(f"{question.what}, to {host}" if host else question.what)
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        self.switch.setVisible(question.is_other_shape)
        self.address.setAccessibleDescription(wrong)
        self.change.setEnabled(bool(host))
        self.action.setEnabled(bool(answer.address and answer.model) and not wrong)

    def _forget_key(self) -> None:
        host = self._question.host(self.answer)
        if host != self._looked:
            self._looked = None
            self.forget.hide()
            self.key.setText("Looked for when the address is typed" if host else "")

    def _look(self) -> None:
        """Look for the key of the typed address, once for each host: a keyring may ask the user."""
        answer = self.answer
        host = self._question.host(answer)
        if not host or host == self._looked or self._is_over:
            return
        self._looked = host
        self.key.setText(_LOOKING)
        self._question.look(answer, lambda state: self._show_key(host, state))

    def _show_key(self, host: str, state: KeyState) -> None:
        if not self._is_over and host == self._looked:
            self.key.setText(state.words)
            self.forget.setVisible(state.is_there)

    def _change_key(self) -> None:
        self._question.change_key(self.answer)
        self._look_again()

    def _forget(self) -> None:
        self.change.setFocus()
        self._question.forget_key(self.answer, self._look_again)

    def _look_again(self) -> None:
        self._looked = None
        self._look()

    def _switch(self) -> None:
        self._switches = True
        self.accept()


def _field(name: str, text: str, hint: str) -> LineField:
    field = LineField(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def _words(look: str, parent: QWidget) -> PlainLabel:
    label = PlainLabel("", look, parent)
    label.setWordWrap(True)
    label.setMinimumHeight(current_theme().line_height("small"))
    return label

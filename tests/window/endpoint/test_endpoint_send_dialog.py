"""The dialog that asks where to send a request: only its button sends, and it says what would go wrong."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from shiboken6 import isValid

from editor_app.window.endpoint.send_question import KeysOfPlaces, KeyState, SendAnswer, SendQuestion
from editor_app.window.kit.dialogs.dialog import QuestionDialog

KNOWN = (
    SendAnswer("https://api.example.org/v1", "big-model"),
    SendAnswer("http://localhost:8080/v1", "small-model"),
)


class Answers:
    """What a question is answered with; `told` has who waits for the words about a key."""

    def __init__(self) -> None:
        self.looked: list[str] = []
        self.told: list = []
        self.changed: list[SendAnswer] = []
        self.forgotten: list[str] = []

    def question(self, **more) -> SendQuestion:
        given = {"known": KNOWN, "model": "", "summary": "3 messages, ≈ 40 tokens", **more}
        return SendQuestion(
            **given,
            keys=KeysOfPlaces(self.look, self.changed.append, self.forget),
        )

    def forget(self, answer, done) -> None:
        self.forgotten.append(answer.address)
        done()

    def look(self, answer, told) -> None:
        self.looked.append(answer.address)
        self.told.append(told)


class Shown(QuestionDialog):
    """The dialog with its parts by name."""

    @property
    def address(self):
        return self.fields.form.cell("address").widget

    @property
    def model(self):
        return self.fields.form.cell("model").widget

    @property
    def key(self):
        return self.fields.form.cell("key").widget

    def button(self, words):
        return next(found for found in self.findChildren(QPushButton) if found.text() == words)


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def dialog(theme, show, answers):
    def dialog(**more) -> Shown:
        made = Shown(answers.question(**more).question(), None)
        show(made, 440, 320)
        return made

    return dialog


def test_it_starts_with_the_place_that_was_asked_last_and_the_model_of_the_request(dialog):
    shown = dialog(model="gpt-5")
    assert shown.fields.result.answer == SendAnswer("https://api.example.org/v1", "gpt-5")
    assert dialog().fields.result.answer == KNOWN[0]
    assert shown.fields.remark.text() == "3 messages, ≈ 40 tokens, to api.example.org"
    assert shown.action.isEnabled()
    assert shown.address.hasFocus() or shown.focusWidget() is shown.address


@pytest.mark.parametrize("field", ["address", "model"])
def test_enter_in_a_field_sends_nothing(dialog, field):
    shown = dialog()
    getattr(shown, field).setFocus()
    for _ in range(4):
        QTest.keyClick(shown.focusWidget(), Qt.Key.Key_Return)
    assert shown.focusWidget() is shown.model
    assert shown.isVisible()
    assert shown.result() == 0


def test_only_the_button_and_ctrl_enter_send(dialog):
    shown = dialog()
    shown.action.click()
    assert shown.result() == shown.DialogCode.Accepted
    shown = dialog()
    QTest.keyClick(shown.model, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown.result() == shown.DialogCode.Accepted
    shown = dialog()
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.result() == shown.DialogCode.Rejected


@pytest.mark.parametrize(
    ("address", "model", "problem"),
    [
        ("", "a-model", ""),
        ("https://api.example.org/v1", "", ""),
        ("gopher://there", "a-model", "‘gopher://there’ can’t be asked."),
    ],
)
def test_nothing_is_sent_without_an_address_and_a_model(dialog, address, model, problem):
    shown = dialog()
    shown.address.setText(address)
    shown.model.setText(model)
    assert not shown.action.isEnabled()
    assert shown.fields.problem.text().partition(" Write one")[0] == problem
    QTest.keyClick(shown.model, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert shown.isVisible()


def test_what_is_refused_cannot_be_sent(dialog):
    shown = dialog(refused="OpenAI refuses this request: 5 is first.")
    assert not shown.action.isEnabled()
    assert shown.fields.problem.text() == "OpenAI refuses this request: 5 is first."
    assert not shown.links


def test_another_form_can_only_be_switched(dialog):
    shown = dialog(is_other_shape=True)
    assert not shown.action.isEnabled()
    [switch] = shown.links
    switch.click()
    assert shown.result() == shown.DialogCode.Accepted
    assert shown.answer.switches


def test_the_key_is_looked_for_once_a_host_is_typed_and_not_at_each_letter(dialog, answers):
    shown = dialog()
    assert answers.looked == ["https://api.example.org/v1"]
    answers.told[0](KeyState("No key is kept"))
    assert shown.key.text() == "No key is kept"
    assert not shown.button("Forget").isVisible()
    shown.address.selectAll()
    QTest.keyClicks(shown.address, "https://other.example.org/v1")
    assert len(answers.looked) == 1
    QTest.keyClick(shown.address, Qt.Key.Key_Return)
    assert answers.looked[1:] == ["https://other.example.org/v1"]
    answers.told[0](KeyState("of the first", is_there=True))
    assert shown.key.text() == "Looking for it…"
    shown.button("Change…").click()
    assert answers.changed == [SendAnswer("https://other.example.org/v1", "big-model")]
    assert len(answers.looked) == 3


def test_words_about_a_key_that_come_late_are_left(dialog, answers):
    shown = dialog()
    shown.reject()
    shown.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    answers.told[0](KeyState("No key is kept"))
    assert not isValid(shown)


def test_a_key_that_is_there_can_be_forgotten(dialog, answers):
    shown = dialog()
    answers.told[0](KeyState("Kept in the keyring of the system", is_there=True))
    shown.button("Forget").click()
    assert answers.forgotten == ["https://api.example.org/v1"]
    answers.told[1](KeyState("No key is kept"))
    assert shown.key.text() == "No key is kept"
    assert not shown.button("Forget").isVisible()


def test_addresses_used_before_are_offered(dialog):
    completer = dialog().address.completer()
    completer.setCompletionPrefix("local")
    assert completer.currentCompletion() == "http://localhost:8080/v1"

"""Questions as data, and the dialog that shows any of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from editor_app.window.kit.dialogs.dialog import NoDialogs, QuestionDialog, WindowDialogs
from editor_app.window.kit.dialogs.question import (
    CANCEL,
    Button,
    FieldsAnswer,
    NameQuestion,
    Question,
    QuestionFields,
    confirmation,
    line,
)
from editor_app.window.kit.form.choice import Tick
from editor_app.window.kit.theme.theme import load_theme

HOSTILE = f"a\x00b \ud800 \u202e{'&' * 3}<b>no</b> {'x' * 10_000}"


@dataclass(frozen=True, slots=True)
class Ordering:
    """A question of a program: how many, at most three, and whether to wrap them."""

    most: int = 3

    def question(self) -> Question[tuple[int, bool] | None]:
        """Return how it is asked."""
        fields = (
            line("count", "Count", "2", "how many"),
            line("note", "Note", "", ""),
            Tick("wrap", "", words="Wrap"),
        )
        typed = QuestionFields(fields, self._read, self._fill)
        return Question("Order", "So many.", (CANCEL, Button("Order", None, is_primary=True)), typed)

    def _read(self, values):
        if not values["count"]:
            return FieldsAnswer(None)
        if int(values["count"]) > self.most:
            return FieldsAnswer(None, f"There are {self.most}.")
        return FieldsAnswer((int(values["count"]), values["wrap"]), "", f"{values['count']} are ordered.")

    def _fill(self, before, now):
        return {"note": f"for {now['count']}"} if before["count"] != now["count"] else {}


def button(dialog: QWidget, words: str) -> QPushButton:
    return next(found for found in dialog.findChildren(QPushButton) if found.text() == words)


@pytest.fixture
def shown(theme, show):
    def shown(asked) -> QuestionDialog:
        dialog = QuestionDialog(asked.question(), None)
        show(dialog, 440, 300)
        return dialog

    return shown


def test_what_is_typed_is_read_said_and_answered(shown):
    dialog = shown(Ordering())
    form, typed = dialog.fields.form, dialog.fields
    assert (typed.remark.text(), typed.problem.isVisible()) == ("2 are ordered.", False)
    assert form.cell("count").widget.hasFocus()
    form.cell("count").widget.setText("4")
    assert (typed.problem.text(), dialog.action.isEnabled()) == ("There are 3.", False)
    assert form.cell("count").widget.accessibleDescription() == "There are 3."
    form.cell("count").widget.setText("")
    assert (typed.problem.text(), dialog.action.isEnabled()) == ("", False)
    form.cell("count").widget.setText("3")
    assert form.cell("note").widget.text() == "for 3", "one field fills in another"
    form.cell("wrap").widget.click()
    dialog.action.click()
    assert dialog.answer == (3, True)


def test_what_is_closed_answers_as_its_first_button(shown):
    for asked, answer in ((Ordering(), None), (confirmation("Delete?", "For good.", "Delete"), False)):
        dialog = shown(asked)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert (dialog.answer, dialog.isVisible()) == (answer, False)


def test_enter_answers_only_what_is_meant_to_be_usual(shown):
    dialog = shown(confirmation("Delete?", "For good.", "Delete"))
    assert dialog.focusWidget() is button(dialog, "Cancel")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.answer is False
    dialog = shown(NameQuestion("Rename", "", "Rename", "old"))
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.answer == "old"


def test_where_enter_answers_nothing_it_goes_on_and_ctrl_enter_answers(shown):
    asked = Ordering().question()
    dialog = shown(Question(asked.title, asked.sentence, asked.buttons, asked.fields, by_enter=False))
    note = dialog.fields.form.cell("note").widget
    for _ in range(3):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        assert note.hasFocus()
    assert dialog.isVisible()
    QTest.keyClick(note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.answer == (2, False)


def test_a_link_answers_and_what_a_question_shows_stands_below_it(shown):
    links = (Button("Later", "later", about="It is asked again"),)
    asked = Question(
        "Which?", "One.", (Button("None", ""),), links=links, content=lambda parent: QLabel("it", parent)
    )
    dialog = shown(asked)
    [link] = dialog.links
    assert link.geometry().bottom() < dialog.body.geometry().top()
    assert link.accessibleDescription() == "It is asked again"
    link.click()
    assert (dialog.answer, dialog.isVisible()) == ("later", False)


def test_an_open_question_follows_the_size_of_text(qtbot, theme, wear):
    typed = QuestionFields((line("name", "Name", "", "Name"),), lambda _values: FieldsAnswer(None))
    question = Question("Size?", "", (CANCEL, Button("Set", None)), typed, size=(460, 300))
    dialog = QuestionDialog(question, None)
    qtbot.addWidget(dialog)
    before = dialog.title.minimumWidth(), dialog.fields.problem.minimumHeight()
    assert dialog.size() == QSize(460, 300)
    dialog.resize(500, 320)
    wear(load_theme("dark", 1.0))
    assert dialog.size() == QSize(500, 320), "that of another colour stays as it was made"
    wear(load_theme("light", 1.5))
    assert dialog.size() == QSize(690, 450)
    after = dialog.title.minimumWidth(), dialog.fields.problem.minimumHeight()
    assert after == tuple(length * 3 // 2 for length in before)


def test_words_are_shown_as_they_are(shown):
    dialog = shown(NameQuestion(HOSTILE, HOSTILE, "Go", problem=lambda _name: HOSTILE))
    for label in (dialog.title, dialog.sentence, dialog.fields.problem):
        assert label.textFormat() is Qt.TextFormat.PlainText
    dialog.fields.form.cell("name").widget.setText("x" * 10_000)
    assert not dialog.action.isEnabled()


def test_a_window_asks_and_keeps_nothing_of_what_was_typed(qtbot, theme):
    window = QWidget()
    qtbot.addWidget(window)

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        dialog.focusWidget().setText("sk-secret")
        dialog.action.click()

    QTimer.singleShot(0, answer)
    assert (
        WindowDialogs(window, lambda _topic, _dialog: None).ask(NameQuestion("Key", "", "Use")) == "sk-secret"
    )
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert window.findChildren(QLineEdit) == []


def test_a_question_that_a_dialog_asks_stands_over_that_dialog(qtbot, theme):
    window, parents = QWidget(), []
    qtbot.addWidget(window)
    dialogs = WindowDialogs(window, lambda _topic, _dialog: None)

    def answer_inner() -> None:
        dialog = QApplication.activeModalWidget()
        parents.append(dialog.parentWidget())
        dialog.action.click()

    def ask_again() -> None:
        outer = QApplication.activeModalWidget()
        parents.append(outer)
        QTimer.singleShot(0, answer_inner)
        assert dialogs.ask(confirmation("Reset?", "All goes back.", "Reset"))
        assert outer.isVisible()
        outer.reject()

    QTimer.singleShot(0, ask_again)
    dialogs.ask(NameQuestion("Name", "", "Use"))
    outer, parent = parents
    assert parent is outer


def test_without_anybody_to_answer_each_question_is_an_error():
    dialogs = NoDialogs()
    for ask in (
        lambda: dialogs.ask(Ordering()),
        lambda: dialogs.choose_folder("Open", Path("/")),
        lambda: dialogs.choose_file("Open", Path("/"), "All (*)"),
        lambda: dialogs.choose_new_file("Save", Path("/")),
    ):
        with pytest.raises(LookupError, match="no answer"):
            ask()

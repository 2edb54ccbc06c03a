"""Keys of endpoints in the window: read and kept off its thread, remembered, and asked for."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton

from editor_app.runs.endpoint.addresses import endpoint_at
from editor_app.runs.endpoint.keys import KeyStore, key_of
from editor_app.window.endpoint.endpoints import EndpointKeys, KeyAnswer
from editor_app.window.endpoint.send_question import GivenKey, KeyQuestion
from editor_app.window.kit.dialogs.dialog import QuestionDialog

HERE = endpoint_at("https://api.example.org/v1", "a-model")
THERE = endpoint_at("https://other.example.org/v1", "a-model")
KEY = key_of("sk-one")
IN_FILE = "file"


class Ring:
    """A keyring in memory, which can be made to hang."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.threads: set[threading.Thread] = set()
        self.may_answer = threading.Event()
        self.may_answer.set()

    def get_password(self, service, username):
        self.threads.add(threading.current_thread())
        self.may_answer.wait()
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


@pytest.fixture
def ring() -> Ring:
    return Ring()


@pytest.fixture
def keys(qapp, ring, tmp_path) -> EndpointKeys:
    return EndpointKeys(lambda: KeyStore(tmp_path / "keys.json", ring))


def asked(qtbot, *askings):
    """Return the answers of some questions, asked at once, in the order in which they are told."""
    told = []
    for ask in askings:
        ask(told.append)
    qtbot.waitUntil(lambda: len(told) == len(askings))
    return [(one.key, one.error) for one in told]


def test_a_key_is_kept_read_and_forgotten_in_another_thread(keys, ring, qtbot):
    answers = asked(
        qtbot,
        lambda told: keys.read(HERE, told),
        lambda told: keys.keep(HERE, KEY, told),
        lambda told: keys.read(HERE, told),
        lambda told: keys.read(THERE, told),
    )
    assert answers[1:] == [(KEY, ""), (KEY, ""), (None, "")]
    assert ring.kept == {("foreword", "https://api.example.org:443"): "sk-one"}
    answers = asked(qtbot, lambda told: keys.forget(HERE, told), lambda told: keys.read(HERE, told))
    assert answers == [(None, ""), (None, "")]
    assert ring.kept == {}
    assert threading.main_thread() not in ring.threads


def test_a_key_that_is_not_kept_is_remembered_by_this_window_alone(keys, ring, qtbot, tmp_path):
    keys.give(HERE, KEY)
    assert asked(qtbot, lambda told: keys.read(HERE, told)) == [(KEY, "")]
    assert asked(qtbot, lambda told: keys.read(THERE, told)) == [(None, "")]
    other = EndpointKeys(lambda: KeyStore(tmp_path / "keys.json", ring))
    assert asked(qtbot, lambda told: other.read(HERE, told)) == [(None, "")]
    assert ring.kept == {}


def test_a_keyring_that_hangs_does_not_keep_the_window_waiting(keys, ring, qtbot):
    ring.may_answer.clear()
    told = []
    keys.read(HERE, told.append)
    qtbot.waitUntil(lambda: bool(ring.threads))
    assert told == []
    ring.may_answer.set()
    qtbot.waitUntil(lambda: bool(told))
    assert told == [KeyAnswer(None, "", "ring")]


def test_nothing_is_told_of_keys_when_the_window_is_gone(ring, qtbot, tmp_path):
    parent = QObject()
    keys = EndpointKeys(lambda: KeyStore(tmp_path / "keys.json", ring), parent)
    ring.may_answer.clear()
    told = []
    keys.read(HERE, told.append)
    qtbot.waitUntil(lambda: bool(ring.threads))
    with qtbot.waitSignal(parent.destroyed):
        parent.deleteLater()
    ring.may_answer.set()
    (thread,) = ring.threads
    thread.join()
    assert told == []


def test_a_place_that_cannot_be_read_is_said_and_another_question_is_answered(qapp, qtbot, tmp_path):
    file = tmp_path / "keys.json"
    file.write_text("no keys")
    file.chmod(0o600)
    keys = EndpointKeys(lambda: KeyStore(file))
    told = []
    keys.read(HERE, told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert told[0].key is None
    assert told[0].place == IN_FILE
    assert told[0].error.endswith("does not hold keys as this version keeps them. Move it away.")
    file.unlink()
    assert asked(qtbot, lambda told: keys.read(HERE, told)) == [(None, "")]


def test_a_fault_is_told_to_the_hook_and_another_question_is_answered(qapp, qtbot, monkeypatch):
    caught, faults = [], [ValueError("a fault")]
    monkeypatch.setattr(threading, "excepthook", lambda args: caught.append(args.exc_value))

    def open_store():
        if faults:
            raise faults[0]
        return KeyStore(Path("/nowhere/at/all"))

    keys = EndpointKeys(open_store)
    first = asked(qtbot, lambda told: keys.read(HERE, told))
    assert first == [(None, "The keys could not be looked up: Foreword has a fault. The log has it.")]
    assert caught == faults
    faults.clear()
    assert asked(qtbot, lambda told: keys.read(HERE, told)) == [(None, "")]


# The dialog


class Shown(QuestionDialog):
    """The dialog with its parts by name."""

    @property
    def field(self) -> QLineEdit:
        return self.fields.form.cell("key").widget

    @property
    def keep(self) -> QCheckBox:
        return self.fields.form.cell("keep").widget

    @property
    def show_button(self) -> QPushButton:
        return next(one for one in self.findChildren(QPushButton) if one.text() in {"Show", "Hide"})


@pytest.fixture
def dialog(theme, show):
    def dialog(origin: str = HERE.origin, **more) -> Shown:
        made = Shown(KeyQuestion(origin, "It has no key yet.", **more).question(), None)
        show(made, 440, 260)
        return made

    return dialog


def test_the_dialog_gives_what_was_typed_and_keeps_it_only_if_told(dialog):
    shown = dialog(place=IN_FILE)
    assert shown.title.text() == "Key for api.example.org"
    assert shown.keep.text() == "Keep it in a file that only you can read"
    assert not shown.action.isEnabled()
    QTest.keyClicks(shown.field, " sk-one")
    assert shown.fields.result.answer == GivenKey(KEY, is_kept=False)
    shown.keep.click()
    assert shown.fields.result.answer == GivenKey(KEY, is_kept=True)
    shown.action.click()
    assert shown.result() == shown.DialogCode.Accepted
    assert shown.answer == GivenKey(KEY, is_kept=True)


def test_a_key_is_hidden_until_it_is_shown(dialog):
    shown = dialog()
    assert shown.field.echoMode() is QLineEdit.EchoMode.Password
    shown.show_button.click()
    assert shown.field.echoMode() is QLineEdit.EchoMode.Normal
    assert shown.show_button.text() == "Hide"
    shown.show_button.click()
    assert shown.field.echoMode() is QLineEdit.EchoMode.Password


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("Bearer sk", "That can’t be a key: it has a space. Give the key alone, without ‘Bearer’."),
        ("schlüssel", "That can’t be a key: a key is one line of letters, digits and signs."),
    ],
)
def test_what_is_no_key_is_said(dialog, typed, problem):
    shown = dialog()
    shown.field.setText(typed)
    assert shown.fields.problem.text() == problem
    assert shown.fields.result.answer is None
    assert not shown.action.isEnabled()


def test_no_key_is_taken_for_http_but_on_this_machine(dialog):
    shown = dialog("http://api.example.org:80")
    assert shown.fields.problem.text().startswith(
        "A key is sent by https only, and api.example.org is asked by"
    )
    assert not shown.field.isEnabled()
    shown.field.setText("sk-one")
    assert shown.fields.result.answer is None
    here = dialog("http://127.0.0.1:8080")
    here.field.setText("sk-one")
    assert here.fields.result.answer == GivenKey(KEY)

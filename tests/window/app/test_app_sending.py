"""Sending the request of a chat: once, where it was said, with the answer beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import app_chats as chats
import pytest
from app_sending import MODEL, Asked, files_with, question_of
from endpoint_connections import KEY
from named_cases import in_case
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from editor_app.chats import read_chat
from editor_app.requests import Provider
from editor_app.runs.endpoint import key_of
from editor_app.window.dialogs import GivenKey, SendAnswer
from editor_app.window.panels.request import ANSWER, STRUCTURE, AnswerState

pytestmark = pytest.mark.one_window


@pytest.fixture
def talk(root) -> Path:
    return chats.make_chat(root, "Hello?\n", "Yes.\n", "Tell me more.\n")


@pytest.fixture
def asked(open_bench, root, talk, odd_endpoint):
    """Return a function that opens the chat in a window, for a path of the server."""
    benches = []

    def asked(path: str, **more) -> Asked:
        if not benches:
            benches.append(open_bench(root))
            chats.open_chat(benches[0], talk / "3.md")
        return Asked(benches[0], odd_endpoint, path, **more)

    return asked


def test_a_request_is_sent_once_as_it_is_copied(asked):
    one = asked("streams")
    one.bench.act("copy_request_json")
    copied = json.loads(one.bench.clipboard())
    one.send()
    one.wait(AnswerState.ENDED)
    (came,) = one.came
    assert came["body"] == {
        **copied,
        "model": MODEL,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert "authorization" not in came["headers"]
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Ended · 42 tokens · ")
    assert one.panel.view == ANSWER
    question = question_of(one.bench)
    assert question.what == f"3 messages after the system text, {one.panel.header_tools.text()}"
    assert question.refused == ""


def test_nothing_is_sent_without_the_button(asked):
    one = asked("streams")
    one.bench.dialogs.answers.append(None)
    one.bench.act("send_request")
    one.bench.settle()
    assert one.came == []
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    assert not one.panel.bar._actions[ANSWER].isVisible()


def test_an_answer_that_comes_byte_by_byte_is_read(asked):
    one = asked("bytewise")
    one.send()
    one.wait(AnswerState.ENDED)
    assert one.shown == "Grüß Gott"


def test_a_stalled_answer_is_cancelled_by_esc_and_what_came_stays(asked):
    one = asked("stall-in")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    assert one.panel.answer.cancel.isVisible()
    one.bench.press("Esc", one.panel.answer.text)
    one.wait(AnswerState.CANCELLED)
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Cancelled · ")
    assert not one.panel.answer.cancel.isVisible()


def test_calls_are_shown_and_not_run(asked):
    one = asked("pieces")
    one.send()
    one.wait(AnswerState.ENDED)
    assert "Call of read_file, not run" in one.shown
    assert '"path": "notes/a.txt"' in one.shown
    assert one.status.startswith("Ended with calls, not run · ")
    assert len(one.came) == 1


def test_an_answer_that_breaks_off_keeps_what_came_and_says_why(asked):
    one = asked("three-chunks")
    one.send()
    one.wait(AnswerState.FAILED)
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Broke off")
    assert one.panel.answer.error.text().startswith("The answer broke off: 127.0.0.1:")
    assert not one.panel.answer.key.isVisible()


def test_a_busy_endpoint_is_asked_again(asked):
    one = asked("busy-once")
    one.send()
    one.wait(AnswerState.ENDED)
    assert len(one.came) == 2
    assert one.shown == "Grüß Gott"


def test_a_wait_says_how_long_and_why_and_can_be_cancelled(asked):
    one = asked("busy-date")
    one.send()
    one.bench.wait(lambda: one.status.startswith("Waiting "))
    assert one.status.endswith(" s · then try 2 of 4")
    assert " answered 503" in one.panel.answer.error.text()
    one.panel.answer.cancel.click()
    one.wait(AnswerState.CANCELLED)
    assert len(one.came) == 1


def test_a_key_is_asked_for_and_used_until_the_window_closes(asked, tmp_path, own_home, caplog):
    one = asked("denied")
    one.send(GivenKey(key_of(KEY)), None)
    one.bench.wait(lambda: len(one.came) == 2)
    one.wait(AnswerState.FAILED)
    one.bench.wait(lambda: not one.bench.dialogs.answers)
    assert [came["headers"].get("authorization") for came in one.came] == [None, f"Bearer {KEY}"]
    asked_for = [one for one in one.bench.dialogs.questions if one[0] == "key"]
    assert [question[1] for question in asked_for] == [f"http://127.0.0.1:{one.endpoint.port}"] * 2
    assert asked_for[0][2].endswith("It has no key yet: give it one.")
    assert asked_for[1][2].endswith("Check the key for it.")
    assert one.panel.answer.key.isVisible()
    assert KEY not in one.panel.answer.error.text()
    one.bench.close()
    assert files_with(tmp_path, KEY) == files_with(own_home, KEY) == []
    assert "Authorization" not in caplog.text
    assert KEY not in caplog.text


def test_a_key_is_kept_only_if_that_is_said(asked, tmp_path):
    one = asked("denied")
    one.send(GivenKey(key_of(KEY), is_kept=True), None)
    one.bench.wait(lambda: len(one.came) == 2 and not one.bench.dialogs.answers)
    one.bench.wait(lambda: bool(files_with(tmp_path / "state", KEY)))
    one.bench.close()
    assert files_with(tmp_path, KEY) == ["endpoint-keys.json"]


def test_the_key_never_goes_to_another_host(asked):
    one = asked("on-other")
    endpoint = one.connection.endpoint
    chats.perspective(one.bench)._around.keys.give(endpoint, key_of(KEY))
    one.send()
    one.wait(AnswerState.FAILED)
    assert [came["headers"].get("authorization") for came in one.came] == [f"Bearer {KEY}"]
    assert one.endpoint.came_to_other(one.connection) == []
    assert "sends the request on to another host" in one.panel.answer.error.text()


def test_no_key_is_looked_for_where_others_could_read_it(asked, qtbot):
    one = asked("streams")
    one.bench.dialogs.answers.append(None)
    one.bench.act("send_request")
    told = []
    place = SendAnswer("http://api.example.org/v1", MODEL)
    question_of(one.bench).look(place, told.append)
    assert told == [("None is sent by http", False)]


def test_a_kept_key_is_said_and_can_be_forgotten(asked, tmp_path):
    one = asked("streams")
    one.bench.dialogs.answers += [None, GivenKey(key_of(KEY), is_kept=True)]
    one.bench.act("send_request")
    question, told = question_of(one.bench), []

    def looked() -> tuple[str, bool]:
        question.look(one.place, told.append)
        one.bench.wait(lambda: bool(told))
        return told.pop()

    assert looked() == ("None is kept", False)
    question.change_key(one.place)
    assert looked() == ("Kept in a file that only you can read", True)
    assert files_with(tmp_path, KEY) == ["endpoint-keys.json"]
    question.forget_key(one.place, lambda: told.append(("done", False)))
    one.bench.wait(lambda: bool(told))
    assert told.pop() == ("done", False)
    assert looked() == ("None is kept", False)
    assert files_with(tmp_path, KEY) == []


@pytest.mark.parametrize("closed", ["window", "file"])
def test_closing_ends_the_request(asked, closed, talk):
    one = asked("endless")
    one.send()
    one.bench.wait(lambda: len(one.shown) > 1000)
    answer = one.answer
    if closed == "window":
        one.bench.close()
    else:
        one.bench.workbench.files.close(one.bench.file)
    assert not answer.is_running


def test_the_window_stays_live_while_much_is_streamed(asked):
    one = asked("endless")
    beats, beat = [], QTimer()
    beat.timeout.connect(lambda: beats.append(len(one.shown)))
    beat.start(1)
    one.send()
    one.bench.wait(lambda: len(one.shown) > 40_000)
    beat.stop()
    while_streaming = [size for size in beats if size > 0]
    assert (
        len(while_streaming) > len(set(while_streaming)) > 3
    )  # turns between what came, and not all at once
    one.panel.answer.cancel.click()
    one.wait(AnswerState.CANCELLED)
    one.panel.answer.text.selectAll()
    one.panel.answer.text.copy()
    assert one.bench.clipboard() == one.answer.text  # without the breaks that long lines are shown with


def test_a_chat_that_is_not_in_front_keeps_its_answer_to_itself(asked, root):
    one = asked("stall-in")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    mine = one.answer
    other = chats.make_chat(root, "Another.\n", name="other")
    chats.open_chat(one.bench, other / "1.md")
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    chats.open_chat(one.bench, root / "chats" / "talk" / "3.md")
    assert one.answer is mine
    assert mine.is_running
    one.panel.choose_view(ANSWER)
    assert one.shown == "Grüß Gott"
    one.sending.cancel()
    one.wait(AnswerState.CANCELLED)


def test_an_answer_is_copied_and_added_as_a_message_with_one_undo(asked, talk):
    one = asked("streams")
    before = chats.on_disk(talk)
    one.send()
    one.wait(AnswerState.ENDED)
    one.panel.answer.copy.click()
    assert one.bench.clipboard() == "Grüß Gott"
    one.panel.answer.add.click()
    one.bench.settle()
    assert chats.on_disk(talk) == [*before, ("4.md", "assistant", "Grüß Gott")]
    assert one.bench.file.path.name == "4.md"
    one.bench.undo_notice()
    one.bench.settle()
    assert chats.on_disk(talk) == before
    assert [one.role for one in read_chat(talk).messages] == ["user", "assistant", "user"]


def test_an_answer_follows_its_chat_to_another_name(asked, root, talk):
    one = asked("stall-in")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    answer = one.answer
    one.bench.workbench.work.rename_chat(talk, "speech")
    one.bench.settle()
    assert one.bench.file.path == root / "chats" / "speech" / "3.md"
    assert one.answer is answer
    assert answer.is_running
    one.bench.workbench.files.close(one.bench.file)
    assert not answer.is_running


def test_another_shape_is_switched_first(asked):
    one = asked("streams")
    one.panel.provider_chosen.emit(Provider.ANTHROPIC.value)
    one.bench.settle()
    one.bench.dialogs.answers.append(SendAnswer("", "", switches=True))
    one.bench.dialogs.answers.append(one.place)
    one.bench.act("send_request")
    one.wait(AnswerState.ENDED)
    assert one.panel.shown_view.provider is Provider.OPENAI
    assert [one[1].is_other_shape for one in one.bench.dialogs.questions if one[0] == "send"] == [True, False]


def test_without_httpx_it_is_said_how_to_install_it(asked, monkeypatch):
    one = asked("streams")
    monkeypatch.setitem(sys.modules, "httpx", None)
    one.send()
    one.wait(AnswerState.FAILED)
    assert "pip install 'httpx" in one.panel.answer.error.text()
    assert one.came == []


def test_addresses_are_known_again_without_what_may_be_a_key(asked, tmp_path):
    one = asked("streams")
    one.place = one.place._replace(address=f"{one.place.address}?api-key={KEY}&api-version=2")
    one.send()
    one.wait()
    one.bench.dialogs.answers.append(None)
    one.bench.act("send_request")
    known = question_of(one.bench).known
    assert known == (SendAnswer(f"{one.place.address.partition('?')[0]}?api-version=2", MODEL),)
    one.bench.close()
    assert files_with(tmp_path, KEY) == []
    assert QApplication.activeModalWidget() is None


ANSWERS = (
    "; role: user\n\n\nNot a header.",
    "```py\nx = `1`\n```\n",
    "\n\n  Begins with blank lines.  \n\n",
    "One\ntwo\u2028three\u00a0four\x85",
    "\ufeff{{name}} [if x]",
)


def test_any_answer_is_a_message_that_says_the_same(open_bench, root, talk):
    bench = open_bench(root)
    chat = chats.open_chat(bench, talk / "1.md")
    for number, text in enumerate(ANSWERS, start=4):
        with in_case(text):
            chat.sending.add_requested.emit(text)
            bench.settle()
            assert chats.on_disk(talk)[-1] == (f"{number}.md", "assistant", text)


def test_half_a_character_is_not_added(open_bench, root, talk):
    bench = open_bench(root)
    chat = chats.open_chat(bench, talk / "1.md")
    before = chats.on_disk(talk)
    chat.sending.add_requested.emit("a\ud800")
    assert chats.on_disk(talk) == before
    assert bench.notice == "The answer was not added: it holds half of a character."

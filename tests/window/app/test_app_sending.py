"""Sending the request of a chat or of a step of a run: once, where it was said, with the answer beside it."""

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

from editor_app.chats.chat import read_chat
from editor_app.requests.parts import Provider
from editor_app.runs.endpoint.keys import key_of
from editor_app.window.endpoint.send_question import GivenKey, SendAnswer
from editor_app.window.panels.request.request_view import ANSWER, STRUCTURE, AnswerState

pytestmark = pytest.mark.one_window


@pytest.fixture
def talk(root) -> Path:
    return chats.make_chat(root, "Hello?\n", "Yes.\n", "Tell me more.\n")


@pytest.fixture
def asked(open_bench, root, talk, odd_endpoint):
    """Return a function that opens the chat in a window, for a path of the server."""
    benches = []

    def asked(path: str, **more) -> Asked:
        if not benches or benches[-1].is_closed:
            benches.append(open_bench(root))
            chats.open_chat(benches[-1], talk / "3.md")
        return Asked(benches[-1], odd_endpoint, path, **more)

    return asked


def test_a_request_is_sent_once_as_it_is_copied_and_its_answer_read_as_it_comes_and_added(
    asked, talk, monkeypatch, heard
):
    send_once(asked, talk)
    cancel(asked)
    read_as_it_comes(asked, monkeypatch, heard)


def send_once(asked, talk) -> None:
    """Send a request as it is copied, and add its answer as a message."""
    one = asked("streams")
    before = chats.on_disk(talk)
    one.bench.dialogs.answers.append(None)
    one.bench.act("send_request")
    one.bench.settle()
    assert one.came == []  # without the button
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    one.panel.bar.views.menu().aboutToShow.emit()
    assert "Answer" not in [action.text() for action in one.panel.bar.views.menu().actions()]

    one.bench.act("copy_request_json")
    copied = json.loads(one.bench.clipboard())
    one.send()
    one.wait(AnswerState.ENDED)
    (came,) = one.came
    stream = {"stream": True, "stream_options": {"include_usage": True}}
    assert came["body"] == {**copied, "model": MODEL, **stream}
    assert "authorization" not in came["headers"]
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Ended · 42 tokens · ")
    assert one.panel.view == ANSWER
    question = question_of(one.bench)
    assert question.summary == f"3 messages after the system text, {one.panel.header_tools.text()}"
    assert question.refused == ""

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
    chats.open_chat(one.bench, talk / "3.md")


def read_as_it_comes(asked, monkeypatch, heard) -> None:
    """See that an answer is read as it comes, and that its end is said."""
    one = asked("bytewise")
    one.send()
    one.wait(AnswerState.ENDED)
    assert one.shown == "Grüß Gott"
    assert f"{one.status}." in heard

    one = asked("pieces")
    one.send()
    one.wait(AnswerState.ENDED)
    assert "Call of read_file, not run" in one.shown
    assert '"path": "notes/a.txt"' in one.shown
    assert one.status.startswith("Ended with calls, not run · ")
    assert len(one.came) == 1

    one = asked("three-chunks")
    one.send()
    one.wait(AnswerState.FAILED)
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Broke off")
    error = one.panel.answer.error.text()
    assert error.startswith("The answer broke off: 127.0.0.1:")
    assert f"{one.status}. {error}" in heard
    assert not one.panel.answer.key.isVisible()

    one = asked("busy-once")
    one.send()
    one.wait(AnswerState.ENDED)
    assert len(one.came) == 2
    assert one.shown == "Grüß Gott"

    one = asked("streams")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "httpx", None)
        one.send()
        one.wait(AnswerState.FAILED)
    assert "pip install 'httpx" in one.panel.answer.error.text()
    assert one.came == []
    one.panel.provider_chosen.emit(Provider.ANTHROPIC.value)  # another shape is switched first
    one.bench.settle()
    one.bench.dialogs.questions.clear()
    one.bench.dialogs.answers += [SendAnswer("", "", switches=True), one.place]
    one.bench.act("send_request")
    one.wait(AnswerState.ENDED)
    assert one.panel.shown_view.provider is Provider.OPENAI
    assert [one[1].is_other_shape for one in one.bench.dialogs.questions if one[0] == "send"] == [True, False]


def cancel(asked) -> None:
    """Cancel a stalled answer and a wait, and see that what came stays."""
    one = asked("stall-in")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    assert one.panel.answer.cancel.isVisible()
    one.bench.press("Esc", one.panel.answer.text)
    one.wait(AnswerState.CANCELLED)
    assert one.shown == "Grüß Gott"
    assert one.status.startswith("Cancelled · ")
    assert not one.panel.answer.cancel.isVisible()

    waits = asked("busy-date")
    waits.send()
    waits.bench.wait(lambda: waits.status.startswith("Waiting "))
    assert waits.status.endswith(" s · then try 2 of 4")
    assert " answered 503" in waits.panel.answer.error.text()
    waits.panel.answer.cancel.click()
    waits.wait(AnswerState.CANCELLED)
    assert len(waits.came) == 1


def test_a_kept_key_is_said_and_can_be_forgotten_and_none_is_looked_for_where_others_read(asked, tmp_path):
    one = asked("streams")
    one.bench.dialogs.answers += [None, GivenKey(key_of(KEY), is_kept=True)]
    one.bench.act("send_request")
    question, told = question_of(one.bench), []
    question.keys.look(SendAnswer("http://api.example.org/v1", MODEL), told.append)
    assert told.pop() == ("No key is sent over http", False)

    def looked() -> tuple[str, bool]:
        question.keys.look(one.place, told.append)
        one.bench.wait(lambda: bool(told))
        return told.pop()

    assert looked() == ("No key is kept", False)
    question.keys.change(one.place)
    assert looked() == ("Kept in a file that only you can read", True)
    assert files_with(tmp_path, KEY) == ["endpoint-keys.json"]
    question.keys.forget(one.place, lambda: told.append(("done", False)))
    one.bench.wait(lambda: bool(told))
    assert told.pop() == ("done", False)
    assert looked() == ("No key is kept", False)
    assert files_with(tmp_path, KEY) == []


def test_the_window_stays_live_while_much_is_streamed(asked):
    one = asked("endless")
    beats, beat = [], QTimer()
    beat.timeout.connect(lambda: beats.append(len(one.shown)))
    beat.start(1)
    one.send()

    def is_live() -> bool:
        """Whether there were turns between what came, and not all of it came at once."""
        while_streaming = [size for size in beats if size > 0]
        return len(while_streaming) > len(set(while_streaming)) > 3

    one.bench.wait(lambda: len(one.shown) > 40_000 and (is_live() or len(one.shown) > 400_000))
    beat.stop()
    assert is_live()
    one.panel.answer.cancel.click()
    one.wait(AnswerState.CANCELLED)
    one.panel.answer.text.selectAll()
    one.panel.answer.text.copy()
    assert one.bench.clipboard() == one.answer.text  # without the breaks that long lines are shown with


def test_an_answer_stays_with_its_chat_whatever_is_in_front_and_ends_with_it(asked, root, talk):
    one = asked("stall-in")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    mine = one.answer
    other = chats.make_chat(root, "Another.\n", name="other")
    chats.open_chat(one.bench, other / "1.md")
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    chats.open_chat(one.bench, talk / "3.md")
    assert one.answer is mine
    assert mine.is_running
    one.panel.choose_view(ANSWER)
    assert one.shown == "Grüß Gott"
    one.bench.workbench.work.rename_chat(talk, "speech")
    one.bench.settle()
    assert one.bench.file.path == root / "chats" / "speech" / "3.md"
    assert one.answer is mine
    assert mine.is_running
    one.bench.workbench.files.close(one.bench.file)
    assert not mine.is_running


ANSWERS = (
    "; role: user\n\n\nNot a header.\n```py\nx = `1`\n```\n",
    "\n\n  Begins with blank lines.\ntwo\u2028three\u00a0four\x85  \n\n",
    "\ufeff{{name}} [if x]",
)


def test_any_answer_is_a_message_that_says_the_same_but_half_a_character(open_bench, root, talk):
    bench = open_bench(root)
    chat = chats.open_chat(bench, talk / "1.md")
    before = chats.on_disk(talk)
    chat.sending.add_requested.emit("a\ud800")
    assert chats.on_disk(talk) == before
    assert bench.notice == "The answer was not added: it holds half of a character."
    for number, text in enumerate(ANSWERS, start=4):
        with in_case(text):
            chat.sending.add_requested.emit(text)
            bench.settle()
            assert chats.on_disk(talk)[-1] == (f"{number}.md", "assistant", text)


# Requests of the steps of a run -----------------------------------------------------------------------------

ACTION = "send_run_request"
STEPS = """format: 1
{provider}
steps:
  - user: Read it.
    tools: [{{name: read_file, args: {{path: a.txt}}, result: {result}}}]
  - text: Done.
"""


@pytest.fixture
def at_last_step(open_bench, root, odd_endpoint):
    """Return a function that plays a scenario, shows the request of its last step, and asks a path."""
    benches = []

    def at_last_step(path: str, *, result: str = "Here.", provider: str = "openai") -> Asked:
        name = f"runs/{result}-{provider}.yaml"
        (root / name).write_text(STEPS.format(result=result, provider=f"provider: {provider}"))
        if not benches:
            benches.append(open_bench(root))
        bench = benches[0]
        bench.open(name)
        run = bench.workbench.current.perspective.run
        bench.wait(lambda: run.played is not None)
        run.choose_step(1)
        bench.settle()
        bench.dialogs.questions.clear()
        return Asked(bench, odd_endpoint, path, action=ACTION)

    return at_last_step


def test_the_request_of_a_step_is_sent_and_its_answer_stays_with_its_scenario(at_last_step, root):
    send_step_as_copied(at_last_step)
    send_in_another_form(at_last_step)
    see_the_answer_end(at_last_step, root)


def send_step_as_copied(at_last_step) -> None:
    """See that a request is sent as it is copied, unless OpenAI refuses it."""
    one = at_last_step("streams")
    one.panel.copy_requested.emit("json")
    copied = json.loads(one.bench.clipboard())
    one.send()
    one.wait(AnswerState.ENDED)
    (came,) = one.came
    stream = {"stream": True, "stream_options": {"include_usage": True}}
    assert came["body"] == {**copied, "model": MODEL, **stream}
    assert [message["role"] for message in copied["messages"]] == ["user", "assistant", "tool"]
    assert question_of(one.bench).summary.startswith("3 messages, ")
    assert one.shown == "Grüß Gott"
    assert not one.panel.answer.add.isVisible()

    one = at_last_step("streams", result="null")
    one.send()
    one.bench.settle()
    question = question_of(one.bench)
    assert question.refused.startswith("OpenAI refuses this request: ")
    assert one.bench.notice == f"The request was not sent. {question.refused}"
    assert one.came == []
    assert one.answer is None


def send_in_another_form(at_last_step) -> None:
    """See that the request is shown in OpenAI’s form and then sent, or not at all."""
    one = at_last_step("streams", provider="google")
    one.send()
    one.bench.settle()
    assert one.bench.notice.startswith("The request was not sent. Endpoints take requests in OpenAI’s form")
    assert one.came == []

    one = at_last_step("streams", provider="anthropic")
    one.bench.dialogs.answers += [one.place._replace(switches=True), one.place]
    one.bench.act(ACTION)
    one.wait(AnswerState.ENDED)
    asked = [question[1].is_other_shape for question in one.bench.dialogs.questions if question[0] == "send"]
    assert asked == [True, False]  # the first was not sent
    assert one.panel.shown_view.provider is Provider.OPENAI
    assert len(one.came) == 1


def see_the_answer_end(at_last_step, root) -> None:
    """See that the answer stays with its scenario, and ends with it."""
    one = at_last_step("stall-in", result="There.")
    one.send()
    one.bench.wait(lambda: one.shown == "Grüß Gott")
    answer = one.answer
    first = one.bench.file
    model = "model: {endpoint: 'https://api.example.org/v1', name: big}"
    (root / "runs" / "two.yaml").write_text(f"format: 1\n{model}\nsteps: [{{user: Hi.}}]\n")
    one.bench.open("runs/two.yaml")
    one.bench.settle()
    assert one.answer is None
    assert one.panel.view == STRUCTURE
    perspective = (
        one.bench.workbench.current.perspective
    )  # the endpoint that a scenario names is offered first
    assert perspective._endpoint_named() == (SendAnswer("https://api.example.org/v1", "big"),)
    one.bench.open(first.path)
    one.bench.settle()
    one.panel.choose_view(ANSWER)
    assert one.shown == "Grüß Gott"
    assert answer.is_running
    one.bench.workbench.files.close(first)
    assert not answer.is_running


# The end of the window --------------------------------------------------------------------------------------


def test_a_key_is_asked_for_and_kept_only_if_that_is_said_and_the_end_of_a_window_ends_its_request(
    asked, tmp_path, own_home, caplog
):
    one = asked("streams")
    one.place = one.place._replace(address=f"{one.place.address}?api-key=sk-in-query&api-version=2")
    one.send()
    one.wait()
    one.bench.dialogs.answers.append(None)
    one.bench.act("send_request")  # addresses are known again, without what may be a key
    known = question_of(one.bench).known
    assert known == (SendAnswer(f"{one.place.address.partition('?')[0]}?api-version=2", MODEL),)

    one = asked("denied")
    one.send(GivenKey(key_of(KEY)), None)
    one.bench.wait(lambda: len(one.came) == 2)
    one.wait(AnswerState.FAILED)
    one.bench.wait(lambda: not one.bench.dialogs.answers)
    assert [came["headers"].get("authorization") for came in one.came] == [None, f"Bearer {KEY}"]
    asked_for = [one for one in one.bench.dialogs.questions if one[0] == "key"]
    assert [question[1] for question in asked_for] == [f"http://127.0.0.1:{one.endpoint.port}"] * 2
    assert asked_for[0][2].endswith("No key is stored for it. Add one.")
    assert asked_for[1][2].endswith("Check the key for it.")
    assert one.panel.answer.key.isVisible()
    assert KEY not in one.panel.answer.error.text()

    other = asked("on-other")  # the key never goes to another host
    other.send()
    other.wait(AnswerState.FAILED)
    assert [came["headers"].get("authorization") for came in other.came] == [f"Bearer {KEY}"]
    assert other.endpoint.came_to_other(other.connection) == []
    assert "redirects to another host" in other.panel.answer.error.text()
    last = asked("endless")
    last.send()
    last.bench.wait(lambda: len(last.shown) > 1000)
    answer = last.answer
    assert answer.is_running
    last.bench.close()
    assert not answer.is_running
    assert files_with(tmp_path, KEY) == files_with(own_home, KEY) == []

    kept = asked("denied")
    kept.send(GivenKey(key_of(KEY), is_kept=True), None)
    kept.bench.wait(lambda: len(kept.came) == 2 and not kept.bench.dialogs.answers)
    kept.bench.wait(lambda: bool(files_with(tmp_path / "state", KEY)))
    kept.bench.close()
    assert (files_with(tmp_path, KEY), files_with(own_home, KEY)) == (["endpoint-keys.json"], [])
    assert files_with(tmp_path, "sk-in-query") == []
    assert "Authorization" not in caplog.text
    assert KEY not in caplog.text
    assert QApplication.activeModalWidget() is None

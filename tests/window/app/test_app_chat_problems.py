"""The problems of a whole chat: listed, gone to, counted, and each mended by its fix."""

from __future__ import annotations

import os

import app_chats as chats
import pytest

from editor_app.analysis.chat_requests.settings import SystemChoice
from editor_app.window.panels.problems import ListedProblems

pytestmark = pytest.mark.one_window

FULL = "; Block-UUID: 5d1f3f5e-3f0b-4f5b-9a3e-0d6c1b2a3f44\n; Component: X\n; Version: 1.0.0\n"


def prepare(bench, folder, provider="anthropic", model="claude-sonnet-4-6"):
    panels = chats.open_chat(bench, folder / "1.md").panels
    panels.system.system_chosen.emit(SystemChoice())
    panels.system.model_changed.emit(model)
    panels.request.provider_chosen.emit(provider)
    bench.window.show_below("problems")
    bench.settle()
    return panels


def fix(bench, code: str) -> None:
    bench.panels.problems.fix_requested.emit(chats.problem(bench, code))
    bench.settle()


def codes(bench) -> set[str]:
    return {code for _, code, _ in chats.problems(bench)}


def test_all_problems_of_the_chat_are_listed_in_order_and_gone_to(open_bench, root):
    talk = chats.make_chat(root, "one", "two", "three", "four ")
    (talk / "2.md").write_text("; role: assistant\n; Version: 1\n\n\ntwo")
    bench = open_bench(root)
    prepare(bench, talk)
    assert bench.panels.problems._scopes[ListedProblems.FILE].text() == "This chat"
    places = [place.split(",")[0] for place, _, _ in chats.problems(bench)]
    assert places == sorted(places)
    shown = chats.status_counts(bench)
    assert "error" in shown
    assert "warning" in shown
    version = next(row for row in bench.panels.problems._model.rows if row.part == "2" and row.line == 2)
    bench.panels.problems.problem_activated.emit(version)
    bench.settle()
    assert bench.file.path.name == "2.md"
    assert bench.workbench.tabs.view_of(bench.file.document) == "source", "the header is in the file"
    assert bench.editor.cursor_offset() >= bench.text.index("1")
    counts = chats.status_counts(bench)
    assert counts == shown, "the counts are those of the chat, whichever message is in front"
    bench.press("Ctrl+Z")
    end = chats.problem(bench, "trailing-whitespace")
    bench.panels.problems.problem_activated.emit(end)
    bench.settle()
    assert bench.file.path.name == "4.md"


CASES = {
    "final-assistant": (("one", "two"), ("user", "assistant"), "anthropic", "claude-sonnet-4-6"),
    "first-not-user": (("one", "two"), ("assistant", "user"), "anthropic", "claude-sonnet-4-6"),
    "trailing-whitespace": (("one", "two \n"), ("user", "assistant"), "anthropic", "claude-haiku-4-5"),
    "blank-content": (("one", " ", "three"), ("user", "assistant", "user"), "anthropic", "claude-sonnet-4-6"),
    "system-not-first": (("one", "two"), ("user", "system"), "google", "gemini-2.5-pro"),
    "system-placement": (("1", "2", "3"), ("user", "system", "user"), "anthropic", "claude-opus-4-8"),
}


@pytest.mark.parametrize("code", CASES)
@pytest.mark.parametrize("by", ["problems", "request"])
def test_each_fix_of_the_request_mends_its_problem(open_bench, root, code, by):
    contents, roles, provider, model = CASES[code]
    talk = chats.make_chat(root, *contents, roles=roles)
    bench = open_bench(root)
    panels = prepare(bench, talk, provider, model)
    assert code in codes(bench)
    before = chats.on_disk(talk)
    if by == "problems":
        fix(bench, code)
    else:
        found = next(one for one in panels.request.shown_view.findings if one.code == code)
        panels.request.fix_requested.emit(found)
        bench.settle()
    if code in ("final-assistant", "first-not-user"):
        assert bench.editor.hasFocus()
        bench.type("words")
        bench.settle()
    assert code not in codes(bench)
    if bench.window.notices.isVisible():
        bench.undo_notice()
        bench.settle()
    while bench.file.document.text_document.isUndoAvailable():
        bench.editor.setFocus()
        bench.press("Ctrl+Z")
    bench.settle()
    assert [one[1:] for one in chats.on_disk(talk)][: len(before)]


def test_the_fixes_of_files_mend_messages_behind(open_bench, root):
    talk = chats.make_chat(root, "one", "two", "three")
    (talk / "2.md").write_text("; role: assisant\n\n\ntwo")
    bench = open_bench(root)
    panels = prepare(bench, talk)
    assert panels.request.shown_view.request is None
    [row] = [row for row in bench.panels.problems._model.rows if row.severity.value == "error"]
    bench.panels.problems.fix_requested.emit(row)
    bench.settle()
    assert panels.request.shown_view.request is not None
    assert bench.file.path.name == "1.md"
    assert chats.in_list(bench)[1][1] == "assistant"
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"


def test_a_number_given_twice_is_mended(open_bench, root):
    talk = chats.make_chat(root, "one", "two")
    (talk / "01.md").write_text("; role: user\n\n\nagain")
    bench = open_bench(root)
    panels = prepare(bench, talk)
    assert panels.request.shown_view.request is None
    fix(bench, "duplicate-number")
    assert len({int(path.stem) for path in talk.iterdir()}) == 3
    assert panels.request.shown_view.request is not None
    assert len(chats.in_list(bench)) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_in_the_place_of_a_message_is_said(open_bench, root):
    talk = chats.make_chat(root, "one", "two")
    os.mkfifo(talk / "3.md")
    bench = open_bench(root)
    panels = prepare(bench, talk)
    assert panels.request.shown_view.request is None
    assert "3.md" in panels.request.shown_view.sentence
    [row] = [row for row in bench.panels.problems._model.rows if row.severity.value == "error"]
    assert "3.md" in row.message
    assert len(chats.in_list(bench)) == 3
    chats.click_message(bench, 2)
    bench.settle()
    assert "3.md" in bench.notice
    assert bench.file.path.name == "1.md"


def test_five_megabytes_in_a_message(open_bench, root):
    talk = chats.make_chat(root, "one", "two", "three")
    (talk / "2.md").write_text("; role: assistant\n\n\n" + "word " * 1_000_001)
    bench = open_bench(root)
    panels = prepare(bench, talk)
    request = panels.request.shown_view
    assert request.request is not None or "2.md" in request.sentence
    assert len(chats.in_list(bench)) == 3


def test_a_thousand_messages(open_bench, root):
    talk = chats.make_chat(root, *[f"message {number}" for number in range(1000)], name="long")
    bench = open_bench(root, keeps=False)
    panels = prepare(bench, talk, "openai")
    assert len(chats.in_list(bench)) == 1000
    assert bench.status == "long, message 1 of 1000"
    assert len(panels.request.shown_view.request.parts) == 1000
    chats.click_view(bench, "Conversation")
    bench.settle()
    bench.type("x")
    bench.settle()
    assert panels.conversation.stack.items[0].content == "xmessage 0"
    messages = panels.messages.list
    messages.setFocus()
    bench.press("End", messages)
    bench.settle()
    assert bench.file.path.name == "1000.md"
    assert panels.conversation.live_index == 999


def test_an_empty_chat_is_no_request_until_it_has_a_message(open_bench, root):
    talk = chats.make_chat(root, "one")
    bench = open_bench(root)
    prepare(bench, talk)
    (talk / "1.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert bench.text == "one"

"""The messages of a chat share a tab: its title, its dot, saving, closing, and which messages stay open."""

from __future__ import annotations

import app_chats as chats
import pytest

from editor_app.window.dialogs import SaveAnswer

pytestmark = pytest.mark.one_window


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "three")


def open_names(bench) -> list[str]:
    return sorted(file.path.name for file in bench.workbench.files.files if file.path.parent.name == "talk")


def test_messages_chosen_in_the_list_share_the_chats_tab(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "1.md")
    assert bench.tab_titles == ["page-analysis.md", "talk"]
    assert bench.window.windowTitle() == "talk – prompts – Foreword"
    assert bench.status == "talk, message 1 of 3"
    assert bench.text == "one"
    chats.click_message(bench, 1)
    bench.settle()
    assert bench.tab_titles == ["page-analysis.md", "talk"]
    assert (bench.file.path.name, bench.text) == ("2.md", "two")
    assert bench.status == "talk, message 2 of 3"
    assert bench.window.windowTitle() == "talk – prompts – Foreword"
    messages = chats.perspective(bench).panels.messages.list
    assert messages.hasFocus(), "a click leaves the focus in the list"
    bench.press("Down", messages)
    assert bench.text == "three"
    bench.press("Return", messages)
    assert bench.editor.hasFocus()
    assert bench.workbench.tabs.bar.tabToolTip(1) == str(talk)


def test_the_dot_is_that_of_all_messages_and_saving_saves_them_all(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "1.md")
    assert chats.marked_tabs(bench)[1] == "talk"
    bench.type("x")
    chats.click_message(bench, 1)
    bench.settle()
    assert chats.marked_tabs(bench)[1] == "talk, unsaved"
    assert [row.is_unsaved for row in chats.perspective(bench).panels.messages.rows] == [True, False, False]
    bench.press("Return", chats.perspective(bench).panels.messages.list)
    bench.type("y")
    bench.press("Ctrl+S")
    bench.settle()
    assert chats.on_disk(talk) == [
        ("1.md", "user", "xone"),
        ("2.md", "assistant", "ytwo"),
        ("3.md", "user", "three"),
    ]
    assert chats.marked_tabs(bench)[1] == "talk"


def test_closing_the_tab_asks_about_every_unsaved_message(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md", answers=(SaveAnswer.CANCEL, SaveAnswer.SAVE))
    chats.open_chat(bench, talk / "1.md")
    bench.type("x")
    bench.open(talk / "3.md")
    bench.type("z")
    bench.open(talk / "2.md")
    bench.settle()
    bench.press("Ctrl+W")
    assert bench.dialogs.questions == [("save", "talk/1.md", "talk/3.md")]
    assert bench.tab_titles == ["page-analysis.md", "talk"]
    assert (open_names(bench), bench.file.path.name) == (["1.md", "2.md", "3.md"], "2.md")
    bench.press("Ctrl+W")
    assert bench.tab_titles == ["page-analysis.md"]
    assert [content for _, _, content in chats.on_disk(talk)] == ["xone", "two", "zthree"]
    assert open_names(bench) == []


def test_looked_at_messages_close_themselves_and_touched_ones_keep_their_undo(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    chats.click_message(bench, 1)
    bench.settle()
    chats.click_message(bench, 2)
    bench.settle()
    assert open_names(bench) == ["3.md"]
    bench.open(talk / "2.md")
    bench.type("x")
    bench.press("Ctrl+S")
    chats.click_message(bench, 0)
    bench.settle()
    assert open_names(bench) == ["1.md", "2.md"], "2.md has a step to undo"
    chats.click_message(bench, 1)
    bench.settle()
    bench.editor.setFocus()
    bench.press("Ctrl+Z")
    assert bench.text == "two"
    chats.click_message(bench, 2)
    bench.settle()
    assert open_names(bench) == ["2.md", "3.md"], "it can be redone, and is unsaved"
    bench.open("page-analysis.md")
    bench.settle()
    assert open_names(bench) == ["2.md", "3.md"], "the one in front of a tab behind stays"


def test_the_caret_of_a_message_that_closed_itself_comes_back(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    bench.go_to("ne")
    chats.click_message(bench, 1)
    bench.settle()
    assert open_names(bench) == ["2.md"]
    chats.click_message(bench, 0)
    bench.settle()
    assert bench.editor.cursor_offset() == 1


def test_a_message_outside_of_chats_has_a_tab_of_its_own(open_bench, root, talk):
    notes = root / "notes"
    notes.mkdir()
    for name in ("a", "b"):
        (notes / f"{name}.md").write_text(f"; role: user\n\n\n{name}")
    bench = open_bench(root)
    chats.open_chat(bench, notes / "a.md")
    assert chats.in_list(bench) == [("a", "user", "a")]
    bench.open(notes / "b.md")
    bench.settle()
    assert bench.tab_titles[-2:] == ["a.md", "b.md"]
    panel = chats.perspective(bench).panels.request
    assert panel.shown_view.request is not None, "it is a request of one message"
    bench.act("switch_chat_view")
    assert bench.workbench.tabs.view_of(bench.file.document) == "conversation"
    assert not bench.workbench.actions.action("new_message").isEnabled()
    for word in ("delete_message", "move_message_up", "branch_here"):
        assert not bench.workbench.actions.action(word).isEnabled()
    bench.press("Ctrl+W")
    assert bench.tab_titles[-1] == "a.md"


def test_a_chat_opens_from_the_library_where_it_was_left(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "1.md")
    chats.click_message(bench, 2)
    bench.settle()
    bench.open("page-analysis.md")
    bench.workbench.commands.files.show(talk)
    assert bench.file.path == talk / "3.md"
    assert bench.tab_titles == ["page-analysis.md", "talk"]

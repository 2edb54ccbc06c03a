"""New, moved, deleted and branched messages, their roles and headers: by panel, keys and menus, with Undo."""

from __future__ import annotations

import os

import app_chats as chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.chats import move_message, read_chat
from editor_app.window.dialogs import SaveAnswer

pytestmark = pytest.mark.one_window


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "three")


BEFORE = [("1.md", "user", "one"), ("2.md", "assistant", "two"), ("3.md", "user", "three")]


def texts(bench, folder) -> dict[str, str]:
    """Return the content of each open message, by its file's name."""
    files = [file for file in bench.workbench.files.files if file.path.parent == folder]
    return {file.path.name: file.text.split("\n\n\n", 1)[1] for file in files}


def by_button(bench):
    QTest.mouseClick(chats.perspective(bench).panels.messages.header_tools.new, Qt.MouseButton.LeftButton)


def by_key_in_list(bench):
    bench.press("Insert", chats.perspective(bench).panels.messages.list)


def by_action(bench):
    bench.press("Ctrl+Shift+M")


@pytest.mark.parametrize("make", [by_button, by_key_in_list, by_action])
def test_a_new_message_follows_the_one_in_front_and_is_written_at_once(open_bench, root, talk, make):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    make(bench)
    bench.settle()
    assert chats.in_list(bench) == [
        ("1", "user", "one"),
        ("2", "assistant", ""),
        ("3", "assistant", "two"),
        ("4", "user", "three"),
    ]
    assert (bench.file.path.name, bench.text) == ("2.md", "")
    assert bench.editor.hasFocus()
    assert bench.tab_titles[-1] == "talk"
    bench.type("hi")
    bench.press("Ctrl+S")
    assert chats.on_disk(talk)[1] == ("2.md", "assistant", "hi")


def test_undo_of_a_new_message_takes_it_back(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    by_action(bench)
    bench.settle()
    bench.undo_notice()
    bench.settle()
    assert chats.on_disk(talk) == BEFORE
    assert [one[2] for one in chats.in_list(bench)] == ["one", "two", "three"]
    assert bench.tab_titles[-1] == "talk"


def move_by_key(bench):
    bench.press("Alt+Down", chats.perspective(bench).panels.messages.list)


def move_by_menu(bench):
    chats.choose_in_menu_of(bench, 0, "Move down")


def move_by_action(bench):
    bench.act("move_message_down")


@pytest.mark.parametrize("move", [move_by_key, move_by_menu, move_by_action])
def test_a_moved_message_stays_in_front_with_its_unsaved_text(open_bench, root, talk, move):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    bench.open(talk / "1.md")
    bench.settle()
    move(bench)
    bench.settle()
    assert bench.file.path.name == "2.md"
    assert texts(bench, talk) == {"1.md": "untwo", "2.md": "one"}
    assert chats.in_list(bench) == [("1", "assistant", "untwo"), ("2", "user", "one"), ("3", "user", "three")]
    assert bench.status == "talk, message 2 of 3"
    assert bench.tab_titles[-1] == "talk"
    bench.undo_notice()
    bench.settle()
    assert texts(bench, talk) == {"1.md": "one", "2.md": "untwo"}
    assert chats.on_disk(talk) == BEFORE
    chats.click_message(bench, 1)
    bench.editor.setFocus()
    bench.press("Ctrl+S")
    assert chats.on_disk(talk)[1] == ("2.md", "assistant", "untwo")


def delete_by_key(bench):
    bench.press("Del", chats.perspective(bench).panels.messages.list)


def delete_by_menu(bench):
    chats.choose_in_menu_of(bench, 1, "Delete")


def delete_by_action(bench):
    bench.act("delete_message")


@pytest.mark.parametrize("delete", [delete_by_key, delete_by_menu, delete_by_action])
def test_a_deleted_message_comes_back_with_its_unsaved_text(open_bench, root, talk, delete):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    bench.settle()
    delete(bench)
    bench.settle()
    assert [one[2] for one in chats.in_list(bench)] == ["one", "three"]
    assert bench.tab_titles[-1] == "talk"
    assert chats.marked_tabs(bench)[-1] == "talk"
    assert bench.text == "three"
    bench.undo_notice()
    bench.settle()
    assert chats.on_disk(talk) == [BEFORE[0], ("2.md", "assistant", "untwo"), BEFORE[2]]
    assert [one[2] for one in chats.in_list(bench)] == ["one", "untwo", "three"]


def test_the_last_message_that_goes_leaves_a_chat_without_messages(open_bench, root):
    talk = chats.make_chat(root, "one")
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "1.md")
    bench.act("delete_message")
    bench.settle()
    assert bench.tab_titles == ["page-analysis.md"]
    bench.undo_notice()
    assert chats.on_disk(talk) == [("1.md", "user", "one")]


def test_branch_makes_a_chat_of_the_messages_up_to_one_as_they_are_here(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    bench.act("branch_here")
    bench.settle()
    folder = bench.file.path.parent
    assert bench.tab_titles[-2:] == ["talk", folder.name]
    assert folder != talk
    assert chats.on_disk(folder) == [("1.md", "user", "one"), ("2.md", "assistant", "untwo")]
    assert chats.on_disk(talk) == BEFORE
    bench.undo_notice()
    bench.settle()
    assert not folder.exists()
    assert bench.file.path == talk / "2.md"


def test_roles_are_switched_in_the_header_the_menu_and_by_actions(open_bench, root, talk):
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    segment = panels.header.role._row.segments[2]
    QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
    bench.settle()
    assert bench.file.text == "; role: system\n\n\none"
    assert panels.header.role.current == "system"
    assert chats.in_list(bench)[0][1] == "system"
    bench.editor.setFocus()
    bench.press("Ctrl+Z")
    bench.settle()
    assert bench.file.text == "; role: user\n\n\none"
    assert panels.header.role.current == "user"
    chats.choose_in_menu_of(bench, 1, "Make it user")
    bench.settle()
    assert chats.in_list(bench)[1][1] == "user"
    assert bench.file.path.name == "1.md", "the other message is changed behind"
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
    bench.act("make_assistant")
    assert bench.file.text.startswith("; role: assistant")


def test_the_header_is_written_in_its_form_and_gets_what_is_missing(open_bench, root, talk):
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    header = panels.header
    header.details.click()
    QTest.mouseClick(header.form.add, Qt.MouseButton.LeftButton)
    bench.settle()
    header.details.click()
    assert not header.missing.isVisible()
    text = bench.file.text
    assert "; Block-UUID: " in text
    assert text.endswith("; role: user\n\n\none")
    QTest.mouseClick(header.details, Qt.MouseButton.LeftButton)
    assert header.form.isVisible()
    field = header.form.rows["version"].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2.1.0")
    bench.press("Ctrl+S")
    assert "; Version: 2.1.0\n" in (talk / "1.md").read_text()
    bench.editor.setFocus()
    bench.press("Ctrl+Z")
    assert "; Version: 1.0.0\n" in bench.file.text
    bench.press("Ctrl+Z")
    assert bench.file.text == "; role: user\n\n\none"


def test_a_message_deleted_on_disk_stays_open_and_can_be_saved_again(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    (talk / "2.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert bench.text == "untwo"
    assert "2.md" in bench.bar
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
    bench.press("Ctrl+S")
    bench.settle()
    assert chats.on_disk(talk)[1] == ("2.md", "assistant", "untwo")
    assert len(chats.in_list(bench)) == 3


@pytest.mark.parametrize("view", ["Message", "Conversation", "File"])
def test_a_message_deleted_on_disk_is_in_its_chat_as_long_as_it_is_open(open_bench, root, talk, view):
    bench = open_bench(root, answers=(SaveAnswer.DISCARD,))
    panels = chats.open_chat(bench, talk / "2.md").panels
    chats.click_view(bench, view)
    bench.settle()
    (talk / "2.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert [one[2] for one in chats.in_list(bench)] == ["one", "two", "three"]
    assert bench.status == "talk, message 2 of 3"
    assert bench.editor.isVisible()
    assert panels.request.shown_view.request is not None
    assert len(panels.request.shown_view.request.parts) >= 3
    bench.editor.setFocus()
    bench.press("Ctrl+Home")
    bench.type("x" if view != "File" else "")
    bench.press("Ctrl+W")
    bench.open(talk / "1.md")
    bench.settle()
    assert [one[2] for one in chats.in_list(bench)] == ["one", "three"]


def test_a_message_that_is_deleted_on_disk_unchanged_is_said(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    (talk / "2.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert bench.text == "two"
    assert bench.bar
    chats.click_message(bench, 0)
    bench.settle()
    assert "2.md" in texts(bench, talk), "its text is nowhere else"


def test_another_program_renumbers_meanwhile(open_bench, root, talk, tmp_path):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    move_message(read_chat(talk), 0, 2, state_dir=tmp_path / "other", now=bench.world.time)
    bench.workbench.files.check_disk()
    bench.settle()
    held = {content for _, _, content in chats.on_disk(talk)}
    assert held == {"one", "two", "three"}
    assert "untwo" in texts(bench, talk).values(), "what was typed is kept"
    assert len(chats.in_list(bench)) == 3
    bench.act("move_message_up")
    bench.settle()
    assert {content for _, _, content in chats.on_disk(talk)} == held


def test_a_chat_renamed_copied_and_deleted_while_it_is_open(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md", answers=("speech", SaveAnswer.DISCARD))
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    bench.workbench.commands.chats.rename(talk)
    bench.settle()
    speech = root / "chats" / "speech"
    assert bench.tab_titles == ["page-analysis.md", "speech"]
    assert bench.window.windowTitle() == "● speech – prompts – Foreword"
    assert bench.status == "speech, message 2 of 3"
    assert [one[2] for one in chats.in_list(bench)] == ["one", "untwo", "three"]
    assert chats.perspective(bench).panels.request.shown_view.request is not None
    bench.workbench.work.duplicate_chat(speech)
    bench.settle()
    assert bench.tab_titles == ["page-analysis.md", "speech"]
    bench.workbench.commands.chats.delete(speech)
    assert bench.tab_titles == ["page-analysis.md"]
    bench.undo_notice()
    assert chats.on_disk(speech) == BEFORE


def test_a_folder_that_goes_away_on_disk(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    os.rename(talk, root / "chats" / "moved")
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.workbench.files.check_disk()
    bench.settle()
    assert bench.text == "two"
    assert bench.file.path.parent.name in ("talk", "moved")


def test_a_message_beside_one_that_is_gone_is_moved_to_its_place(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
    (talk / "2.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    chats.choose_in_menu_of(bench, 2, "Move up")
    bench.settle()
    contents = [content for _, _, content in chats.on_disk(talk)]
    assert sorted(contents) == ["one", "three"]
    assert "two" in texts(bench, talk).values(), "what is nowhere else is kept"


def test_an_unsaved_chat_deleted_from_the_list_of_another_program(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    for path in list(talk.iterdir()):
        path.unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert chats.in_list(bench) == [("2", "assistant", "untwo")]
    bench.press("Ctrl+S")
    bench.settle()
    assert chats.on_disk(talk) == [("2.md", "assistant", "untwo")]


def test_a_filter_hides_messages_and_says_why_none_moves(open_bench, root, talk):
    bench = open_bench(root)
    panel = chats.open_chat(bench, talk / "1.md").panels.messages
    panel.filter.setText("two")
    bench.settle()
    assert panel.list.model().rowCount() == 1
    move_by_key(bench)
    assert chats.on_disk(talk) == BEFORE
    bench.open(talk / "3.md")
    bench.settle()
    assert panel.filter.text() == "", "a message that is hidden and comes to the front ends the filter"
    assert panel.list.model().rowCount() == 3

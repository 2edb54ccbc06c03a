"""All messages of a chat one under the other: written in place, walked through, changed by the mouse."""

from __future__ import annotations

import app_chats as chats
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.one_window


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two\n```\ncode\n```", "three")


@pytest.fixture
def bench(open_bench, root, talk):
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    chats.click_view(bench, "Conversation")
    bench.settle()
    return bench


def view_of(bench):
    return chats.perspective(bench).panels.conversation


def click(bench, rect):
    QTest.mouseClick(view_of(bench).viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_a_click_brings_the_editor_and_typing_writes_the_file(bench, talk):
    assert view_of(bench).isVisible()
    chats.click_in_conversation(bench, 1)
    bench.settle()
    assert bench.file.path.name == "2.md"
    assert bench.editor.hasFocus()
    assert bench.editor.cursor_offset() == 3
    bench.type("`x`")
    assert bench.file.text == "; role: assistant\n\n\ntwo`x`\n```\ncode\n```"
    chats.click_in_conversation(bench, 2)
    bench.settle()
    bench.press("End")
    bench.type("!")
    bench.settle()
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
    assert [item.content for item in view_of(bench).stack.items] == [
        "one",
        "two`x`\n```\ncode\n```",
        "three!",
    ]
    assert bench.tab_titles[-1] == "talk"


def test_keys_lead_from_message_to_message(bench, talk):
    bench.press("Ctrl+End")
    bench.press("Down")
    bench.settle()
    assert (bench.file.path.name, bench.editor.cursor_offset()) == ("2.md", 0)
    assert bench.editor.hasFocus()
    bench.press("Up")
    bench.settle()
    assert (bench.file.path.name, bench.editor.cursor_offset()) == ("1.md", 3)
    bench.press("Up")
    bench.press("Up")
    assert bench.file.path.name == "1.md"


def test_a_message_chosen_in_the_list_is_scrolled_to(open_bench, root):
    talk = chats.make_chat(root, *[f"{number}\n" * 40 for number in range(30)], name="long")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "1.md")
    chats.click_view(bench, "Conversation")
    bench.settle()
    chats.click_message(bench, 5)
    bench.settle()
    view = view_of(bench)
    assert view.viewport().rect().intersects(view.heading_rect(5))
    assert (bench.file.path.name, view.live_index) == ("6.md", 5)


def test_a_moved_message_stays_in_view(open_bench, root):
    talk = chats.make_chat(root, "a\n" * 60, "b\n" * 60, "short", "c\n" * 60, name="long")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "3.md")
    chats.click_view(bench, "Conversation")
    bench.settle()
    for action, place in (("move_message_up", 1), ("move_message_up", 0), ("move_message_down", 1)):
        bench.act(action)
        bench.settle()
        view = view_of(bench)
        assert view.live_index == place
        assert 0 <= view.caret_top() < view.viewport().height()
        assert view.stack.items[place].content == bench.text == "short"
    bench.type("x")
    assert bench.file.text.endswith("\n\n\nxshort")


def test_the_role_is_changed_and_messages_made_by_the_mouse(bench, talk):
    view = view_of(bench)
    heading = view.heading_rect(1)
    click(bench, view.headings.role_rect(view.stack.items[1], heading))
    chats.choose_in_popup(bench, "system")
    bench.settle()
    assert chats.in_list(bench)[1][1] == "system"
    assert view.stack.items[1].role == "system"
    click(bench, view.headings.last_rect(view.last_row()))
    bench.settle()
    assert [one[0] for one in chats.in_list(bench)] == ["1", "2", "3", "4"]
    assert bench.file.path.name == "4.md"
    assert bench.workbench.tabs.view_of(bench.file.document) == "conversation"
    bench.type("new")
    assert bench.file.text == "; role: assistant\n\n\nnew"


def test_the_menu_of_a_message_moves_and_deletes(bench, talk):
    view = view_of(bench)
    click(bench, view.headings.more_rect(view.heading_rect(0)))
    chats.choose_in_popup(bench, "Move down")
    bench.settle()
    assert [one[2] for one in chats.in_list(bench)][:2] != ["one", "two"]
    assert view.stack.items[1].content == "one"
    assert view.live_index == 1
    click(bench, view.headings.more_rect(view.heading_rect(1)))
    chats.choose_in_popup(bench, "Delete")
    bench.settle()
    assert [item.content for item in view.stack.items] == ["two\n```\ncode\n```", "three"]
    assert view.live_editor is not None
    bench.undo_notice()
    bench.settle()
    assert [item.content for item in view.stack.items][1] == "one"


def test_what_another_program_writes_is_shown(bench, talk):
    bench.write("chats/talk/3.md", "; role: user\n\n\nnew words")
    bench.settle()
    assert view_of(bench).stack.items[2].content == "new words"
    (talk / "3.md").unlink()
    bench.workbench.files.check_disk()
    bench.settle()
    assert len(view_of(bench).stack.items) == 2


def test_the_view_follows_to_another_chat_and_back(bench, root, talk):
    other = chats.make_chat(root, "alpha", "beta", name="other")
    chats.open_chat(bench, other / "1.md")
    assert bench.workbench.tabs.view_of(bench.file.document) == "part"
    assert bench.editor.isVisible()
    bench.open(talk / "1.md")
    bench.settle()
    assert bench.workbench.tabs.view_of(bench.file.document) == "conversation"
    assert [item.content for item in view_of(bench).stack.items][::2] == ["one", "three"]
    chats.click_view(bench, "Message")
    assert bench.editor.isVisible()
    assert not view_of(bench).isVisible()


def test_a_theme_and_a_zoom_reach_all_messages(bench):
    bench.act("theme_dark")
    bench.settle()
    ground = view_of(bench).viewport().grab().toImage().pixelColor(3, view_of(bench).height() - 3)
    assert ground.lightness() < 90
    before = view_of(bench).stack.look.code.line_height
    bench.act("zoom_in")
    bench.act("zoom_in")
    bench.settle()
    assert view_of(bench).stack.look.code.line_height > before

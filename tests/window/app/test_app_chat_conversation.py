"""All messages of a chat one under the other, and what stands beside a message, in all sizes and themes."""

from __future__ import annotations

from statistics import median

import app_chats as chats
import pytest
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.one_window


@pytest.fixture
def root(root):
    return chats.keep_only(root, "page-analysis.md")


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two\n```\ncode\n```", "three")


@pytest.fixture
def bench(open_bench, root, talk):
    """Return a window with all messages of the chat in view."""
    bench = open_bench(root, talk / "1.md")
    bench.settle()
    chats.click_view(bench, "Conversation")
    bench.settle()
    return bench


def view_of(bench):
    return chats.perspective(bench).panels.conversation


def contents(bench) -> list[str]:
    return [item.text for item in view_of(bench).stack.items]


def click(bench, rect):
    QTest.mouseClick(view_of(bench).viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_keys_and_clicks_lead_to_messages_that_are_written_in_place(bench, talk):
    assert view_of(bench).isVisible()
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
    assert contents(bench) == ["one", "two`x`\n```\ncode\n```", "three!"]
    assert bench.tab_titles[-1] == "talk"


def test_the_mouse_changes_a_role_makes_moves_and_deletes_messages(bench, talk):
    view = view_of(bench)
    click(bench, view.headings.more_rect(view.heading_rect(0)))
    chats.choose_in_popup(bench, "Move down")
    bench.settle()
    assert [one[2] for one in chats.in_list(bench)][:2] != ["one", "two"]
    assert view.stack.items[1].text == "one"
    assert view.live_index == 1
    click(bench, view.headings.more_rect(view.heading_rect(1)))
    chats.choose_in_popup(bench, "Delete")
    bench.settle()
    assert contents(bench) == ["two\n```\ncode\n```", "three"]
    assert view.live_editor is not None
    bench.undo_notice()
    bench.settle()
    assert contents(bench)[1] == "one"

    click(bench, view.headings.role_rect(view.stack.items[1], view.heading_rect(1)))
    chats.choose_in_popup(bench, "system")
    bench.settle()
    assert chats.in_list(bench)[1][1] == "system"
    assert view.stack.items[1].role == "system"
    click(bench, view.headings.last_rect(view.heading_rect(len(view.stack.items))))
    bench.settle()
    assert [one[0] for one in chats.in_list(bench)] == ["1", "2", "3", "4"]
    assert bench.file.path.name == "4.md"
    assert bench.workbench.tabs.view_of(bench.file.document) == "conversation"
    bench.type("new")
    assert bench.file.text == "; role: assistant\n\n\nnew"


def test_the_view_shows_what_another_program_writes_and_follows_to_other_chats(bench, root, talk):
    other = chats.make_chat(root, "alpha", "beta", name="other")
    chats.open_chat(bench, other / "1.md")
    assert bench.workbench.tabs.view_of(bench.file.document) == "part"
    assert bench.editor.isVisible()
    bench.open(talk / "1.md")
    bench.settle()
    assert bench.workbench.tabs.view_of(bench.file.document) == "conversation"
    assert contents(bench)[::2] == ["one", "three"]

    bench.write("chats/talk/3.md", "; role: user\n\n\nnew words")
    bench.settle()
    assert contents(bench)[2] == "new words"
    (talk / "3.md").unlink()
    bench.workbench.files.disk.look_now()
    bench.settle()
    assert len(contents(bench)) == 2
    chats.click_view(bench, "Message")
    assert bench.editor.isVisible()
    assert not view_of(bench).isVisible()


def test_messages_that_are_chosen_and_moved_are_scrolled_to(open_bench, root):
    long = chats.make_chat(root, *[f"{number}\n" * 40 for number in range(10)], name="long")
    bench = open_bench(root, long / "1.md")
    bench.settle()
    chats.click_view(bench, "Conversation")
    bench.settle()
    chats.click_message(bench, 5)
    bench.settle()
    view = view_of(bench)
    assert view.viewport().rect().intersects(view.heading_rect(5))
    assert (bench.file.path.name, view.live_index) == ("6.md", 5)

    mixed = chats.make_chat(root, "a\n" * 60, "b\n" * 60, "short", "c\n" * 60, name="mixed")
    chats.open_chat(bench, mixed / "3.md")
    chats.click_view(bench, "Conversation")
    bench.settle()
    for action, place in (("move_message_up", 1), ("move_message_up", 0), ("move_message_down", 1)):
        with in_case((action, place)):
            bench.act(action)
            bench.settle()
            assert view.live_index == place
            assert 0 <= view.caret_top() < view.viewport().height()
            assert view.stack.items[place].text == bench.text == "short"
    bench.type("x")
    assert bench.file.text.endswith("\n\n\nxshort")


# Sizes, with the pages beside a message and beside a prompt
SIZES = {
    (1440, 900): (["Request", "Preview"], ["Preview"]),
    (1366, 700): None,
    (1000, 700): (
        ["Request", "Preview", "Problems", "History"],
        ["Preview", "Values", "Problems", "History"],
    ),
}


def test_the_parts_of_a_chat_fit_their_places_at_every_size(open_bench, root):
    talk = chats.make_chat(root, "one " * 60, "two\n```\ncode\n```", "three")
    bench = open_bench(root, "page-analysis.md", talk / "1.md")
    for size, titles in SIZES.items():
        with in_case(size):
            bench.window.resize(*size)
            see_that_parts_fit(bench)
            if titles is not None:
                see_pages_beside(bench, talk / "1.md", *titles)


def see_that_parts_fit(bench) -> None:
    panels = chats.perspective(bench).panels
    for view in ("part", "conversation", "source"):
        bench.workbench.tabs.show_view(bench.file.document, view)
        bench.settle()
        switch = bench.workbench.tabs.strip.views
        for part in (
            switch,
            panels.messages.list,
            panels.system.form.cell("source").widget,
            panels.request.bar,
            bench.editor,
        ):
            assert part.isVisible(), view
            assert part.parentWidget().rect().right() >= part.geometry().left()
            assert part.width() > 0
        right = switch.mapTo(bench.window, switch.rect().bottomRight()).x()
        assert right <= panels.request.mapTo(bench.window, panels.request.rect().topLeft()).x()


def see_pages_beside(bench, message, of_a_message: list[str], of_a_prompt: list[str]) -> None:
    dock = bench.window.right_dock

    def titles() -> list[str]:
        return [dock.tabs.tabText(index) for index in range(dock.tabs.count())]

    bench.open("page-analysis.md")
    assert titles() == of_a_prompt
    bench.open(message)
    assert titles() == of_a_message
    assert (dock.current, dock.tabs.hidden) == ("request", ())
    assert not any(title in dock.tabs.tabToolTip(at) for at, title in enumerate(titles()))  # none is elided
    bench.window.show_right("preview")
    assert bench.window.values_section.isHidden()
    bench.open("page-analysis.md")
    assert titles() == of_a_prompt
    assert bench.window.values_section.isHidden() == (bench.window.width() < 1200)
    bench.open(message)
    bench.window.show_right("request")


def test_a_theme_and_a_zoom_reach_all_parts_of_a_chat(bench):
    panels = chats.perspective(bench).panels
    parts = (panels.messages, panels.header, panels.system, panels.request)

    def lightness(part) -> float:
        bench.is_painted = True
        image = part.grab().toImage()
        bench.is_painted = False
        return median(image.pixelColor(3, y).lightness() for y in range(image.height()))

    bench.act("theme_dark")
    bench.settle()
    ground = view_of(bench).viewport().grab().toImage().pixelColor(3, view_of(bench).height() - 3)
    assert ground.lightness() < 90
    chats.click_view(bench, "Message")
    assert max(map(lightness, parts)) < 110
    bench.act("theme_light")
    bench.settle()
    assert min(map(lightness, parts)) > 150
    chats.click_view(bench, "Conversation")
    before = view_of(bench).stack.look.code.line_height
    bench.act("zoom_in")
    bench.act("zoom_in")
    bench.settle()
    assert view_of(bench).stack.look.code.line_height > before

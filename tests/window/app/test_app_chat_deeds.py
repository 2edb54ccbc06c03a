"""New, moved, deleted and branched messages, their roles and headers: by panel, keys and menus, with Undo."""

from __future__ import annotations

import json
import os
from pathlib import Path

import app_chats as chats
import pytest
from named_cases import in_case
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.analysis.chat_requests.settings import SystemChoice
from editor_app.chats.chat import read_chat
from editor_app.chats.operations import move_message
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.text.open_documents import SOURCE

pytestmark = pytest.mark.one_window


@pytest.fixture
def root(root):
    return chats.keep_only(root, "page-analysis.md")


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "three")


BEFORE = [("1.md", "user", "one"), ("2.md", "assistant", "two"), ("3.md", "user", "three")]
SECOND = "; role: assistant\n\n\ntwo"


def texts(bench, folder) -> dict[str, str]:
    """Return the content of each open message, by its file's name."""
    files = [file for file in bench.workbench.files.files if file.path.parent == folder]
    return {file.path.name: file.text.split("\n\n\n", 1)[1] for file in files}


def words(bench) -> list[str]:
    return [one[2] for one in chats.in_list(bench)]


def make_by_button(bench):
    QTest.mouseClick(chats.perspective(bench).panels.messages.header_tools.new, Qt.MouseButton.LeftButton)


def make_by_key_in_list(bench):
    bench.press("Insert", chats.perspective(bench).panels.messages.list)


def make_by_key(bench):
    bench.press("Ctrl+Shift+M")


def test_a_new_message_follows_the_one_in_front_and_is_written_at_once(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    for make in (make_by_button, make_by_key_in_list, make_by_key):
        with in_case(make.__name__):
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
            if make is not make_by_key:
                bench.undo_notice()
                bench.settle()
                assert chats.on_disk(talk) == BEFORE
                assert words(bench) == ["one", "two", "three"]
                assert bench.tab_titles[-1] == "talk"
                chats.click_message(bench, 0)
                bench.editor.setFocus()
    bench.press("h")
    bench.press("Ctrl+S")
    assert chats.on_disk(talk)[1] == ("2.md", "assistant", "h")


def choose_none(_bench):
    pass


def choose_in_list(bench):
    chats.click_message(bench, 0)


def choose_by_caret(bench):
    bench.press("Right", bench.editor)


@pytest.mark.parametrize(
    ("choose", "after"),
    [
        (choose_none, ["one", "two", "three", ""]),
        (choose_in_list, ["one", "", "two", "three"]),
        (choose_by_caret, ["one", "", "two", "three"]),
    ],
)
def test_a_new_message_is_the_last_while_none_was_chosen(open_bench, root, talk, choose, after):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "1.md")
    choose(bench)
    make_by_key(bench)
    bench.settle()
    assert words(bench) == after
    assert bench.file.path.name == f"{after.index('') + 1}.md"


def test_a_new_message_is_written_behind_its_header_where_its_file_is_shown(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    chat = chats.open_chat(bench, talk / "1.md")
    chats.click_message(bench, 0)
    chat.navigation.show_view(SOURCE)
    make_by_key(bench)
    bench.settle()
    bench.press("h")
    bench.press("Ctrl+S")
    assert [(name, content) for name, _role, content in chats.on_disk(talk)][1] == ("2.md", "h")


def move_by_key(bench):
    bench.press("Alt+Down", chats.perspective(bench).panels.messages.list)


def move_by_menu(bench):
    chats.choose_in_menu_of(bench, 0, "Move down")


def move_by_action(bench):
    bench.act("move_message_down")


def test_a_moved_message_stays_in_front_with_its_unsaved_text(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    panel = chats.open_chat(bench, talk / "1.md").panels.messages
    panel.filter.setText("two")
    bench.settle()
    assert panel.list.model().rowCount() == 1
    move_by_key(bench)
    assert chats.on_disk(talk) == BEFORE, "none moves while others are hidden"
    bench.open(talk / "2.md")
    bench.type("un")
    bench.open(talk / "1.md")
    bench.settle()
    assert panel.filter.text() == "", "a message that is hidden and comes to the front ends the filter"
    assert panel.list.model().rowCount() == 3
    for move in (move_by_key, move_by_menu, move_by_action):
        with in_case(move.__name__):
            move(bench)
            bench.settle()
            assert bench.file.path.name == "2.md"
            assert texts(bench, talk) == {"1.md": "untwo", "2.md": "one"}
            assert chats.in_list(bench) == [
                ("1", "assistant", "untwo"),
                ("2", "user", "one"),
                ("3", "user", "three"),
            ]
            assert bench.status == "talk, message 2 of 3"
            assert bench.tab_titles[-1] == "talk"
            bench.undo_notice()
            bench.settle()
            assert bench.file.path.name == "1.md"
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


def test_a_deleted_message_comes_back_with_its_unsaved_text(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md")
    chats.open_chat(bench, talk / "2.md")
    for letter, delete in zip("abc", (delete_by_key, delete_by_menu, delete_by_action), strict=True):
        with in_case(delete.__name__):
            bench.open(talk / "2.md")
            bench.type(letter)
            bench.settle()
            unsaved = bench.text
            assert letter in unsaved
            assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
            delete(bench)
            bench.settle()
            assert words(bench) == ["one", "three"]
            assert bench.tab_titles[-1] == "talk"
            assert chats.marked_tabs(bench)[-1] == "talk"
            assert bench.text == "three"
            bench.undo_notice()
            bench.settle()
            assert chats.on_disk(talk) == [BEFORE[0], ("2.md", "assistant", unsaved), BEFORE[2]]
            assert words(bench) == ["one", unsaved, "three"]

    alone = chats.make_chat(root, "one", name="alone")
    chats.open_chat(bench, alone / "1.md")
    bench.act("delete_message")
    bench.settle()
    assert bench.tab_titles == ["page-analysis.md", "talk"], "a chat without messages has no tab"
    bench.undo_notice()
    assert chats.on_disk(alone) == [("1.md", "user", "one")]


def test_messages_are_branched_and_get_other_roles_and_headers(open_bench, root, talk):
    bench = open_bench(root, talk / "2.md")
    panels = chats.open_chat(bench, talk / "2.md").panels
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
    bench.press("Ctrl+S")

    bench.open(talk / "1.md")
    bench.settle()
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
    assert chats.marked_tabs(bench)[-1] == "talk"
    chats.choose_in_menu_of(bench, 1, "Make it user")
    bench.settle()
    assert chats.in_list(bench)[1][1] == "user"
    assert bench.file.path.name == "1.md", "the other message is changed behind"
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
    bench.act("make_assistant")
    assert bench.file.text.startswith("; role: assistant")

    bench.open(talk / "3.md")
    write_header_in_form(bench, panels.header)


def write_header_in_form(bench, header) -> None:
    """Add what is missing to the message's header, and write a version."""
    before = bench.file.text
    header.details.click()
    QTest.mouseClick(header.form.add, Qt.MouseButton.LeftButton)
    bench.settle()
    header.details.click()
    assert not header.missing.isVisible()
    assert "; Block-UUID: " in bench.file.text
    assert bench.file.text.endswith(before)
    QTest.mouseClick(header.details, Qt.MouseButton.LeftButton)
    assert header.form.isVisible()
    field = header.form.fields.cell("Version").widget
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2.1.0")
    bench.press("Ctrl+S")
    assert "; Version: 2.1.0\n" in bench.file.path.read_text()
    bench.editor.setFocus()
    bench.press("Ctrl+Z")
    assert "; Version: 1.0.0\n" in bench.file.text
    bench.press("Ctrl+Z")
    assert bench.file.text == before


def look_at_disk(bench) -> None:
    bench.workbench.files.disk.look_now()
    bench.settle()


def test_a_message_deleted_on_disk_is_in_its_chat_as_long_as_it_is_open(open_bench, root, talk):
    bench = open_bench(root, talk / "2.md", answers=(SaveAnswer.DISCARD,) * 3)
    panels = chats.open_chat(bench, talk / "2.md").panels
    for view in ("Message", "Conversation", "File"):
        with in_case(view):
            chats.click_view(bench, view)
            bench.settle()
            (talk / "2.md").unlink()
            look_at_disk(bench)
            assert words(bench) == ["one", "two", "three"]
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
            assert words(bench) == ["one", "three"]
            bench.write(talk / "2.md", SECOND)
            bench.open(talk / "2.md")
            bench.settle()

    chats.click_view(bench, "Message")
    bench.type("un")
    (talk / "2.md").unlink()
    look_at_disk(bench)
    assert bench.text == "untwo"
    assert "2.md" in bench.bar
    assert chats.marked_tabs(bench)[-1] == "talk, unsaved"
    bench.press("Ctrl+S")
    bench.settle()
    assert chats.on_disk(talk)[1] == ("2.md", "assistant", "untwo"), "it can be saved again"
    assert len(chats.in_list(bench)) == 3
    (talk / "2.md").unlink()
    look_at_disk(bench)
    assert bench.text == "untwo"
    assert bench.bar
    chats.click_message(bench, 0)
    bench.settle()
    assert "2.md" in texts(bench, talk), "its text is nowhere else"


def test_what_is_typed_is_kept_while_another_program_renumbers_and_deletes(open_bench, root, talk, tmp_path):
    bench = open_bench(root, talk / "2.md")
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    move_message(read_chat(talk), 0, 2, state_dir=tmp_path / "other", now=bench.world.time)
    look_at_disk(bench)
    held = {content for _, _, content in chats.on_disk(talk)}
    assert held == {"one", "two", "three"}
    assert "untwo" in texts(bench, talk).values(), "what was typed is kept"
    assert len(chats.in_list(bench)) == 3
    bench.act("move_message_up")
    bench.settle()
    assert {content for _, _, content in chats.on_disk(talk)} == held

    gap = chats.make_chat(root, "one", "two", "three", name="gap")
    chats.open_chat(bench, gap / "2.md")
    (gap / "2.md").unlink()
    look_at_disk(bench)
    chats.choose_in_menu_of(bench, 2, "Move up")
    bench.settle()
    contents = [content for _, _, content in chats.on_disk(gap)]
    assert sorted(contents) == ["one", "three"]
    assert "two" in texts(bench, gap).values(), "what is nowhere else is kept"

    gone = chats.make_chat(root, "one", "two", "three", name="gone")
    chats.open_chat(bench, gone / "2.md")
    bench.type("un")
    for path in list(gone.iterdir()):
        path.unlink()
    look_at_disk(bench)
    assert chats.in_list(bench) == [("2", "assistant", "untwo")]
    bench.press("Ctrl+S")
    bench.settle()
    assert chats.on_disk(gone) == [("2.md", "assistant", "untwo")]


def test_a_chat_renamed_copied_and_deleted_while_it_is_open(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md", answers=("speech", SaveAnswer.DISCARD))
    chats.open_chat(bench, talk / "2.md")
    bench.type("un")
    bench.workbench.commands.library.rename_chat(talk)
    bench.settle()
    speech = root / "chats" / "speech"
    assert bench.tab_titles == ["page-analysis.md", "speech"]
    assert bench.window.windowTitle() == "● speech – prompts – Foreword"
    assert bench.status == "speech, message 2 of 3"
    assert words(bench) == ["one", "untwo", "three"]
    assert chats.perspective(bench).panels.request.shown_view.request is not None
    bench.workbench.work.duplicate_chat(speech)
    bench.settle()
    assert bench.tab_titles == ["page-analysis.md", "speech"]
    bench.workbench.commands.library.delete_chat(speech)
    assert bench.tab_titles == ["page-analysis.md"]
    bench.undo_notice()
    assert chats.on_disk(speech) == BEFORE

    chats.open_chat(bench, speech / "2.md")
    os.rename(speech, root / "chats" / "moved")
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    look_at_disk(bench)
    assert bench.text == "two", "a folder that another program moved leaves its text open"
    assert bench.file.path.parent.name in ("speech", "moved")


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_typed_into_a_new_message_is_its_text_and_is_kept_apart_by_undo(open_bench, root, talk):
    bench = open_bench(root, talk / "3.md")
    chats.open_chat(bench, talk / "3.md")
    for name, view in (("4.md", "conversation"), ("5.md", "part")):
        with in_case(view):
            bench.workbench.tabs.show_view(bench.file.document, view)
            bench.settle()
            bench.act("new_message")
            bench.type("App")
            assert bench.file.path == talk / name
            assert bench.file.text.endswith("\n\n\nApp")
            bench.settle()
            bench.type(" w")
            assert bench.file.text.endswith("App w")
            assert bench.editor.isVisible()
    bench.press("Ctrl+S")
    before = bytes_of(talk)
    bench.open(talk / "2.md")
    bench.settle()
    bench.act("new_message")
    assert bench.file.path == talk / "3.md"
    bench.type("then undone")
    bench.undo_notice()
    bench.settle()
    assert bytes_of(talk) == before
    opened = {file.path.name: file.text for file in bench.workbench.files.files}
    assert "then undone" not in opened.get("3.md", "")
    assert any(name.startswith("Untitled") and "then undone" in text for name, text in opened.items())


def test_undo_in_the_list_of_messages_undoes_what_was_done_to_them(open_bench, root, talk):
    bench = open_bench(root, talk / "3.md")
    panel = chats.open_chat(bench, talk / "3.md").panels.messages
    before = bytes_of(talk)
    bench.act("move_message_up")
    bench.act("branch_here")
    bench.open(talk / "3.md")
    bench.settle()
    panel.list.setFocus()
    for _ in range(2):
        bench.act("undo")
        bench.settle()
        panel.list.setFocus()
    assert bytes_of(talk) == before
    assert not (root / "chats" / "talk-2").exists()
    assert not chats.perspective(bench).can_step(undoes=True)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("Alt+Down", "‘2.md’ is now ‘3.md’."), ("Delete", "‘2.md’ was moved to the history.")],
)
def test_a_step_that_was_undone_by_key_is_no_longer_offered_to_be_undone(
    open_bench, root, talk, key, sentence
):
    bench = open_bench(root, talk / "2.md")
    panel, notices = chats.open_chat(bench, talk / "2.md").panels.messages, bench.window.notices
    before = bytes_of(talk)
    bench.come_to_front()
    panel.list.setFocus()
    bench.press(key, panel.list)
    bench.settle()
    assert sentence in bench.notice
    assert notices.link.text() == "Undo"
    bench.press("Ctrl+Z", panel.list)
    bench.settle()
    assert bytes_of(talk) == before
    assert not notices.isVisible(), f"its Undo would do the step again: {notices.words.text()}"
    assert bench.file.path.name == "2.md"
    assert panel.list.currentIndex().row() == 1
    assert panel.list.hasFocus()


def test_undo_of_another_step_leaves_a_notice(open_bench, root, talk):
    bench = open_bench(root, talk / "2.md")
    panel = chats.open_chat(bench, talk / "2.md").panels.messages
    bench.act("move_message_up")
    bench.workbench.work.create(root / "other.md", "text")
    bench.come_to_front()
    panel.list.setFocus()
    bench.press("Ctrl+Z", panel.list)
    bench.settle()
    assert chats.on_disk(talk) == BEFORE
    bench.undo_notice()
    assert not (root / "other.md").exists()


def dropped(panel, path: Path) -> bool:
    """Drop a file on a panel; return whether the panel took it."""
    data, at = QMimeData(), panel.rect().center()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(at, action, data, button, none)
    entered.ignore()
    QApplication.sendEvent(panel, entered)
    if entered.isAccepted():
        QApplication.sendEvent(panel, QDropEvent(QPointF(at), action, data, button, none))
    return entered.isAccepted()


def test_an_unread_byte_is_branched_as_it_is_and_a_dropped_body_becomes_a_chat(
    open_bench, root, talk, tmp_path
):
    unread = b"; role: user\n\n\ncaf\xe9"
    (talk / "1.md").write_bytes(unread)
    bench = open_bench(root, talk / "1.md", answers=("dropped",))
    panel = chats.open_chat(bench, talk / "1.md").panels.messages
    bench.act("branch_here")
    assert (root / "chats" / "talk-2" / "1.md").read_bytes() == unread
    body = tmp_path / "body.json"
    body.write_text(json.dumps({"messages": [{"role": "user", "content": "Hi `there`"}]}))
    other = tmp_path / "notes.txt"
    other.write_text("no body")
    assert dropped(panel, other), "what is no body is the window's, as anywhere"
    assert bench.file.path == other
    chats.open_chat(bench, talk / "1.md")
    assert dropped(panel, body)
    assert bench.file.path == root / "chats" / "dropped" / "1.md"
    assert bench.text == "Hi `there`\n"


def test_what_did_not_change_is_neither_made_nor_read_nor_followed_again(open_bench, root, talk):
    template = root / "system-prompt.tmpl"
    template.write_text("You help.")
    bench = open_bench(root, talk / "3.md")
    perspective = chats.open_chat(bench, talk / "3.md")
    perspective.current.choose_system(SystemChoice(template))
    bench.settle()
    made: list[object] = []
    perspective.system.made.connect(made.append)
    perspective.current.changed.connect(lambda: made.append("changed"))
    look_at_disk(bench)
    assert made == []
    template.write_text("You are brief.")
    look_at_disk(bench)
    assert perspective.system.now.text.text == "You are brief."
    assert made

    file, chat = bench.file, perspective.chat
    followed, known = file.receivers("2analysed()"), dict(chat._on_disk)
    changes: list[object] = []
    chat.changed.connect(lambda: changes.append(chat.messages))
    bench.open("page-analysis.md")
    bench.settle()
    assert changes == [], "it is not in front"
    bench.open(talk / "3.md")
    bench.settle()
    assert all(chat._on_disk[path] is one for path, one in known.items())
    assert [one.path.name for one in chat.messages] == ["1.md", "2.md", "3.md"]
    for _ in range(2):
        bench.open("page-analysis.md")
        bench.open(talk / "3.md")
        bench.settle()
    assert bench.file is file
    assert file.receivers("2analysed()") == followed


def test_what_the_header_says_after_its_message_was_closed_changes_nothing(open_bench, root, talk):
    bench = open_bench(root)
    perspective = chats.open_chat(bench, talk / "2.md")
    before = chats.on_disk(talk)
    bench.act("close_tab")
    bench.settle()
    assert perspective.current.file is None
    header = perspective.panels.header
    header.field_changed.emit("name", "late")
    header.field_removed.emit("name")
    header.fields_requested.emit()
    assert chats.on_disk(talk) == before

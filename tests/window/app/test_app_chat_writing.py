"""Writing in a chat: one tab, one text and one undo over all views, and only its span of a file changes."""

from __future__ import annotations

import app_chats as chats
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples
from PySide6.QtGui import QTextCursor

from editor_app.chats.reading import read_text
from editor_app.window.commands.files import SaveAnswer

pytestmark = pytest.mark.one_window


@pytest.fixture
def root(root):
    return chats.keep_only(root, "page-analysis.md")


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "three")


def test_a_saved_message_has_the_escapes_bom_and_newlines_that_its_file_needs(open_bench, root, talk):
    path = talk / "2.md"
    path.write_bytes(b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\ntwo\nthree\r\n")
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    bench.press("Ctrl+End")
    bench.type("\n```py\nx `y` \\`\n```\n")
    assert bench.text == "one\n```py\nx `y` \\`\n```\n"
    assert bench.file.text == "; role: user\n\n\none\n\\```py\nx `y` \\\\`\n\\```\n"
    bench.press("Ctrl+S")
    bench.settle()
    assert bench.status == "talk, message 1 of 3 · 3 backticks are escaped in the file"
    assert (talk / "1.md").read_text() == bench.file.text
    assert chats.on_disk(talk)[0][2] == bench.text

    chats.open_chat(bench, path)
    assert bench.text == "one\ntwo\nthree\n"
    bench.go_to("two")
    bench.type("```\n")
    bench.press("Ctrl+S")
    assert path.read_bytes() == b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\n\\```\r\ntwo\nthree\r\n"


def test_what_is_beside_the_text_is_told_of_other_problems_alone(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    current = chats.open_chat(bench, talk / "1.md").current
    told: list[str] = []
    current.changed.connect(lambda: told.append(bench.text))
    bench.type("w")
    bench.settle()
    assert told == []
    bench.press("Ctrl+A")
    bench.press("Del")
    bench.settle()
    assert told == [""], "a message without a text is refused"


def test_one_undo_and_one_place_go_over_all_views(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    before = bench.file.text
    bench.type("a")
    chats.click_view(bench, "File")
    assert bench.text == "; role: user\n\n\naone"
    assert bench.editor.cursor_offset() == len("; role: user\n\n\na")
    bench.type("b")
    chats.click_view(bench, "Conversation")
    bench.settle()
    assert bench.editor.cursor_offset() == 2
    bench.type("c")
    assert bench.file.text == "; role: user\n\n\nabcone"
    bench.press("Ctrl+Z")
    assert bench.file.text == "; role: user\n\n\nabone"
    chats.click_view(bench, "Message")
    bench.press("Ctrl+Z")
    assert (bench.text, bench.file.text) == ("aone", "; role: user\n\n\naone")
    chats.click_view(bench, "File")
    bench.press("Ctrl+Z")
    assert bench.text == before
    bench.press("Ctrl+Shift+Z")
    chats.click_view(bench, "Conversation")
    bench.press("Ctrl+Shift+Z")
    bench.press("Ctrl+Shift+Z")
    assert bench.text == "abcone"
    assert not bench.file.is_modified or bench.file.text != before

    (talk / "2.md").write_text("; role: assistant\n\n\nfirst\n\\```\nsecond\n\\```\nthird")
    panels = chats.open_chat(bench, talk / "2.md").panels
    chats.click_view(bench, "File")
    assert not panels.header.isVisible()
    bench.type("a")
    bench.settle()
    assert not panels.header.isVisible(), "nor once something was written"
    bench.press("Ctrl+Z")
    chats.click_view(bench, "Message")
    assert panels.header.isVisible(), "the header stands over the message alone"
    bench.go_to("third", 2)
    views = []
    for _ in range(3):
        bench.press("Shift+F9")
        bench.settle()
        editor = bench.editor
        assert editor.hasFocus()
        views.append(bench.workbench.tabs.view_of(bench.file.document))
        assert bench.text[editor.cursor_offset() :] == "ird"
        assert bench.workbench.tabs.strip.views.current == views[-1]
    assert views == ["conversation", "source", "part"]


PIECES = ("a", "`", "```", "\\", "\n", "\n\n\n", "; role: x\n", " ", "é", "\\`")
STARTS = (
    b"; role: user\n\n\none\ntwo",
    b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\n\\```\r\ntwo\nthree\r",
    b"; Block-UUID: x\n; role: assistant\n\n\n\\`a` \\\\` \\```\n",
    b"; role: user\r\n\n\r\n\n\none\r\n",
    b"; role: user",
    b"plain",
)


@examples(8)
@given(data=st.data())
def test_edits_of_the_content_change_their_span_only(editing, data):
    """Random edits keep read(write) and every byte around them."""
    bench, path = editing
    start = data.draw(st.sampled_from(STARTS))
    path.write_bytes(start)
    bench.open(path)
    file, editor = bench.file, bench.workbench.current.perspective.navigation.view.editor
    message = read_text(file.text)
    lead = file.text[: message.parts.content.start] if message.parts.has_separator else None
    for _ in range(data.draw(st.integers(1, 4))):
        size = len(bench.workbench.current.perspective.navigation.view.link.document.text)
        here, there = sorted(data.draw(st.tuples(st.integers(0, size), st.integers(0, size))))
        cursor = editor.textCursor()
        bridge = editor.contents.bridge
        cursor.setPosition(bridge.position(here))
        cursor.setPosition(bridge.position(there), QTextCursor.MoveMode.KeepAnchor)
        shown = editor.contents.text
        piece = data.draw(st.sampled_from(PIECES))
        cursor.insertText(piece)
        assert editor.contents.text == shown[:here] + piece + shown[there:]
        assert read_text(file.text).content == editor.contents.text
        assert read_text(file.text).role == message.role
    if lead is not None:
        assert file.text.startswith(lead)
    steps = 0
    while file.document.text_document.isUndoAvailable():
        editor.contents.history.undo()
        steps += 1
    assert file.data() == start
    assert editor.contents.text == message.content
    bench.workbench.files.close(file)


@pytest.fixture
def editing(open_bench, root, talk):
    """Return a window with a chat in front, and the path of another message of that chat."""
    return open_bench(root, talk / "1.md"), talk / "2.md"


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
    bench.open("page-analysis.md")
    bench.workbench.commands.files.show(talk)
    assert bench.file.path == talk / "3.md", "a chat opens where it was left"
    assert bench.tab_titles == ["page-analysis.md", "talk"]


def test_the_dot_is_that_of_all_messages_and_saving_and_closing_are_too(open_bench, root, talk):
    bench = open_bench(root, "page-analysis.md", answers=(SaveAnswer.CANCEL, SaveAnswer.SAVE))
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

    bench.open(talk / "1.md")
    bench.go_to("xone")
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
    assert [content for _, _, content in chats.on_disk(talk)] == ["xxone", "ytwo", "zthree"]
    assert open_names(bench) == []


def test_looked_at_messages_close_themselves_and_touched_ones_keep_their_undo(open_bench, root, talk):
    bench = open_bench(root, talk / "1.md")
    chats.open_chat(bench, talk / "1.md")
    bench.go_to("ne")
    chats.click_message(bench, 1)
    bench.settle()
    assert open_names(bench) == ["2.md"]
    chats.click_message(bench, 0)
    bench.settle()
    assert bench.editor.cursor_offset() == 1, "the caret of a message that closed itself comes back"
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


def test_a_message_outside_of_chats_has_a_tab_of_its_own(open_bench, root, talk):
    notes = root / "notes"
    notes.mkdir()
    for name in ("a", "b"):
        (notes / f"{name}.md").write_text(f"; role: user\n\n\n{name}")
    bench = open_bench(root, notes / "a.md")
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

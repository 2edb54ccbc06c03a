"""Writing in a chat: one text and one undo over all views, and only its span of the file changes."""

from __future__ import annotations

from pathlib import Path

import app_chats as chats
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor

from editor_app.chats import read_text

pytestmark = pytest.mark.one_window

FENCE = "```\ncode\n```"


@pytest.fixture
def talk(root):
    return chats.make_chat(root, "one", "two", "three")


def test_plain_backticks_are_typed_and_written_with_what_the_file_needs(open_bench, root, talk):
    bench = open_bench(root)
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


def test_one_undo_goes_over_all_views(open_bench, root, talk):
    bench = open_bench(root)
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


def test_views_switch_by_the_key_at_the_same_place(open_bench, root, talk):
    (talk / "2.md").write_text("; role: assistant\n\n\nfirst\n\\```\nsecond\n\\```\nthird")
    bench = open_bench(root)
    chats.open_chat(bench, talk / "2.md")
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


def test_the_header_stands_over_the_message_alone(open_bench, root, talk):
    bench = open_bench(root)
    panels = chats.open_chat(bench, talk / "1.md").panels
    assert panels.header.isVisible()
    chats.click_view(bench, "File")
    assert not panels.header.isVisible()
    chats.click_view(bench, "Message")
    assert panels.header.isVisible()


PIECES = ("a", "`", "```", "\\", "\n", "\n\n\n", "; role: x\n", " ", "é", "\\`")
STARTS = (
    b"; role: user\n\n\none\ntwo",
    b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\n\\```\r\ntwo\nthree\r",
    b"; Block-UUID: x\n; role: assistant\n\n\n\\`a` \\\\` \\```\n",
    b"; role: user\r\n\n\r\n\n\none\r\n",
    b"; role: user",
    b"plain",
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_edits_of_the_content_change_their_span_only(editing, data):
    """Random edits keep read(write) and every byte around them."""
    bench, path = editing
    start = data.draw(st.sampled_from(STARTS))
    path.write_bytes(start)
    bench.open(path)
    file, editor = bench.file, bench.workbench.current.perspective.view.editor
    message = read_text(file.text)
    lead = file.text[: message.parts.content.start] if message.parts.has_separator else None
    for _ in range(data.draw(st.integers(1, 4))):
        size = len(bench.workbench.current.perspective.view.link.document.text)
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
def editing(open_bench, root, talk) -> tuple[object, Path]:
    return open_bench(root, keeps=False), talk / "2.md"


def test_saving_keeps_bom_and_the_newlines_of_each_line(open_bench, root, talk):
    path = talk / "2.md"
    path.write_bytes(b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\ntwo\nthree\r\n")
    bench = open_bench(root)
    chats.open_chat(bench, path)
    assert bench.text == "one\ntwo\nthree\n"
    bench.go_to("two")
    bench.type("```\n")
    bench.press("Ctrl+S")
    assert path.read_bytes() == b"\xef\xbb\xbf; role: user\r\n\r\n\r\none\r\n\\```\r\ntwo\nthree\r\n"

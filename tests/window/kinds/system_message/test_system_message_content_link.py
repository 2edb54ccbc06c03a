"""A content and its file: what is typed in one is in the other, and no character is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from message_files import MESSAGE, MessageFile
from property_runs import examples
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.system_messages.edits.values import Through
from editor_app.text import Edit, Severity, Span, apply_edits, difference
from editor_app.window.kinds.system_message.content_link import ContentLink

TEXT = "## Output formatting\n\nThe working directory is [prompt:cwd].\n"

ALIASED = """\
id: atlas
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-02-11T14:30:00Z
blocks:
  - {id: a, type: safety, priority: 1, content: &words Be kind.}
  - {id: b, type: safety, priority: 2, content: *words}
"""


def test_what_is_typed_stands_in_the_file_and_nothing_else_changes(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    assert link.document.text == TEXT
    editor.go_to(Span(TEXT.index("directory"), 0))
    QTest.keyClicks(editor, "root ")
    assert file.contents()["formatting-1"] == TEXT.replace("directory", "root directory")
    assert file.text == MESSAGE.replace("directory", "root directory")
    assert link.document.text == file.contents()["formatting-1"]


def test_a_word_is_one_step_of_the_files_history(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    editor.go_to(Span(0, 0))
    QTest.keyClicks(editor, "one two")
    assert file.text != MESSAGE
    editor.undo()
    assert link.document.text == f"one {TEXT}"
    editor.undo()
    assert file.text == MESSAGE
    assert link.document.text == TEXT
    editor.redo()
    editor.redo()
    assert link.document.text == f"one two{TEXT}"
    assert editor.cursor_offset() == len("one two")


def test_backspaces_are_one_step_too(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    editor.go_to(Span(len(TEXT) - 1, 0))
    for _ in range(4):
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert link.document.text == f"{TEXT[:-5]}\n"
    editor.undo()
    assert file.text == MESSAGE
    assert editor.cursor_offset() == len(TEXT) - 1


def test_undo_puts_the_cursor_where_the_text_changed(link_to, edit_in):
    _, link = link_to()
    editor = edit_in(link)
    editor.go_to(Span(3, 0))
    QTest.keyClicks(editor, "x")
    editor.go_to(Span(len(TEXT), 0))
    editor.undo()
    assert editor.cursor_offset() == 3


def test_undo_of_a_change_in_another_block_leads_there(link_to, edit_in):
    file, link = link_to()
    reached = []
    link.block_reached.connect(reached.append)
    link.block_reached.connect(link.show_block)
    editor = edit_in(link)
    at = file.text.index("secrets")
    file.document.apply_edits([Edit(Span(at, at), "all ")])
    assert link.document.text == TEXT
    editor.undo()
    assert reached == [(0,)]
    assert link.document.text == "Never reveal secrets."
    assert editor.cursor_offset() == len("Never reveal ")


def test_the_content_follows_changes_of_the_file(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    editor.go_to(Span(TEXT.index("working"), 0))
    at = file.text.index("Output")
    file.document.apply_edits([Edit(Span(at, at + 6), "All")])
    assert link.document.text == TEXT.replace("Output", "All")
    assert editor.cursor_offset() == link.document.text.index("working"), "the cursor stays at its word"


def test_a_block_is_followed_to_another_place(link_to):
    file, link = link_to()
    moved = []
    link.block_moved.connect(moved.append)
    start = file.text.index("  # First"), file.text.index("\n  - id: formatting-1")
    file.document.apply_edits([Edit(Span(*start), "")])
    assert link.path == (0,)
    assert moved == [(0,)]
    file.document.text_document.undo()
    assert link.path == (1,)
    assert link.document.text == TEXT


def test_a_block_that_is_gone_comes_back_with_undo(link_to):
    file, link = link_to(path=(0,))
    span = Span(file.text.index("  # First"), file.text.index("  - id: formatting-1"))
    file.document.apply_edits([Edit(span, "")])
    assert link.path is None
    assert link.document.read_only_because == "The block was removed from the file."
    file.document.text_document.undo()
    assert link.document.text == "Never reveal secrets."
    assert link.document.read_only_because is None


def test_a_file_that_cannot_be_read_keeps_the_text_in_sight(link_to):
    file, link = link_to()
    file.document.apply_edits([Edit(Span(0, 0), "}: [")])
    assert link.document.text == TEXT
    assert "can’t be read" in link.document.read_only_because
    file.document.text_document.undo()
    assert link.document.read_only_because is None


def test_a_read_only_file_has_read_only_contents(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    file.document.set_read_only_because("It is a default.")
    assert link.document.read_only_because == "It is a default."
    QTest.keyClicks(editor, "x")
    assert file.text == MESSAGE
    file.document.set_read_only_because(None)
    QTest.keyClicks(editor, "x")
    assert file.text != MESSAGE


def test_a_content_that_is_no_text_is_not_edited(link_to):
    _, link = link_to(MESSAGE.replace("Never reveal secrets.", "[1, 2]"), (0,))
    assert link.document.read_only_because == "This content is a list or a mapping. Change it in the source."


def test_a_content_that_is_missing_can_be_written(link_to, edit_in):
    file, link = link_to(MESSAGE.replace("    content: Never reveal secrets.\n", ""), (0,))
    editor = edit_in(link)
    QTest.keyClicks(editor, "Be kind")
    assert file.contents()["safety-1"] == "Be kind"
    assert link.document.text == "Be kind"


def test_an_emptied_content_can_be_written_again(link_to, edit_in):
    file, link = link_to(path=(0,))
    editor = edit_in(link)
    editor.selectAll()
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert file.contents().get("safety-1", "") == ""
    QTest.keyClicks(editor, "Be kind")
    assert file.contents()["safety-1"] == "Be kind"


@pytest.mark.parametrize(
    ("through", "other"), [(Through.ANCHOR, "Be very kind."), (Through.DETACH, "Be kind.")]
)
def test_a_text_that_stands_elsewhere_asks_first(link_to, edit_in, through, other):
    file, link = link_to(ALIASED, None)
    asked = []
    link.alias_reached.connect(lambda: asked.append(True))
    link.show_block((1,))
    assert asked
    editor = edit_in(link)
    QTest.keyClicks(editor, "x")
    assert file.text == ALIASED, "nothing is changed before the answer"
    link.choose(through)
    editor.go_to(Span(3, 0))
    QTest.keyClicks(editor, "very ")
    assert file.contents() == {"a": other, "b": "Be very kind."}
    assert link.document.text == "Be very kind."


def test_problems_are_shown_where_they_stand_and_mended_in_the_file(link_to, edit_in):
    file, link = link_to(MESSAGE.replace("[prompt:cwd]", "[prompt:cwdd]"))
    shown = []
    link.analysed.connect(shown.append)
    editor = edit_in(link)
    link.connect_editor(editor.show_analysis, editor.fix_chosen)
    problem = next(one for one in shown[-1].diagnostics if one.fixes)
    assert problem.severity is Severity.WARNING
    assert problem.span.of(link.document.text) == "prompt:cwdd"
    assert len(editor.marks) == len(shown[-1].diagnostics)
    link.apply_fix(problem.fixes[0])
    assert file.text == MESSAGE
    assert link.document.text == TEXT
    assert not len(editor.marks)


def test_places_are_found_in_both_ways(link_to):
    file, link = link_to()
    offset = TEXT.index("working")
    place = link.source_offset(offset)
    assert place == file.text.index("working")
    assert link.content_offset(place) == offset
    assert link.content_offset(0) is None


def test_a_file_that_is_analysed_later_is_written_right(link_to, edit_in):
    file, link = link_to(at_once=False)
    editor = edit_in(link)
    at = file.text.index("Output")
    file.document.apply_edits([Edit(Span(at, at), "The ")])
    assert link.document.text == TEXT, "it is not known yet"
    editor.go_to(Span(TEXT.index("working"), 0))
    QTest.keyClicks(editor, "x")
    expected = TEXT.replace("Output", "The Output").replace("working", "xworking")
    assert file.contents()["formatting-1"] == expected
    QApplication.processEvents()
    assert link.document.text == expected


WORDS = st.sampled_from(
    (
        *("a", "b ", " ", "\n", "\n\n", "  c", "\t", ": ", "# ", "'", '"', "\\", "- ", "|", "é", "😀"),
        *("\u00a0", "\u2028", "\x85", "\x07", "[prompt:cwd]", "[if x]", "{", "*", "&", "null", "\ufeff"),
    )
)
TYPED = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6), st.lists(WORDS, max_size=3).map("".join)))
STARTS = st.sampled_from(
    (
        *("content: Never.", 'content: "Ne\\tver."', "content: 'It''s.'", "content: |\n      a\n\n      b"),
        *("content: >-\n      a\n      b", "content: |+2\n      a\n\n"),
        "content: {format: plain, text: Never.}",
    )
)


JSON = """\
{
  "id": "atlas", "version": "1.0.0", "role": "system",
  "createdAt": "2026-01-28T09:00:00Z", "updatedAt": "2026-02-11T14:30:00Z",
  "blocks": [
    {"id": "safety-1", "type": "safety", "priority": 1, "content": "Ne\\u0076er.\\n\\ud83d\\ude00"},
    {"id": "b", "type": "advisory", "priority": 1, "content": "Stay."}
  ]
}
"""


@examples(30)
@given(STARTS, TYPED)
@pytest.mark.usefixtures("qapp")
def test_random_typing_in_yaml_is_the_same_edits_of_the_value(start, typed):
    type_at_random(MessageFile(MESSAGE.replace("content: Never reveal secrets.", start)), typed)


@examples(15)
@given(TYPED)
@pytest.mark.usefixtures("qapp")
def test_random_typing_in_json_is_the_same_edits_of_the_value(typed):
    type_at_random(MessageFile(JSON, "atlas.json"), typed)


def type_at_random(file, typed):
    link = ContentLink(file.document, file.look)
    file.analysed.connect(link.refresh)
    link.show_block((0,))
    before, others = file.text, file.contents()
    expected = others.pop("safety-1")
    assert link.document.text == expected
    for at, length, words in typed:
        first = min(at, len(expected))
        span = Span(first, min(first + length, len(expected)))
        expected = apply_edits(expected, [Edit(span, words)])
        bridge = link.document.bridge
        cursor = QTextCursor(link.document.text_document)
        cursor.setPosition(bridge.position(span.start))
        cursor.setPosition(bridge.position(span.end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(bridge.shown(words))
        QApplication.processEvents()
        assert link.document.text == expected
        now = file.contents()
        assert now.pop("safety-1", "") == expected
        assert now == others, "no other block changes"
    while file.document.text_document.isUndoAvailable():
        link.undo()
        assert link.document.text == file.contents().get("safety-1", "")
    assert file.text == before
    link.deleteLater()
    file.deleteLater()


def test_a_step_of_the_content_is_one_small_edit_of_the_file(link_to, edit_in):
    file, link = link_to()
    editor = edit_in(link)
    edits = []
    file.document.edited.connect(edits.append)
    editor.go_to(Span(3, 0))
    QTest.keyClicks(editor, "z")
    assert [edit.text for edit in edits] == ["z"]
    assert difference(MESSAGE, file.text) == edits[0]

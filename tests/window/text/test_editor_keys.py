"""Any keys in any order: the text is what Qt shows, and undoing everything is the text from before."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from property_runs import examples
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span, apply_edits
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, CTRL = Modifier.NoModifier, Modifier.ShiftModifier, Modifier.ControlModifier
MOVES = [Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End, Key.Key_PageDown]
EDITING = [Key.Key_Backspace, Key.Key_Delete, Key.Key_Return, Key.Key_Tab, Key.Key_Backtab]

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), st.sampled_from(["a", "b c", "{{x}}", "# h", "- ", "`", "{{#if x}}"])),
        st.tuples(st.just("key"), st.sampled_from(EDITING), st.sampled_from([NONE, CTRL])),
        st.tuples(st.just("key"), st.sampled_from(MOVES), st.sampled_from([NONE, SHIFT, CTRL | SHIFT])),
        st.tuples(st.just("compose"), st.sampled_from(["n", "ni", ""]), st.sampled_from(["", "你", "😀"])),
        st.tuples(
            st.just("paste"), st.sampled_from(["é\u00a0\u2028", "👩\u200d👩\u200d👧\n", "\u2029", "y" * 300])
        ),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("all")),
    ),
    max_size=25,
)
TEXTS = st.sampled_from(
    ["", "one\ntwo {{x}}\n", "😀 {{#if x}}é{{/if}}\n" * 3, "  - a\u00a0b\n\n\tc", "ab " * 4_000]
)


def perform(editor, step):
    match step:
        case ("type", text):
            QTest.keyClicks(editor, text)
        case ("key", key, modifier):
            QTest.keyClick(editor, key, modifier)
        case ("compose", preedit, commit):
            event = QInputMethodEvent(preedit, [])
            event.setCommitString(commit)
            QApplication.sendEvent(editor, event)
        case ("paste", text):
            editor.insert_text(text)
        case ("undo",):
            editor.undo()
        case ("redo",):
            editor.redo()
        case ("all",):
            editor.selectAll()


def shown(document):
    cursor = QTextCursor(document.text_document)
    cursor.select(QTextCursor.SelectionType.Document)
    return document.bridge.exact(cursor.selectedText())[0]


@pytest.mark.usefixtures("qapp")
@given(text=TEXTS, steps=STEPS, at_once=st.booleans())
@example(text="😀 x\n", steps=[("compose", "n", ""), ("key", Key.Key_Delete, NONE)], at_once=False)
@example(text="😀 x\n", steps=[("compose", "n", ""), ("key", Key.Key_Right, SHIFT)], at_once=False)
@examples(18)
def test_any_keys(theme, text, steps, at_once):
    document = EditorDocument(text)
    followed = [text]

    def follow(edit):
        followed[0] = apply_edits(followed[0], [edit])
        if at_once:
            editor.show_analysis(analyse(document.text, Kind.DOCUMENT, "x.md"))

    document.edited.connect(follow)
    editor = CodeEditor(document)
    document.setParent(editor)
    editor.resize(500, 200)
    editor.show()
    for step in steps:
        perform(editor, step)
        editor.viewport().repaint()
        editor.gutter.repaint()
        assert followed[0] == document.text
        span = editor.selected_span()
        assert 0 <= span.start <= span.end <= len(document.text)
    perform(editor, ("compose", "", ""))
    assert shown(document) == document.text == followed[0]
    heights = [line.top for line in editor.visible_blocks(0, 200)]
    assert all((height - heights[0]) % 21 == 0 for height in heights)
    while document.text_document.isUndoAvailable():
        editor.undo()
    assert document.text == text == shown(document)
    assert not document.is_modified
    editor.close()
    editor.deleteLater()


def test_edits_from_outside_between_keys(open_editor):
    editor = open_editor("{{x}} one")
    QTest.keyClicks(editor, "ab")
    editor.contents.apply_edits([Edit(Span(2, 7), "{{y}}"), Edit(Span(11, 11), "!")])
    QTest.keyClicks(editor, "c")
    assert editor.contents.text == "abc{{y}} one!"
    for expected in ("ab{{y}} one!", "ab{{x}} one", "{{x}} one"):
        editor.undo()
        assert editor.contents.text == expected

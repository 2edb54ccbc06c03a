"""What is typed, dropped or committed is in the text and in sight, wherever it is written and over what."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QInputMethodEvent
from PySide6.QtTest import QTest

from editor_app.text import Span
from editor_app.window.text.code_editor import CodeEditor

LINE = "Write {{count}} of **them** for {{name}}.\n"
TEXT = LINE * 120


def typed(editor: CodeEditor) -> None:
    QTest.keyClick(editor, Qt.Key.Key_X)


def committed(editor: CodeEditor) -> None:
    for letters, text in (("x", ""), ("", "x")):
        event = QInputMethodEvent(letters, [])
        event.setCommitString(text)
        editor.inputMethodEvent(event)


@pytest.mark.parametrize("write", [typed, committed])
@pytest.mark.parametrize(
    "span", [Span(len(LINE) * 3, len(LINE) * 4 + 5), Span(len(LINE) * 60, len(LINE) * 60)]
)
def test_a_character_at_a_caret_out_of_sight(open_editor, write, span):
    editor = open_editor(TEXT)
    editor.select_span(span)
    bar = editor.verticalScrollBar()
    bar.setValue(bar.maximum())
    write(editor)
    assert editor.contents.text == TEXT[: span.start] + "x" + TEXT[span.end :]
    assert editor.toPlainText() == editor.contents.text
    assert bar.value() < bar.maximum(), "it was scrolled to"
    while editor.contents.is_modified:
        editor.undo()
    assert editor.contents.text == editor.toPlainText() == TEXT


@pytest.mark.parametrize("write", [typed, committed])
def test_a_character_over_the_end_of_a_line(open_editor, write):
    """Qt ends the process where it looks for a caret in a line that has grown and was not laid out again."""
    text = "ab\ncd, which is long"
    for start, end in ((1, 4), (2, 4), (2, 5), (0, 4)):
        editor = open_editor(text)
        editor.select_span(Span(start, end))
        write(editor)
        assert editor.contents.text == editor.toPlainText() == text[:start] + "x" + text[end:]
        editor.undo()
        assert editor.contents.text == text


def test_a_word_that_is_longer_than_what_follows_it(open_editor):
    editor = open_editor("abc.")
    editor.select_span(Span(0, 3))
    for letters, text in (("w", ""), ("", "word by word")):
        event = QInputMethodEvent(letters, [])
        event.setCommitString(text)
        editor.inputMethodEvent(event)
    assert editor.contents.text == "word by word."
    assert editor.cursor_offset() == len("word by word")
    editor.undo()
    assert editor.contents.text == "abc."


def test_a_dropped_text_that_is_scrolled_to(open_editor):
    editor = open_editor(TEXT)
    editor.select_span(Span(0, 5))
    bar = editor.verticalScrollBar()
    bar.setValue(bar.maximum())
    data = QMimeData()
    data.setText("one\n" * 60)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    editor.dropEvent(QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, data, buttons, keys))
    assert len(editor.contents.text) == len(TEXT) + len(data.text())
    assert editor.toPlainText() == editor.contents.text
    editor.undo()
    assert editor.contents.text == editor.toPlainText() == TEXT

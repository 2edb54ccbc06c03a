"""What is typed, dropped or committed at a place out of sight gets into the text like anywhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QInputMethodEvent
from PySide6.QtTest import QTest

from editor_app.text import Span
from editor_app.window.editor.code_editor import CodeEditor

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

"""A caret or a replacement that others put into the middle of a character never cuts it in two."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest

from editor_app.window.text.code_editor import CodeEditor

TEXT = "a😀\n👩\u200d👧é😀"
WHOLE = {*TEXT, "x", ""}


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def put(editor: CodeEditor, anchor: int, position: int) -> None:
    cursor = editor.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def commit(editor: CodeEditor, text: str, start: int, length: int) -> None:
    event = QInputMethodEvent()
    event.setCommitString(text, start, length)
    editor.inputMethodEvent(event)


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_Backspace, Qt.Key.Key_Delete])
def test_typing_and_deleting_at_any_position_take_whole_characters(open_editor, key):
    editor = open_editor(TEXT, analysed=False)
    contents = editor.contents
    for anchor, length in product(range(units(TEXT) + 1), (0, 1, 2)):
        put(editor, anchor, min(anchor + length, units(TEXT)))
        QTest.keyClick(editor, key)
        assert set(contents.text) <= WHOLE
        assert editor.toPlainText() == contents.text
        changed = contents.text
        for _ in range(2):
            while contents.is_modified:
                editor.undo()
            assert contents.text == TEXT
            while changed != TEXT and editor.document().isRedoAvailable():
                editor.redo()
            assert contents.text == changed
        while contents.is_modified:
            editor.undo()


def test_what_an_input_method_replaces_is_whole_and_inside_of_the_text(open_editor):
    editor = open_editor(TEXT, analysed=False)
    contents = editor.contents
    behind = units("a😀")
    put(editor, behind, behind)
    commit(editor, "", -1, 1)
    assert contents.text == TEXT.replace("😀", "", 1), "one character of the method's is two units of Qt's"
    editor.undo()
    put(editor, behind, behind)
    commit(editor, "ß", -9, 9)
    assert contents.text == "ß" + TEXT[2:]
    editor.undo()
    put(editor, units(TEXT), units(TEXT))
    commit(editor, "", -1, 9)
    assert contents.text == TEXT[:-1]
    editor.undo()
    assert contents.text == TEXT

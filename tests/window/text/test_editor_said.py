"""What the editor lets a screen reader say while somebody writes and moves the caret."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.library.kinds import Kind
from editor_app.window.text import code_editor


@pytest.mark.parametrize("typed", ["Hello {{name", "Hello {{name}}, {{name"])
def test_a_tag_that_is_half_typed_is_said_after_a_pause_and_not_over_the_typing(
    open_editor, heard, qtbot, monkeypatch, typed
):
    monkeypatch.setattr(code_editor, "_PAUSE_MS", 50)
    editor = open_editor("\n\nThe end.\n", Kind.DOCUMENT)
    QTest.keyClicks(editor, typed)
    assert editor.marks.at(editor.cursor_offset()), "it is a problem"
    assert heard == [], "nothing is said over the typing"
    qtbot.waitUntil(lambda: heard != [])
    assert len(heard) == 1
    QTest.keyClicks(editor, "X")
    assert len(heard) == 1


def test_the_caret_says_a_problem_where_it_comes_to_it_and_typing_over_a_selection_says_none(
    open_editor, heard
):
    editor = open_editor("one {{name\ntwo\n", Kind.DOCUMENT)
    QTest.keyClick(editor, Qt.Key.Key_End)
    assert len(heard) == 1
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    heard.clear()
    QTest.keyClicks(editor, "x{{other")
    assert heard == []
    QTest.keyClick(editor, Qt.Key.Key_Left)
    assert len(heard) == 1, "the caret left the place that is written at"

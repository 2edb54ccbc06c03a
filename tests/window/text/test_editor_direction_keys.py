"""Up, Down and the input method's window in lines from right to left go by what is drawn."""

from __future__ import annotations

import random

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.window.kit.positions import QtPosition
from editor_app.window.kit.theme.current import current_theme

CARET = Qt.InputMethodQuery.ImCursorRectangle
PIECES = [
    "שלום",
    "عالم",
    "لا",
    "Foreword",
    " ",
    "12.5",
    "😀",
    "\u200f",
    "{{title}}",
    "{{name}",
    "{{#if x}}",
    "{{/if}}",
]


def drawn_caret(editor):
    """Return the left edge and the row of the one column of ink that is as high as a row's letters."""
    image = editor.viewport().grab().toImage()
    ink = current_theme().color("ink").rgb()
    row = editor.cursorRect()
    rows = range(row.top() + 2, row.bottom() - 2)
    found = [x for x in range(image.width()) if all(image.pixel(x, y) == ink for y in rows)]
    return found[0]


def put(editor, offset):
    cursor = editor.textCursor()
    cursor.setPosition(editor.contents.bridge.position(offset))
    editor.setTextCursor(cursor)


def test_the_input_method_is_told_where_the_caret_is_drawn(open_editor):
    text = "שלום {{#if title}}עולם Foreword {{title}} סוף{{/if}} כאן."
    editor = open_editor(f"{text}\nEnglish {{{{title}}}}", size=(900, 300))
    differs = 0
    for offset in range(0, len(text) + 1, 2):
        put(editor, offset)
        told = editor.inputMethodQuery(CARET)
        assert abs(told.left() - drawn_caret(editor)) <= 1
        differs += abs(told.left() - editor.cursorRect().left()) > 2
    assert differs, "it is not what Qt thinks"
    put(editor, len(text) + 4)
    assert abs(editor.inputMethodQuery(CARET).left() - editor.cursorRect().left()) <= 1

    put(editor, text.index("title}}ע") + 2)
    QApplication.sendEvent(editor, QInputMethodEvent("xyz", []))
    assert abs(editor.inputMethodQuery(CARET).left() - drawn_caret(editor)) <= 1
    QApplication.sendEvent(editor, QInputMethodEvent("", []))
    assert editor.contents.text.startswith(text)


def test_down_and_up_come_back_to_where_the_caret_was_drawn(open_editor):
    rnd = random.Random(5)
    lines = ["ש" + "".join(rnd.choices(PIECES, k=30)) for _ in range(5)]
    editor = open_editor("\n".join(lines), size=(400, 700))
    keys = Qt.Key.Key_Down, Qt.Key.Key_Up
    bridge, text = editor.contents.bridge, editor.contents.text
    moved = 0
    for offset in range(0, sum(len(line) + 1 for line in lines[:3]), 9):
        put(editor, offset)
        before = editor.inputMethodQuery(CARET)
        assert 0 <= before.left() <= editor.viewport().width()
        QTest.keyClick(editor, keys[0])
        assert editor.cursorRect().top() > before.top(), f"down from {offset}"
        below = editor.inputMethodQuery(CARET)
        block = editor.textCursor().block()
        row = block.layout().lineForTextPosition(
            QtPosition(editor.textCursor().position() - block.position())
        )
        words = row.naturalTextRect()
        x = editor.contentOffset().x()
        if words.left() + x <= before.left() <= words.right() + x:
            assert abs(below.left() - before.left()) <= 13, "the nearest place that is drawn"
        QTest.keyClick(editor, keys[1])
        after = editor.inputMethodQuery(CARET)
        assert abs(after.left() - before.left()) <= 9, f"back at {offset} of {text!r}"
        assert after.top() == before.top()
        moved += 1
    assert moved > 30

    put(editor, 3)
    QTest.keyClick(editor, keys[0], Qt.KeyboardModifier.ShiftModifier)
    assert editor.selected_span().start == 3
    assert editor.selected_span().end == bridge.offset(editor.textCursor().position()) > 3


def test_between_equal_lines_each_place_has_its_like_above_and_below(open_editor):
    line = "שלום עולם {{title}} סוף {{#if x}}כאן{{/if}} שוב."
    editor = open_editor("\n".join([line] * 3), size=(900, 300))
    for offset in range(len(line)):
        put(editor, offset)
        QTest.keyClick(editor, Qt.Key.Key_Down)
        assert editor.cursor_offset() == offset + len(line) + 1
        QTest.keyClick(editor, Qt.Key.Key_Up)
        assert editor.cursor_offset() == offset
    put(editor, line.index("}}") + 2)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Up)
    QTest.keyClicks(editor, "X")
    assert "{{title}}X" in editor.contents.text


def test_the_column_of_rows_that_run_to_the_right_is_kept_on_the_way_through_others(open_editor):
    long, hebrew = "This is a long line of words that go on.", "שלום עולם {{title}} סוף שלום עולם שלום עולם"
    editor = open_editor(f"{long}\nab\n{hebrew}\n{long}\nab", size=(900, 300))
    put(editor, 30)
    wanted = editor.inputMethodQuery(CARET).left()
    lefts = []
    for _ in range(3):
        QTest.keyClick(editor, Qt.Key.Key_Down)
        lefts.append(editor.inputMethodQuery(CARET).left())
    assert lefts[0] < wanted - 50
    assert abs(lefts[2] - wanted) <= 9


def test_a_column_is_no_longer_kept_when_the_lines_have_moved(open_editor):
    line = "שלום עולם {{title}} סוף"
    editor = open_editor(f"{line}\n{line}\n{line}", size=(420, 300))
    put(editor, 8)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    editor.resize(800, 300)
    QApplication.processEvents()
    drawn = editor.inputMethodQuery(CARET).left()
    QTest.keyClick(editor, Qt.Key.Key_Up)
    assert abs(editor.inputMethodQuery(CARET).left() - drawn) <= 9

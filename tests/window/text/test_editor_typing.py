"""Typing, composing, pasting, copying, undoing: what the user does and what the text is then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span, apply_edits
from editor_app.text.editing.indentation import indented, lines_of, outdented, tab_at
from editor_app.window.kit.words.qt_strings import for_qt

Key = Qt.Key


def put(editor, start, end=None):
    editor.select_span(Span(start, start if end is None else end))


def keys(editor, text):
    QTest.keyClicks(editor, text)


def compose(editor, preedit, commit=""):
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(editor, event)


def test_typed_text_is_in_the_document_at_once(open_editor):
    editor = open_editor("one\n")
    put(editor, 4)
    keys(editor, "two 2")
    assert editor.contents.text == "one\ntwo 2"
    QTest.keyClick(editor, Key.Key_Backspace)
    assert editor.contents.text == "one\ntwo "


def test_undo_goes_word_by_word_and_back_to_the_start(open_editor):
    editor = open_editor("")
    keys(editor, "one two three")
    seen = []
    while editor.document().isUndoAvailable():
        editor.undo()
        seen.append(editor.contents.text)
    assert seen == ["one two ", "one ", ""]
    while editor.document().isRedoAvailable():
        editor.redo()
    assert editor.contents.text == "one two three"


def test_what_is_typed_after_another_edit_is_a_step_of_its_own(open_editor):
    """Such as after a button, or after the steps of an earlier session were made again."""
    editor = open_editor("")
    editor.contents.apply_edits([Edit(Span(0, 0), "ab")])
    put(editor, 2)
    QTest.keyClick(editor, Key.Key_End)
    keys(editor, " cd")
    seen = []
    while editor.document().isUndoAvailable():
        editor.undo()
        seen.append(editor.contents.text)
    assert seen == ["ab ", "ab", ""]
    editor.redo()
    keys(editor, "x")
    editor.undo()
    assert editor.contents.text == "ab", "nor is it joined with what was redone"


def test_undo_in_qt_itself_takes_the_whole_line(qtbot):
    """The control: without our steps one undo takes everything typed."""
    from PySide6.QtWidgets import QPlainTextEdit

    bare = QPlainTextEdit()
    qtbot.addWidget(bare)
    bare.show()
    keys(bare, "one two three")
    bare.undo()
    assert bare.toPlainText() == ""


def test_saving_is_a_place_to_undo_to(open_editor):
    editor = open_editor("")
    keys(editor, "ab")
    editor.contents.mark_saved()
    keys(editor, "cd")
    assert editor.contents.is_modified
    editor.undo()
    assert editor.contents.text == "ab"
    assert not editor.contents.is_modified


@pytest.mark.parametrize(
    ("steps", "word"), [(("n", "ni", "niha", "你ha"), "你好"), (("^",), "ê"), (("e", "em", "emo"), "😀")]
)
def test_a_composed_word_is_one_edit_and_one_undo_step(open_editor, steps, word):
    editor = open_editor("before after")
    put(editor, 7)
    edits, moves = [], []
    editor.contents.edited.connect(edits.append)
    editor.cursor_moved.connect(moves.append)
    for step in steps:
        compose(editor, step)
        assert editor.contents.text == "before after"
    assert edits == [] == moves
    compose(editor, "", word)
    assert editor.contents.text == f"before {word}after"
    assert len(edits) == 1
    editor.undo()
    assert editor.contents.text == "before after"
    assert not editor.document().isUndoAvailable()


def test_composing_over_a_selection_replaces_it_in_one_step(open_editor):
    editor = open_editor("before {{x}} after {{y}}")
    put(editor, 7, 12)
    edits = []
    editor.contents.edited.connect(edits.append)
    for step in ("n", "ni"):
        compose(editor, step)
    assert editor.contents.text == "before {{x}} after {{y}}", "nothing is taken over before it is committed"
    compose(editor, "", "你")
    assert editor.contents.text == "before 你 after {{y}}"
    assert len(edits) == 1
    editor.undo()
    assert editor.contents.text == "before {{x}} after {{y}}"
    assert not editor.document().isUndoAvailable()
    editor.redo()
    assert editor.contents.text == "before 你 after {{y}}"


def test_composing_given_up_takes_only_the_selection(open_editor):
    editor = open_editor("abc")
    put(editor, 0, 1)
    compose(editor, "n")
    compose(editor, "")
    assert editor.contents.text == "bc"
    editor.undo()
    assert editor.contents.text == "abc"


def test_qt_tells_of_every_step_of_composing(open_editor):
    """The control: the document hears of each step although no text changed."""
    editor = open_editor("abc")
    told = []
    editor.document().contentsChange.connect(lambda *change: told.append(change))
    for step in ("n", "ni", "nih"):
        compose(editor, step)
    assert len(told) == 3
    compose(editor, "")


def test_colours_stay_while_composing(open_editor):
    editor = open_editor("# Heading {{x}}")
    put(editor, 2)
    before = len(editor.document().firstBlock().layout().formats())
    compose(editor, "ni")
    layout = editor.document().firstBlock().layout()
    tags = [item for item in layout.formats() if item.start == 12 and item.length == 5]
    assert layout.preeditAreaText() == "ni"
    assert tags, "the tag's colours moved behind the word"
    compose(editor, "", "你")
    assert len(editor.document().firstBlock().layout().formats()) == before


def test_copying_gives_the_exact_text(open_editor):
    text = "a\u00a0b\u2028c\u2029d\ufdd0 😀\n\u200bend"
    editor = open_editor(text)
    editor.selectAll()
    assert editor.createMimeDataFromSelection().text() == text
    assert editor.createMimeDataFromSelection().formats() == ["text/plain"]


def test_qt_itself_copies_other_characters(qtbot):
    """The control: a bare editor gives spaces for no-break spaces."""
    from PySide6.QtWidgets import QPlainTextEdit

    bare = QPlainTextEdit()
    qtbot.addWidget(bare)
    bare.textCursor().insertText("a\u00a0b")
    bare.selectAll()
    assert bare.createMimeDataFromSelection().text() != "a\u00a0b"


def paste(editor, text):
    data = QMimeData()
    data.setText(text)
    data.setHtml(f"<b>{text}</b>")
    editor.insertFromMimeData(data)


def test_pasting_is_plain_text_with_lf_and_one_step(open_editor):
    editor = open_editor("[]")
    put(editor, 1)
    paste(editor, "one\r\ntwo\rthree\u00a0four\u2029😀")
    assert editor.contents.text == "[one\ntwo\nthree\u00a0four\u2029😀]"
    assert editor.cursor_offset() == len(editor.contents.text) - 1
    editor.undo()
    assert editor.contents.text == "[]"


def test_pasting_a_very_long_line_stays_usable(open_editor):
    editor = open_editor("a\nb")
    put(editor, 1)
    paste(editor, "x" * 200_000)
    assert editor.contents.text == "a" + "x" * 200_000 + "\nb"
    assert max(len(block) for block in editor.document().toPlainText().split("\n")) < 10_000


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("- user: Fix it", 2),
        ("  - name: a", 4),
        ("  - - id: a", 6),
        ("steps:", 0),
        ("  text: |", 4),
        ("- text: >-", 4),
        ("- just words", 0),
        ("  - http://a", 2),
    ],
)
def test_a_new_line_of_yaml_stands_where_its_keys_do(open_editor, line, column):
    editor = open_editor(line, Kind.SCENARIO)
    put(editor, len(line))
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.contents.text == f"{line}\n{' ' * column}"
    other = open_editor(line, Kind.DOCUMENT)  # the control
    put(other, len(line))
    QTest.keyClick(other, Key.Key_Return)
    assert other.contents.text == f"{line}\n{line[: len(line) - len(line.lstrip())]}"


def test_a_new_line_keeps_the_indentation(open_editor):
    editor = open_editor("  - item")
    put(editor, 8)
    QTest.keyClick(editor, Key.Key_Return)
    keys(editor, "x")
    assert editor.contents.text == "  - item\n  x"
    QTest.keyClick(editor, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert editor.contents.text == "  - item\n  x\n  ", "Shift+Enter is no other kind of newline"


def test_tab_indents_the_selected_lines_and_keeps_them_selected(open_editor):
    text = "one\n\n  two\nthree"
    editor = open_editor(text)
    put(editor, 1, 9)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.contents.text == "  one\n\n    two\nthree"
    assert editor.selected_span().of(editor.contents.text) == "  one\n\n    two"
    QTest.keyClick(editor, Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(editor, Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert editor.contents.text == "one\n\ntwo\nthree"
    for _ in range(3):
        editor.undo()
    assert editor.contents.text == text


def test_tab_without_selection_fills_up_to_the_next_step(open_editor):
    editor = open_editor("abc")
    put(editor, 3)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.contents.text == "abc "
    put(editor, 0)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.contents.text == "  abc "


def test_tab_can_leave_the_editor(open_editor):
    editor = open_editor("abc")
    editor.setTabChangesFocus(True)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.contents.text == "abc"


@pytest.mark.parametrize(
    ("text", "span", "lines"),
    [
        ("", Span(0, 0), [(0, 0)]),
        ("ab\ncd", Span(0, 3), [(0, 2)]),
        ("ab\ncd", Span(0, 4), [(0, 2), (3, 5)]),
        ("ab\ncd\n", Span(6, 6), [(6, 6)]),
        ("ab\ncd", Span(2, 2), [(0, 2)]),
    ],
)
def test_lines_of_a_span(text, span, lines):
    assert lines_of(text, span) == lines


def test_outdenting_takes_what_is_there():
    text = "\tone\n two\n    three\nfour"
    assert apply_edits(text, outdented(text, Span(0, len(text)))) == "one\ntwo\n  three\nfour"
    assert apply_edits("a\n\nb", indented("a\n\nb", Span(0, 4))) == "  a\n\n  b"
    assert tab_at("abc", 3) == " "


@pytest.mark.parametrize("text", ["x" * 30_000, "😀" * 30_000, "word " * 6_000])
def test_deleting_and_moving_over_the_pieces_of_a_long_line(open_editor, text):
    editor = open_editor(text)
    block = editor.document().findBlockByNumber(4)
    offset = editor.contents.bridge.offset(block.position())
    cursor = editor.textCursor()
    cursor.setPosition(block.position())
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Key.Key_Backspace)
    assert editor.contents.text == text[: offset - 1] + text[offset:]
    editor.undo()
    put(editor, offset)
    QTest.keyClick(editor, Key.Key_Left)
    QTest.keyClick(editor, Key.Key_Delete)
    assert len(editor.contents.text) == len(text) - 1
    editor.undo()
    assert editor.contents.text == text
    put(editor, offset - 1)
    for _ in range(4):
        before = editor.cursor_offset()
        QTest.keyClick(editor, Key.Key_Right)
        assert editor.cursor_offset() - before in {0, 1}
    assert editor.cursor_offset() > offset
    QTest.keyClick(editor, Key.Key_Home)
    QTest.keyClick(editor, Key.Key_Up)
    QTest.keyClick(editor, Key.Key_End)
    keys(editor, "!")
    assert editor.contents.text.count("!") == 1
    assert "\n" not in editor.contents.text


def test_cutting_what_is_selected_across_pieces(open_editor):
    text = "x" * 30_000
    editor = open_editor(text)
    put(editor, 500, 25_000)
    editor.cut()
    assert editor.contents.text == "x" * 5_500
    editor.undo()
    assert editor.contents.text == text


def test_dropped_files_are_left_to_the_window(open_editor, tmp_path):
    editor = open_editor("text")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.md"))])
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, modifiers)
    editor.dragEnterEvent(event)
    assert not event.isAccepted()
    assert not editor.canInsertFromMimeData(data)
    data = QMimeData()
    data.setText("words")
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, modifiers)
    editor.dragEnterEvent(event)
    assert event.isAccepted(), "the control"


BEGINNINGS = ["\ufeff", "\ufeff\ufeffa", "\ufeffab 😀", "\ufffeab", "\ufffe", "\ufeff\u200b\na"]


def test_qt_drops_a_mark_and_swaps_the_bytes_behind_another(qapp):
    data = QMimeData()
    data.setText("\ufeffa")
    assert data.text() == "a"
    data.setText("\ufffea")
    assert data.text() == "\u6100"


@pytest.mark.parametrize("text", BEGINNINGS)
def test_a_text_that_begins_with_a_mark_is_taken_whole(open_editor, text):
    def paste(editor):
        data = QMimeData()
        data.setText(for_qt(text))
        editor.insertFromMimeData(data)

    def paste_bytes(editor):
        data = QMimeData()
        data.setData("text/plain", text.encode())
        editor.insertFromMimeData(data)

    def drop(editor):
        data = QMimeData()
        data.setText(for_qt(text))
        buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        editor.dropEvent(QDropEvent(QPointF(1, 1), Qt.DropAction.CopyAction, data, buttons, modifiers))

    def compose(editor):
        event = QInputMethodEvent()
        event.setCommitString(for_qt(text))
        QApplication.sendEvent(editor, event)

    def press(editor):
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, for_qt(text))
        QApplication.sendEvent(editor, event)

    ways = (paste, paste_bytes, drop, compose) if "\n" in text else (paste, paste_bytes, drop, compose, press)
    for way in ways:
        for before in ("", "x"):
            editor = open_editor(before)
            cursor = editor.textCursor()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            editor.setTextCursor(cursor)
            way(editor)
            at = 0 if way is drop else len(before)
            assert editor.contents.text == f"{before[:at]}{text}{before[at:]}", way.__name__
            assert all(shown in editor.contents.bridge._placeholders.exact for shown in _private(editor))
            editor.undo()
            assert editor.contents.text == before


def _private(editor):
    shown = editor.document().toRawText()
    assert not {"\ufeff", "\ufffe", "\u200b"} & set(shown)
    return [character for character in shown if "\ue000" <= character <= "\uf8ff"]


@pytest.mark.parametrize("text", BEGINNINGS)
def test_what_begins_with_a_mark_is_opened_and_copied_whole(open_editor, text):
    editor = open_editor(text)
    editor.selectAll()
    data = editor.createMimeDataFromSelection()
    assert data.text() == text
    editor.insertFromMimeData(data)
    editor.insert_text("b")
    assert editor.contents.text == text + "b"


def test_text_dropped_from_the_editor_itself_moves(open_editor):
    editor = open_editor("one two three")
    put(editor, 0, 4)
    data = editor.createMimeDataFromSelection()
    # what Qt does on a move within the editor: one edit block of removal and insertion
    cursor = editor.textCursor()
    cursor.beginEditBlock()
    cursor.removeSelectedText()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    editor.insertFromMimeData(data)
    cursor.endEditBlock()
    assert editor.contents.text == "two threeone "
    editor.undo()
    assert editor.contents.text == "one two three"


def test_a_read_only_text_cannot_be_changed_but_copied(open_editor):
    editor = open_editor("text {{x}}")
    editor.contents.set_read_only_because("It is not UTF-8.")
    keys(editor, "abc")
    QTest.keyClick(editor, Key.Key_Delete)
    QTest.keyClick(editor, Key.Key_Tab)
    paste(editor, "x")
    compose(editor, "n")
    compose(editor, "", "n")
    assert editor.contents.text == "text {{x}}"
    editor.selectAll()
    assert editor.createMimeDataFromSelection().text() == "text {{x}}"
    editor.contents.set_read_only_because(None)
    keys(editor, "abc")
    assert editor.contents.text == "abc"


def test_cursor_and_selection_are_told_in_offsets(open_editor):
    editor = open_editor("😀😀\n{{x}}")
    moves, spans = [], []
    editor.cursor_moved.connect(moves.append)
    editor.selection_moved.connect(spans.append)
    put(editor, 3, 8)
    assert moves[-1] == 8
    assert spans[-1] == Span(3, 8) == editor.selected_span()
    editor.go_to(Span(1, 2))
    assert moves[-1] == 1 == editor.cursor_offset()
    assert editor.selected_span() == Span(1, 1)

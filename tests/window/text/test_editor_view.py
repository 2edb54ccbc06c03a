"""What is drawn where: rows, gutter, marks, clicks; and that large texts stay usable."""

from __future__ import annotations

import itertools

import pytest
from counted_work import assert_work_in_proportion
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from editor_app.text import Diagnostic, Edit, Severity, Span
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document import document as document_module
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.text_bridge import LONGEST_LINE
from editor_app.window.text.painting.marks import ProblemMarks, worst_by_line

LONGEST_SLICE = document_module._SLICE
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def problem(start, end, severity=Severity.WARNING, code="x"):
    return Diagnostic(code, severity, Span(start, end), "m")


def test_rows_are_21_high_and_8_below_the_top(open_editor):
    editor = open_editor("one\ntwo " + "wrapped " * 60 + "\nthree")
    lines = editor.visible_blocks(0, 2_000)
    assert lines[0].top == 8
    assert lines[0].height == 21
    assert lines[1].top == 29
    assert lines[1].height % 21 == 0 < lines[1].height - 21
    assert lines[2].top == lines[1].top + lines[1].height
    assert [line.number for line in lines] == [1, 2, 3]


def test_the_last_line_can_be_scrolled_up_and_a_short_text_not_at_all(open_editor):
    editor = open_editor("\n".join(str(number) for number in range(200)))
    bar, height = editor.verticalScrollBar(), editor.viewport().height()
    bar.setValue(bar.maximum())
    last = editor.visible_blocks(0, height)[-1]
    assert last.number == 200
    assert height / 2 < last.top + last.height <= height * 2 / 3 + 21
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    last = editor.visible_blocks(0, height)[-1]
    assert last.number == editor.textCursor().blockNumber() + 1 == 201
    assert last.top + last.height <= height
    bar.setValue(bar.maximum())
    last = editor.visible_blocks(0, height)[-1]
    assert last.top + last.height <= height * 2 / 3 + 21, "new lines leave the same room"
    assert open_editor("one\ntwo\n").verticalScrollBar().maximum() == 0


def test_rows_keep_their_places_while_text_is_typed(open_editor):
    editor = open_editor("one\ntwo\nthree\n")
    editor.go_to(Span(4, 4))
    QTest.keyClicks(editor, "more ")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    lines = editor.visible_blocks(0, 2_000)
    assert [line.top for line in lines] == [8 + 21 * row for row in range(5)]
    carets = [editor.cursorRect(QTextCursor(line.block)).top() for line in lines]
    assert carets == [carets[0] + 21 * row for row in range(5)]
    layout = editor.document().findBlockByNumber(1).layout()
    assert layout.lineAt(0).y() == editor.contents.layout.lift


@pytest.mark.parametrize("dy", [0, 1, 10, 19, 20])
def test_a_click_anywhere_in_a_row_hits_its_character(open_editor, dy):
    editor = open_editor("abcdefghij\n" * 5)
    advance = editor.fontMetrics().horizontalAdvance("a")
    place = QPoint(round(2 + 4 * advance), 8 + 21 * 2 + dy)
    QTest.mouseClick(editor.viewport(), LEFT, NONE, place)
    assert editor.cursor_offset() == 11 * 2 + 4
    assert editor.offset_under(QPoint(round(2 + 4.2 * advance), 8 + 21 * 2 + dy)) == 11 * 2 + 4
    assert editor.offset_under(QPoint(500, 8 + 21 * 2 + dy)) is None


def test_qts_own_rows_miss_at_their_edges(open_editor):
    """The control: without bringing the click to the middle of the row, its edge is another character."""
    editor = open_editor("abcdefghij\n" * 5)
    advance = editor.fontMetrics().horizontalAdvance("a")
    hit = editor.cursorForPosition(QPoint(round(2 + 4 * advance), 8 + 21 * 2)).position()
    assert hit != 11 * 2 + 4


def test_dragging_selects(open_editor):
    editor = open_editor("abcdefghij\n" * 5)
    advance = editor.fontMetrics().horizontalAdvance("a")
    QTest.mousePress(editor.viewport(), LEFT, NONE, QPoint(2 + round(advance), 10))
    QTest.mouseMove(editor.viewport(), QPoint(2 + round(3 * advance), 8 + 21 + 20))
    QTest.mouseRelease(editor.viewport(), LEFT, NONE, QPoint(2 + round(3 * advance), 8 + 21 + 20))
    assert editor.selected_span() == Span(1, 14)
    QTest.mouseDClick(editor.viewport(), LEFT, NONE, QPoint(2 + round(3 * advance), 8 + 21 + 20))
    assert editor.selected_span() == Span(11, 21)
    QTest.mouseRelease(editor.viewport(), LEFT)  # else it is pressed in later tests, too


def test_numbers_count_lines_of_the_text_not_pieces_of_long_ones(open_editor):
    editor = open_editor("first\n" + "x" * 20_000 + "\nlast", size=(900, 600))
    editor.go_to(Span(20_010, 20_010))
    lines = editor.visible_blocks(0, 2_000)
    assert lines[-1].number == 3
    assert lines[-1].start == 20_007
    assert all(line.number == 0 for line in lines[:-1] if line.start > 6)


def test_the_gutter_makes_room_for_more_digits(open_editor):
    editor = open_editor("x\n" * 50)
    before = editor.viewportMargins().left()
    editor.contents.apply_edits([Edit(Span(0, 0), "x\n" * 1_000)])
    assert editor.viewportMargins().left() > before
    assert editor.gutter.width() == editor.viewportMargins().left()


def test_the_gutter_shows_the_worst_problem_of_each_line(open_editor):
    editor = open_editor("one\ntwo\nthree", analysed=False)
    editor.marks.show(
        (
            problem(0, 1, Severity.INFORMATION),
            problem(2, 6, Severity.ERROR),
            problem(4, 5),
            problem(8, 8, Severity.WARNING),
        )
    )
    lines = editor.visible_blocks(0, 2_000)
    assert worst_by_line(lines, editor.marks) == [Severity.ERROR, Severity.WARNING, Severity.WARNING]


def test_clicking_and_dragging_in_the_gutter_selects_lines(open_editor):
    editor = open_editor("one\ntwo\nthree\nfour")
    x = 40
    QTest.mousePress(editor.gutter, LEFT, NONE, QPoint(x, 8 + 21 + 5))
    assert editor.selected_span() == Span(4, 8)
    QTest.mouseMove(editor.gutter, QPoint(x, 8 + 42 + 5))
    QTest.mouseRelease(editor.gutter, LEFT, NONE, QPoint(x, 8 + 42 + 5))
    assert editor.selected_span() == Span(4, 14)
    QTest.mousePress(editor.gutter, LEFT, Qt.KeyboardModifier.ShiftModifier, QPoint(x, 8 + 63 + 5))
    assert editor.selected_span() == Span(4, 18)
    QTest.mouseRelease(editor.gutter, LEFT)


def colours_in(editor, theme, role, area):
    """How many pixels of an area have about a colour."""
    image, wanted = editor.viewport().grab(area).toImage(), theme.color(role)
    near = 0
    for y in range(image.height()):
        for x in range(image.width()):
            color = image.pixelColor(x, y)
            off = (color.red() - wanted.red(), color.green() - wanted.green(), color.blue() - wanted.blue())
            near += max(map(abs, off)) < 60
    return near


@pytest.mark.parametrize(
    ("severity", "role"), [(Severity.ERROR, "err"), (Severity.WARNING, "warn"), (Severity.INFORMATION, "key")]
)
def test_a_problem_is_drawn_under_its_words(open_editor, theme, severity, role):
    editor = open_editor("some words here", analysed=False)
    row = QRect(0, 8, 300, 23)
    assert colours_in(editor, theme, role, row) == 0
    editor.marks.show((problem(5, 10, severity),))
    assert colours_in(editor, theme, role, row) > 4
    below = QRect(editor.rect_of(Span(5, 10)).translated(-editor.viewport().mapToGlobal(QPoint(0, 0))))
    below.setTop(26)
    below.setHeight(3)
    editor.selectAll()
    assert colours_in(editor, theme, "ontextsel", below) > 4, "it can be seen on the selection, too"


def test_a_selection_has_full_rows_and_words_of_one_colour(open_editor, theme):
    editor = open_editor("{{x}} a\n{{x}} b\n")
    editor.selectAll()
    advance = editor.fontMetrics().horizontalAdvance("a")
    column = QRect(2 + 6 * advance - 3, 8, 1, 42)  # between tag and word
    assert colours_in(editor, theme, "textsel", column) == 42
    assert colours_in(editor, theme, "ontextsel", QRect(2, 8, 2 * advance, 21)) > 0, "braces, as all words"


def test_marks_move_with_the_text_until_the_next_analysis():
    marks = ProblemMarks()
    marks.show((problem(2, 4), problem(10, 12, Severity.ERROR), problem(10, 20)))
    assert [mark.span for mark in marks.between(0, 5)] == [Span(2, 4)]
    assert [mark.problem.severity for mark in marks.at(11)] == [Severity.ERROR, Severity.WARNING]
    marks.follow(Edit(Span(0, 0), "abc"))
    assert not marks.are_current
    assert [mark.span for mark in marks.between(0, 7)] == [Span(5, 7)]
    assert marks.next_after(0).span == Span(5, 7)
    assert marks.next_after(13).span == Span(5, 7), "round the end"
    assert marks.next_after(5, backwards=True).span == Span(13, 23)
    marks.show(())
    assert marks.next_after(0) is None


def test_zoom_keeps_within_bounds_and_scales_rows(open_editor):
    editor = open_editor("x\ny")
    told = []
    editor.zoom_changed.connect(told.append)
    editor.zoom(3)
    assert editor.font().pixelSize() == 16
    assert editor.visible_blocks(0, 500)[0].height == round(21 * 16 / 13)
    for _ in range(60):
        editor.zoom(1)
    assert editor.font().pixelSize() == 40
    editor.set_zoom(0)
    assert editor.font().pixelSize() == 13
    for _ in range(60):
        editor.zoom(-1)
    assert editor.font().pixelSize() == 7
    assert told[0] == 3


def test_lines_can_stay_unbroken(open_editor):
    editor = open_editor("word " * 200 + "\nx")
    assert editor.visible_blocks(0, 5_000)[0].height > 21
    assert editor.horizontalScrollBar().maximum() == 0
    editor.set_word_wrap(False)
    assert editor.visible_blocks(0, 5_000)[0].height == 21
    assert editor.horizontalScrollBar().maximum() > 1_000
    editor.go_to(Span(1_000, 1_000))
    assert editor.horizontalScrollBar().value() > 0
    editor.set_word_wrap(True)
    assert editor.visible_blocks(0, 5_000)[0].height > 21


def test_scrolling_goes_through_the_whole_text(open_editor):
    editor = open_editor("line\n" * 500)
    editor.moveCursor(QTextCursor.MoveOperation.End)
    assert editor.visible_blocks(0, 2_000)[-1].number == 501
    for _ in range(40):
        QTest.keyClick(editor, Qt.Key.Key_PageUp)
    assert editor.visible_blocks(0, 2_000)[0].number == 1


def test_the_partners_of_a_condition_show_when_the_cursor_rests_in_one(open_editor, qtbot):
    editor = open_editor("{{#if x}}a{{else}}b{{/if}} {{x}}")
    editor.go_to(Span(2, 2))
    qtbot.waitUntil(lambda: editor._partners == (Span(0, 9), Span(10, 18), Span(19, 26)))
    editor.grab()
    QTest.keyClicks(editor, " ")
    assert editor._partners == (), "what is typed in may be no tag any more"
    editor.go_to(Span(30, 30))
    assert editor._partners_later.isActive()
    qtbot.waitUntil(lambda: not editor._partners_later.isActive())
    assert editor._partners == ()


def longest_block(editor):
    """Count the characters that Qt lays out together when one of them changes."""
    block = editor.document().begin()
    longest = 0
    while block.isValid():
        longest = max(longest, block.length())
        block = block.next()
    return longest


def test_a_line_of_a_million_characters_stays_usable(open_editor):
    text = "x" * 1_000_000
    editor = open_editor(text, analysed=False)
    for place in (0, 500_000, 1_000_000):
        editor.go_to(Span(place, place))
        QTest.keyClicks(editor, "abc")
        assert longest_block(editor) < LONGEST_LINE
    assert len(editor.contents.text) == 1_000_009
    assert editor.contents.text.replace("abc", "", 3) == text


def test_a_key_in_a_long_line_takes_work_by_its_pieces_at_most(open_editor):
    def typing(length):
        editor = open_editor("x" * length, analysed=False)
        editor.go_to(Span(length // 2, length // 2))

        def type_one() -> None:
            QTest.keyClicks(editor, "a")
            editor.viewport().repaint()

        type_one()
        return type_one

    assert_work_in_proportion(typing, 20_000)


def test_qt_itself_lays_a_long_line_out_at_once(qtbot):
    """The control: in a bare editor, all of a line is laid out at each key."""
    from PySide6.QtWidgets import QPlainTextEdit

    bare = QPlainTextEdit("x" * 80_000)
    qtbot.addWidget(bare)
    QTest.keyClicks(bare, "ab")
    assert longest_block(bare) == 80_003


@pytest.mark.parametrize("takes_long", [True, False], ids=["slow", "control: no time passes"])
def test_a_large_text_comes_in_slices_while_time_passes(open_editor, monkeypatch, qtbot, takes_long):
    monkeypatch.setattr(document_module, "LONGEST_EDITABLE", 200_000)
    clock = itertools.count(step=0.6 * document_module._SECONDS * takes_long)  # each slice uses up its turn
    monkeypatch.setattr(document_module, "perf_counter", lambda: next(clock))
    text = "A line of an ordinary length with {{x}} in it.\n" * 5_000
    editor = open_editor(text, analysed=False)
    assert editor.isReadOnly()
    slices = []
    editor.document().contentsChange.connect(lambda _at, _removed, added: slices.append(added))
    qtbot.waitUntil(lambda: not editor.contents.is_filling)
    assert (len(slices) > 1) == takes_long, "keys and paints have their turn between them"
    assert max(slices, default=0) <= LONGEST_SLICE
    assert editor.cursor_offset() == 0, "the caret stands where reading begins"
    editor.moveCursor(QTextCursor.MoveOperation.End)
    assert editor.cursor_offset() == len(text)
    QTest.keyClicks(editor, "x")
    assert editor.contents.text == text
    for other in (f"one\n{text}", f"two\n{text}", "a text that can be edited"):
        editor.contents.replace_text(other)
        qtbot.waitUntil(lambda: not editor.contents.is_filling)
        assert editor.document().characterCount() == len(other) + 1
        assert editor.cursor_offset() == 0, "also where it is read anew"


def test_lines_are_broken_as_chosen_before_there_is_room(qtbot, theme):
    document = EditorDocument("word " * 400)
    editor = CodeEditor(document)
    document.setParent(editor)
    qtbot.addWidget(editor)

    def rows_of():
        document.layout.blockBoundingRect(document.text_document.firstBlock())
        return document.text_document.firstBlock().layout().lineCount()

    for wraps in (False, True):
        editor.set_word_wrap(wraps)
        assert (rows_of() > 1) is wraps


def test_changes_of_a_text_are_laid_out_once_a_view_shows_it(theme, qtbot):
    document = EditorDocument("line\n" * 50)
    laid_out = []
    document.layout.update.connect(lambda *_where: laid_out.append(document.text))

    def type_anew(text):
        with document.layout.changed_at_once():
            document.apply_edits([Edit(Span(0, 0), text)])
            document.apply_edits([Edit(Span(0, 0), text)])

    type_anew("a")
    assert not laid_out, "there is no view yet"
    editor = CodeEditor(document)
    document.setParent(editor)
    qtbot.addWidget(editor)
    assert laid_out
    laid_out.clear()
    type_anew("b")
    assert laid_out == [document.text], "what changes at once is laid out at once"


def test_a_place_in_a_large_text_is_gone_to_once_that_is_there_unless_the_user_goes_elsewhere(qtbot):
    for key, caret in ((None, 50_000), (Qt.Key.Key_Right, 1)):
        document = EditorDocument("line\n" * 20_000)
        editor = CodeEditor(document)
        qtbot.addWidget(editor)
        editor.go_to(Span(50_000, 50_000))
        assert editor.cursor_offset() == 50_000
        if key is not None:
            document._slicer.step()
            QTest.keyClick(editor, key)
        qtbot.waitUntil(lambda document=document: not document.is_filling)
        assert editor.cursor_offset() == caret


def test_a_place_behind_what_is_there_after_opening_was_cancelled_is_its_end(qtbot):
    document = EditorDocument("line\n" * 20_000)
    editor = CodeEditor(document)
    qtbot.addWidget(editor)
    editor.go_to(Span(90_000, 90_000))
    document._slicer.step()
    document.stop_filling()
    assert editor.textCursor().atEnd()

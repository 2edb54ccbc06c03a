"""Several carets: what keys, clipboard and clicks do at all of them, each as one undo step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.library.kinds import Kind
from editor_app.text import Span
from editor_app.window.text.typing.several_carets import MOST_CARETS, Caret

Key = Qt.Key
TEXT = "one two\none 😀\n"


def carets(editor, *places: int) -> None:
    editor.set_carets([Caret(place, place) for place in places])


def test_keys_type_and_delete_at_all_carets_as_one_step(open_editor):
    editor = open_editor(TEXT)
    carets(editor, 0, 8)
    QTest.keyClicks(editor, "ab")
    assert editor.contents.text == "abone two\nabone 😀\n"
    QTest.keyClick(editor, Key.Key_Backspace)
    assert editor.contents.text == "aone two\naone 😀\n"
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.contents.text == "a\none two\na\none 😀\n"
    editor.undo()
    editor.undo()
    editor.undo()
    assert editor.contents.text == TEXT
    assert editor.others == (), "undo puts one caret where it acted"


def test_what_is_deleted_at_several_carets_is_what_is_at_one(open_editor):
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    text = f"a{family}e\u0301\u05d0\x07\nb"
    for at in range(len(text) + 1):
        for key in (Key.Key_Delete, Key.Key_Backspace):
            alone, several = open_editor(text), open_editor(f"{text}\n{text}")
            carets(alone, at)
            carets(several, at, len(text) + 1 + at)
            for editor in (alone, several):
                QTest.keyClick(editor, key)
            if 0 < at < len(text):  # else the newline between both is deleted, too
                assert several.contents.text == f"{alone.contents.text}\n{alone.contents.text}", (at, key)
            several.undo()
            assert several.contents.text == f"{text}\n{text}"


def test_lines_out_of_sight_are_not_laid_out_to_type_and_delete_in_them(open_editor):
    editor = open_editor("line\n" * 4_000, analysed=False)
    carets(editor, *(5 * line + 2 for line in range(0, 4_000, 40)))
    QTest.keyClicks(editor, "xy")
    QTest.keyClick(editor, Key.Key_Backspace)
    QTest.keyClick(editor, Key.Key_Delete)
    assert editor.contents.text == ("lixe\n" + "line\n" * 39) * 100
    assert editor.document().findBlockByNumber(2_000).layout().lineCount() == 0
    assert editor.document().findBlockByNumber(2_000).text() == "lixe", "Qt has the same text"


def test_carets_move_and_select_together_and_escape_leaves_one(open_editor):
    editor = open_editor(TEXT)
    carets(editor, 0, 8)
    QTest.keyClick(editor, Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert editor.selections == [Span(4, 5), Span(12, 13)], "an emoji is one character"
    QTest.keyClick(editor, Key.Key_Delete)
    assert editor.contents.text == "one wo\none \n"
    QTest.keyClick(editor, Key.Key_Escape)
    assert editor.others == ()
    carets(editor, 0, 8)
    QTest.keyClick(editor, Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert editor.selections == [Span(0, 0)], "carets that meet become one"


def test_matches_are_selected_one_after_the_other_or_all(open_editor):
    editor = open_editor("a.a.a b")
    editor.select_span(Span(0, 0))
    assert [editor.add_next_match() for _ in range(4)] == ["", "", "", "There are no other matches."]
    assert editor.selections == [Span(0, 1), Span(2, 3), Span(4, 5)]
    QTest.keyClicks(editor, "(")
    assert editor.contents.text == "(a).(a).(a) b"
    editor.undo()
    assert editor.contents.text == "a.a.a b"
    editor.select_span(Span(6, 7))
    assert editor.select_all_matches() == ""
    assert editor.selections == [Span(6, 7)]
    editor.select_span(Span(1, 1))
    editor.contents.replace_text(".")
    editor.select_span(Span(1, 1))
    assert editor.add_next_match() == "The caret is not at a word."


def test_lines_of_the_clipboard_go_to_one_caret_each(open_editor):
    editor = open_editor("x y")
    editor.set_carets([Caret(0, 1), Caret(2, 3)])
    editor.cut()
    assert editor.contents.text == " "
    assert QApplication.clipboard().text() == "x\ny"
    editor.paste()
    assert editor.contents.text == "x y"
    carets(editor, 0, 1, 3)
    editor.paste()
    assert editor.contents.text == "x\nyxx\ny yx\ny", "another number of lines goes to each as a whole"


def test_a_click_with_alt_adds_a_caret_and_a_plain_one_ends_them(open_editor):
    editor = open_editor(TEXT)
    carets(editor, 0)
    place = editor.rect_in_view(Span(8, 9)).center()
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, place)
    assert [caret.place for caret in (*editor.others, editor.own)] in ([0, 8], [0, 9])
    image = editor.grab().toImage()
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert editor.others == ()
    assert editor.grab().toImage() != image


def test_tab_and_words_are_for_all_carets(open_editor):
    editor = open_editor("ab cd\nef gh", Kind.DOCUMENT)
    carets(editor, 0, 6)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.contents.text == "  ab cd\n  ef gh"
    QTest.keyClick(editor, Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert editor.contents.text == "ab cd\nef gh"
    editor.delete_word_after()
    assert editor.contents.text == "cd\ngh"


@pytest.mark.parametrize("wanted", [MOST_CARETS, 10_000])
def test_more_carets_than_can_be_are_refused_with_a_sentence(open_editor, wanted):
    editor = open_editor("a " * wanted, analysed=False)
    editor.select_span(Span(0, 1))
    said = editor.select_all_matches()
    assert len(editor.selections) == MOST_CARETS
    assert said == ("" if wanted == MOST_CARETS else "Only the first 1,000 matches are selected.")
    assert editor.add_caret(1) == "There can be at most 1,000 carets."
    QTest.keyClicks(editor, "b")
    assert editor.contents.text.count("b") == MOST_CARETS
    editor.undo()
    assert editor.contents.text == "a " * wanted


def test_a_read_only_text_stays_as_it_is(open_editor):
    editor = open_editor("a a")
    editor.contents.set_read_only_because("It is a default.")
    editor.set_carets([Caret(0, 1), Caret(2, 3)])
    QTest.keyClicks(editor, "x(")
    QTest.keyClick(editor, Key.Key_Delete)
    editor.cut()
    assert editor.contents.text == "a a"

"""Folding in the editor: what is hidden, and what shows it again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.window.text.folding import MOST_HIDDEN

Key = Qt.Key
TEXT = "# One\na\nb\n# Two\nc\n# Three\n"


@pytest.fixture
def editor(open_editor, qtbot):
    editor = open_editor(TEXT, Kind.DOCUMENT)
    qtbot.waitUntil(lambda: editor.folding.at(5) is not None)
    return editor


def shown(editor) -> list[str]:
    return [line.block.text() for line in editor.visible_blocks()]


def fold(editor, words: str) -> None:
    editor.folding.toggle(editor.contents.text.index(words))


def test_a_click_on_the_mark_hides_lines_and_shows_them_again(editor):
    gutter = editor.gutter
    place = gutter._fold_place(editor.visible_blocks()[0]).center()
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=place)
    assert shown(editor) == ["# One", "# Two", "c", "# Three", ""]
    assert [line.number for line in editor.visible_blocks()] == [1, 4, 5, 6, 7]
    assert editor.folding.hidden_below(5) == 2
    assert editor.verticalScrollBar().maximum() <= 5
    editor.grab()
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=place)
    assert shown(editor) == TEXT.split("\n")


def test_the_caret_passes_over_folded_lines_and_what_goes_there_shows_them(editor):
    editor.select_span(Span(2, 2))
    fold(editor, "# One")
    QTest.keyClick(editor, Key.Key_Down)
    assert editor.cursor_offset() == TEXT.index("# Two") + 2
    QTest.keyClick(editor, Key.Key_Up)
    assert editor.cursor_offset() == 2
    assert "a" not in shown(editor)
    editor.go_to(Span(6, 6))
    assert "a" in shown(editor), "as hits of a search, problems and links go"
    fold(editor, "# One")
    assert editor.cursor_offset() == 5, "a caret in there comes to the end of the line that stays"
    QTest.keyClick(editor, Key.Key_Right)
    assert "a" in shown(editor)


def test_typing_elsewhere_leaves_lines_folded_and_an_edit_in_them_shows_them(editor):
    fold(editor, "# One")
    editor.select_span(Span(5, 5))
    QTest.keyClicks(editor, "ly")
    assert shown(editor)[:2] == ["# Onely", "# Two"]
    editor.contents.apply_edits([Edit(Span(0, 0), "intro\n")])
    assert shown(editor)[:3] == ["intro", "# Onely", "# Two"]
    editor.undo()
    editor.contents.apply_edits([Edit(Span(8, 9), "😀")])
    assert shown(editor)[:2] == ["# Onely", "😀"]
    fold(editor, "# Onely")
    editor.select_span(Span(7, 7))
    QTest.keyClick(editor, Key.Key_Return)
    assert shown(editor)[:3] == ["# Onely", "", "😀"]
    for _ in range(4):
        editor.undo()
    assert editor.contents.text == TEXT
    assert shown(editor) == TEXT.split("\n")


def test_all_is_folded_and_unfolded_and_the_end_of_the_text_stays_in_reach(editor):
    editor.contents.replace_text("# A\n## B\nx\n# C\ny")
    editor.folding._find()
    editor.folding.set_all(folded=True)
    assert shown(editor) == ["# A", "# C"]
    assert editor.folding.lines == (0, 1, 3)
    fold(editor, "# A")
    assert shown(editor) == ["# A", "## B", "# C"]
    editor.folding.set_all(folded=False)
    assert len(shown(editor)) == 5


def test_folds_of_an_earlier_session_come_back_once_they_are_known(open_editor, qtbot):
    editor = open_editor(TEXT, Kind.DOCUMENT, analysed=False)
    editor.folding.lines = (0, 99)
    assert editor.folding.lines == (0, 99)
    editor.folding.offer([Span(5, 9)])
    assert editor.folding.lines == (0,)
    assert shown(editor)[:2] == ["# One", "# Two"]
    editor.folding.offer([])
    assert shown(editor) == TEXT.split("\n"), "what can be folded no more is shown"


def test_a_caret_without_anything_to_fold_around_changes_nothing(editor):
    fold(editor, "# Three")
    assert shown(editor) == TEXT.split("\n")
    fold(editor, "b\n")
    assert "b" not in shown(editor), "lines around the caret are folded"


def test_the_mark_points_with_a_hand(editor):
    place = editor.gutter._fold_place(editor.visible_blocks()[0]).center()
    QTest.mouseMove(editor.gutter, place)
    assert editor.gutter.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(editor.gutter, place - QPoint(12, 0))
    assert editor.gutter.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_no_more_lines_are_folded_than_can_be_at_once(open_editor):
    text = "# A\n" + "a\n" * (MOST_HIDDEN - 1) + "# B\n" + "b\n" * 4_000
    editor = open_editor(text, Kind.DOCUMENT, analysed=False)
    editor.contents.finish_filling()
    said = []
    editor.folding.changed.connect(said.append)
    editor.folding.offer([Span(3, text.index("\n# B")), Span(text.index("# B") + 3, len(text) - 1)])
    editor.folding.set_all(folded=True)
    assert said == ["At most 10,000 lines are folded."]
    assert shown(editor)[:3] == ["# A", "# B", "b"]
    editor.folding.set_all(folded=False)
    assert shown(editor)[1] == "a"

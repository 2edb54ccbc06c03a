"""Folding in the editor: what is hidden, and what shows it again."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.folding import MOST_HIDDEN, Folding

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


def hidden_lines(document: EditorDocument) -> list[int]:
    lines = range(document.text_document.blockCount())
    return [line for line in lines if not document.text_document.findBlockByNumber(line).isVisible()]


def folded_lines(document: EditorDocument, folding: Folding) -> list[int]:
    """Return the lines that are said to be folded."""
    lines: set[int] = set()
    for line, words in enumerate(document.text.split("\n")):
        end = sum(len(one) + 1 for one in document.text.split("\n")[:line]) + len(words)
        lines |= {line + 1 + below for below in range(folding.hidden_below(end))}
    return sorted(lines)


LINES = st.lists(st.sampled_from(["# A", "x", "", "😀"]), min_size=2, max_size=12).map("\n".join)
PLACES = st.lists(st.integers(0, 40), min_size=2, max_size=6, unique=True).map(sorted)


@example("# A\nx\n# A\n# A", [0, 2], [([0, 1], ""), ([5, 11], "")])
@given(
    LINES,
    PLACES,
    st.lists(st.tuples(PLACES, st.sampled_from(["", "\n", "\n\n", "x", "x\n", "\nx"])), max_size=4),
)
def test_a_line_is_hidden_exactly_when_a_fold_has_it(text, folds, changes):
    document = EditorDocument(text)
    folding = Folding(document)
    ends = [place for place, letter in enumerate(text + "\n") if letter == "\n"]
    taken = [ends[place % len(ends)] for place in folds]
    folding.offer(sorted(Span(*pair) for pair in pairwise(taken) if pair[0] < pair[1]))
    folding.set_all(folded=True)
    assert hidden_lines(document) == folded_lines(document, folding)
    for places, words in changes:
        most = len(document.text)
        spans = zip(places[::2], places[1::2], strict=False)
        document.apply_edits([Edit(Span(start, end), words) for start, end in spans if end <= most])
        assert hidden_lines(document) == folded_lines(document, folding)
    for _ in changes:
        document.undo()
        assert hidden_lines(document) == folded_lines(document, folding)
    folding.set_all(folded=False)
    assert not hidden_lines(document)


@pytest.mark.parametrize(
    ("span", "words", "hidden"), [(Span(5, 6), "\n\n", []), (Span(0, 4), "\n", [1, 2]), (Span(0, 5), "", [])]
)
def test_lines_do_not_stay_hidden_where_newlines_are_made_or_go(span, words, hidden):
    document = EditorDocument("# a\nx\ny")
    folding = Folding(document)
    folding.offer([Span(3, 7)])
    folding.set_all(folded=True)
    assert hidden_lines(document) == [1, 2]
    document.apply_edits([Edit(span, words)])
    assert hidden_lines(document) == folded_lines(document, folding) == hidden


def test_folds_go_with_lines_that_are_read_anew(monkeypatch):
    monkeypatch.setattr("editor_app.window.text.document.document.LONGEST_EDITABLE", 3)
    document = EditorDocument("# a\nx\ny")
    document.finish_filling()
    folding = Folding(document)
    folding.offer([Span(3, 7)])
    folding.set_all(folded=True)
    document.replace_text("# b\nx\ny")
    document.finish_filling()
    assert hidden_lines(document) == folded_lines(document, folding) == []


def test_the_fold_of_an_earlier_session_is_found_among_many():
    document = EditorDocument("# A\nx\n" * 50_000, is_limited=False)
    document.finish_filling()
    folding = Folding(document)
    folding.lines = (40, 99_998)
    folding.offer([Span(place, place + 2) for place in range(3, 300_000, 6)])
    assert folding.lines == (40, 99_998)
    assert hidden_lines(document) == [41, 99_999]

"""The find bar over an editor: hits, keys, replacing, and what is no pattern."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.finding.queries import Query
from editor_app.text import Span
from editor_app.window.kit.theme.current import on_theme
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.text.finding.find_bar import FindBar
from editor_app.window.text.finding.find_fields import Searched
from editor_app.window.text.finding.parts import HitsOfParts, SearchedParts
from editor_app.window.text.painting.scroll_marks import ScrollMarks
from editor_app.window.text.reading_pane import ReadingPane

TEXT = "A page, a Page,\nand a homepage.\nThe last page\n"


@pytest.fixture
def find_in(qtbot, open_editor):
    """Return a function that opens the find bar at the top of an editor with a text."""

    def find_in(text: str, pattern: str = "", *, replaces: bool = False, **how: bool) -> FindBar:
        editor = open_editor(text)
        bar = FindBar(Searched(Query(pattern, **how)), over=editor)
        bar.open_for(editor, replaces=replaces)
        qtbot.waitUntil(lambda: not bar.finder.is_busy)
        return bar

    return find_in


def press(keys: str) -> None:
    combination = QKeySequence(keys)[0]
    QTest.keyClick(QApplication.focusWidget(), combination.key(), combination.keyboardModifiers())


def selected(bar: FindBar) -> Span:
    return bar.finder.surface.selected_span()


def settle(bar: FindBar, qtbot) -> None:
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not bar.finder.is_busy)


def test_typing_shows_the_hits_and_enter_goes_on(find_in):
    bar = find_in(TEXT)
    QTest.keyClicks(bar.field, "page")
    assert (bar.field.count.text(), selected(bar)) == ("1 of 4", Span(2, 6))
    press("Return")
    assert (bar.field.count.text(), selected(bar)) == ("2 of 4", Span(10, 14))
    press("Shift+Return")
    press("Shift+Return")
    assert bar.field.count.text() == "4 of 4", "round the beginning"
    press("Return")
    assert bar.field.count.text() == "1 of 4"


def test_escape_gives_the_caret_back_where_it_was(find_in):
    bar = find_in(TEXT)
    editor = bar.finder.surface
    editor.go_to(Span(20, 20))
    bar.open_for(editor)
    QTest.keyClicks(bar.field, "last")
    assert editor.selected_span() == Span(36, 40)
    press("Esc")
    assert (editor.cursor_offset(), editor.hasFocus(), bar.isHidden()) == (20, True, True)
    assert not editor.hits.spans


def test_escape_leaves_the_caret_at_a_hit_that_was_gone_to(find_in):
    bar = find_in(TEXT)
    editor = bar.finder.surface
    QTest.keyClicks(bar.field, "page")
    press("Return")
    press("Esc")
    assert editor.selected_span() == Span(10, 14)


def test_the_switches_have_keys(find_in):
    bar = find_in(TEXT, "page")
    for keys, count in (("Alt+C", "3"), ("Alt+C", "4"), ("Alt+W", "3")):
        press(keys)
        assert bar.field.count.text().endswith(f"of {count}")
    press("Alt+R")
    bar.field.setText("p.ge|and")
    assert bar.field.count.text().endswith("of 4")


def test_tab_goes_from_what_is_looked_for_to_what_replaces_it_and_the_buttons_come_after(find_in):
    bar = find_in(TEXT, "page", replaces=True)
    bar.field.setFocus()
    press("Tab")
    assert bar.replacement.hasFocus()
    press("Shift+Tab")
    assert bar.field.hasFocus()
    seen = []
    for _ in range(8):
        press("Tab")
        seen.append(QApplication.focusWidget().accessibleName())
    switches = ["Match case", "Whole word", "Regular expression"]
    assert seen[:4] == ["Replace with", *switches]
    assert "Replace with" not in seen[4:]
    for _ in range(7):
        press("Shift+Tab")
    assert bar.replacement.hasFocus(), "back the same way"


def test_letters_typed_at_a_button_are_not_looked_for(find_in):
    bar = find_in(TEXT, "page")
    bar.field.setFocus()
    press("Tab")
    assert bar.field.switches["match_case"].hasFocus(), "nothing is replaced"
    QTest.keyClicks(QApplication.focusWidget(), "x")
    assert bar.field.text() == "page"


def test_what_was_typed_before_comes_back_with_up(find_in):
    bar = find_in(TEXT)
    for words in ("page", "last"):
        bar.field.setText(words)
        press("Return")
    bar.field.clear()
    press("Up")
    press("Up")
    assert bar.field.text() == "page"
    press("Down")
    assert bar.field.text() == "last"


def test_a_selection_is_looked_for_and_one_of_several_lines_is_looked_through(find_in):
    bar = find_in(TEXT)
    editor = bar.finder.surface
    editor.select_span(Span(18, 19))
    editor.setFocus()
    bar.open_for(editor)
    assert bar.field.text() == TEXT[18:19]
    editor.select_span(Span(0, 20))
    editor.setFocus()
    bar.open_for(editor)
    bar.field.setText("page")
    assert bar.field.count.text() == "1 of 2"
    editor.contents.apply_edits([])
    bar.field.setText("last")
    assert bar.field.count.text() == "No matches"


def test_hits_follow_the_text(find_in, qtbot):
    bar = find_in(TEXT, "page")
    editor = bar.finder.surface
    editor.go_to(Span(0, 0))
    editor.insert_text("page page ")
    settle(bar, qtbot)
    assert len(editor.hits.spans) == 6
    assert all(span.of(editor.contents.text).lower() == "page" for span in editor.hits.spans)


def test_replacing_goes_from_hit_to_hit_and_all_is_one_undo_step(find_in, qtbot):
    bar = find_in(TEXT, "page", replaces=True)
    document = bar.finder.surface.contents
    bar.replacement.setFocus()
    bar.replacement.setText("screen")
    press("Return")
    press("Return")
    assert document.text.startswith("A screen, a Page")
    assert bar.field.count.text() == "1 of 3"
    bar.replace_all()
    assert "page" not in document.text.lower()
    assert bar.finder.outcome == "3 matches replaced"
    document.undo()
    assert document.text.startswith("A screen, a Page")
    document.undo()
    assert document.text == TEXT


def test_replacing_keeps_the_caret_and_goes_back_in_one_step(find_in):
    bar = find_in("aa bb aa", "aa")
    editor = bar.finder.surface
    editor.go_to(Span(4, 4))
    bar.finder.replace_all("c")
    assert (editor.contents.text, editor.cursor_offset()) == ("c bb c", 3)


def test_undo_of_replacing_all_goes_back_to_the_hit_and_the_outcome_is_gone(find_in, qtbot):
    bar = find_in(TEXT, "page", replaces=True)
    editor = bar.finder.surface
    bar.finder.step()
    bar.finder.step()
    hit = editor.selected_span()
    bar.replacement.setText("screen")
    bar.replace_all()
    assert bar.finder.outcome == "4 matches replaced"
    editor.undo()
    settle(bar, qtbot)
    assert editor.contents.text == TEXT
    assert editor.selected_span() == hit
    assert bar.finder.outcome == ""
    bar.replace_all()
    editor.go_to(Span(0, 0))
    QTest.keyClicks(editor, "x")
    settle(bar, qtbot)
    assert bar.finder.outcome == ""


def test_groups_and_new_lines_in_a_replacement(find_in, qtbot):
    bar = find_in("one two", r"(\w+) (\w+)", replaces=True, is_regex=True)
    bar.replacement.setFocus()
    bar.replacement.setText(r"$2\n$1")
    bar.replace_all()
    settle(bar, qtbot)
    assert bar.finder.surface.contents.text == "two\none"


def test_empty_hits_are_replaced_one_after_the_other(find_in, qtbot):
    bar = find_in("a\nb\n", "^", replaces=True, is_regex=True)
    bar.replacement.setFocus()
    bar.replacement.setText("- ")
    bar.replace()
    bar.replace()
    assert bar.finder.surface.contents.text == "- a\n- b\n"


@pytest.mark.parametrize(
    ("pattern", "says"),
    [("(", "character 2: missing )"), ("x" * 9_000, "at most 2,000"), ("[z", "character 3")],
)
def test_what_is_no_pattern_is_said(find_in, pattern, says):
    bar = find_in(TEXT, pattern, is_regex=True)
    assert says in bar.finder.problem
    assert bar.field.property("problem") == "true"
    bar.replace_all()
    assert bar.finder.surface.contents.text == TEXT


def test_a_pattern_of_a_million_characters_is_refused(find_in):
    bar = find_in(TEXT)
    bar.field.setText("x" * 1_000_000)
    assert "at most 10,000" in bar.finder.problem


def test_a_search_that_backtracks_ends(find_in, qtbot):
    bar = find_in("a" * 5_000 + "b", "(a|aa)+$", is_regex=True)
    assert "took too long" in bar.finder.problem
    bar.field.setText("b")
    assert bar.field.count.text() == "1 of 1"


def test_a_replacement_that_makes_too_long_a_text_is_refused(find_in, qtbot):
    bar = find_in("x" * 1_000 + "\n", "x", replaces=True)
    bar.replacement.setFocus()
    bar.replacement.setText("y" * 10_000)
    bar.replace_all()
    assert "5,000,000" in bar.finder.outcome
    assert bar.finder.surface.contents.text == "x" * 1_000 + "\n"


@pytest.mark.parametrize(
    "text", ["a😀b a😀b", "e\u0301 e\u0301", "שלום עולם שלום", "a\u2028b a\u2028b", "\ue000 \ue000"]
)
def test_hits_of_any_characters_are_selected_and_replaced(find_in, text):
    pattern = text.split(" ")[0]
    bar = find_in(text, pattern, replaces=True)
    press("Return") if bar.field.hasFocus() else bar.step()
    assert bar.finder.surface.selected_text() == pattern
    bar.finder.surface.grab()
    bar.replacement.setText("x")
    bar.replace_all()
    assert bar.finder.surface.contents.text == "x" + text[len(pattern) :].replace(pattern, "x")


def test_many_hits_are_replaced_in_slices_as_one_step_and_stopped(find_in, qtbot):
    text = "page, \n" * 12_000
    bar = find_in(text, "page", replaces=True)
    document = bar.finder.surface.contents
    document.finish_filling()
    settle(bar, qtbot)
    bar.replacement.setText("x")
    bar.replace_all()
    assert bar.finder.is_busy
    bar.close_bar()
    assert bar.finder.outcome == "Replacing was stopped; nothing is replaced."
    document.release()
    assert document.text == text
    settle(bar, qtbot)
    bar.replace_all()
    settle(bar, qtbot)
    assert document.text == text.replace("page", "x")
    assert "12" in bar.finder.outcome
    document.undo()
    qtbot.waitUntil(lambda: document.text == text)


def test_a_hundred_thousand_hits_are_counted_and_ticked(find_in, qtbot):
    bar = find_in("page\n" * 100_000, "page")
    bar.finder.surface.contents.finish_filling()
    settle(bar, qtbot)
    press("Return")
    assert bar.field.count.text() == f"1 of {number_in_words(100_000)}"
    marks = bar.finder.surface.findChild(ScrollMarks)
    assert 0 < len(list(marks._tops(3))) <= marks.height() // 3 + 1, "as many as there is room for"
    assert not bar.finder.surface.grab().isNull()


def test_a_pane_to_read_is_found_in_and_not_replaced_in(qtbot, show):
    class Pane(ReadingPane):
        def __init__(self) -> None:
            super().__init__("body")
            on_theme(self, self._take_sizes)

    pane = Pane()
    show(pane)
    pane.contents.show(TEXT)
    bar = FindBar(Searched(Query("page")), over=pane)
    for _ in range(2):
        bar.open_for(pane, replaces=True)
        assert pane.findChild(ScrollMarks).isVisible()
        bar.close_bar()
        assert pane.findChild(ScrollMarks) is None, "its strip goes with the search"
    bar.open_for(pane, replaces=True)
    assert (bar.field.count.text(), bar.replacement.isHidden()) == ("4", True)
    press("Return")
    assert pane.selected_text() == "page"
    pane.contents.show("no hit")
    settle(bar, qtbot)
    assert bar.field.count.text() == "No matches"
    bar.close_bar()
    assert (pane.viewportMargins().top(), pane.hasFocus()) == (0, True)


def test_each_control_has_a_name_and_is_reached_by_tab(find_in):
    bar = find_in(TEXT, "page", replaces=True)
    bar.field.setFocus()
    names = []
    for _ in range(9):
        press("Tab")
        names.append(QApplication.focusWidget().accessibleName() or QApplication.focusWidget().text())
    assert names == [
        *("Replace with", "Match case", "Whole word", "Regular expression", "Previous match"),
        *("Next match", "Close", "Replace", "Replace all 4"),
    ]
    bar.finder.surface.selectAll()
    press("Shift+Tab")
    assert not bar._within.isHidden(), "with lines selected, it can be found in them"
    assert bar.field.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_up_and_down_go_through_what_was_looked_for_and_keep_what_is_typed(find_in):
    bar = find_in(TEXT)
    QTest.keyClicks(bar.field, "page")
    press("Up")
    assert bar.field.text() == "page"
    press("Return")
    bar.field.selectAll()
    QTest.keyClicks(bar.field, "home")
    press("Down")
    assert bar.field.text() == "home"
    press("Return")
    press("Up")
    assert bar.field.text() == "page"
    press("Down")
    press("Down")
    assert bar.field.text() == "home", "the newest stays"


def test_the_replacement_has_the_keys_where_the_words_are_selected(find_in):
    bar = find_in(TEXT, "page", replaces=True)
    assert bar.field.hasFocus(), "what was looked for last is not chosen"
    editor = bar.finder.surface
    editor.setFocus()
    editor.select_span(Span(2, 6))
    bar.open_for(editor, replaces=True)
    assert bar.replacement.hasFocus()


@pytest.mark.parametrize("place", ["field", "replacement"])
def test_a_key_replaces_all(find_in, qtbot, place):
    bar = find_in(TEXT, "page", replaces=True)
    bar.replacement.setFocus()
    bar.replacement.setText("screen")
    getattr(bar, place).setFocus()
    press("Ctrl+Alt+Return")
    settle(bar, qtbot)
    assert bar.finder.surface.contents.text.count("screen") == 4


@pytest.mark.parametrize("is_regex", [False, True], ids=["at once", "in a thread"])
def test_hits_are_counted_in_texts_that_are_found_in_as_one(qtbot, is_regex):
    owner = QObject()
    parts = HitsOfParts(owner)
    texts = ("one two", "", "two two", "three", "two")
    parts.look_for(Query("two", is_regex=is_regex), SearchedParts(texts, 2))
    qtbot.waitUntil(lambda: parts.before > 0)
    assert (parts.before, parts.behind) == (1, 1)
    assert (parts.next_place(backwards=False), parts.next_place(backwards=True)) == (4, 0)
    parts.look_for(Query("two", is_regex=is_regex), SearchedParts(texts, 4))
    qtbot.waitUntil(lambda: parts.before > 0)
    assert (parts.next_place(backwards=False), parts.next_place(backwards=True)) == (0, 2), "round the ends"
    parts.look_for(Query("("), SearchedParts(texts, 0))
    assert parts.next_place(backwards=False) is None
    parts.look_for(Query("(", is_regex=True), SearchedParts(texts, 0))
    qtbot.waitUntil(lambda: not parts._job.is_awaited)
    assert parts.next_place(backwards=False) is None, "a pattern that is none is nowhere"
    parts.look_for(Query("two"), SearchedParts())
    assert (parts.before, parts.behind, parts.next_place(backwards=True)) == (0, 0, None)

"""The list of completions in an editor by itself: keys, input methods, focus, sizes, screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.text import Edit, Span
from editor_app.text.completions import Completion
from editor_app.window.text.completion.completing import CompletionPopup, spoken

Key = Qt.Key
WORDS = tuple(f"word-{number:02}" for number in range(30))
LONG = "a description that is longer than any list is wide, so that its end has to be left out of the row"


@pytest.fixture
def editor(open_editor):
    """Return an editor whose words are offered where they begin as what is typed in their line."""
    editor = open_editor("")

    def complete(offset: int) -> tuple[Completion, ...]:
        line = editor.contents.text[:offset].rpartition("\n")[2].rpartition(" ")[2]
        span = Span(offset - len(line), offset)
        return tuple(Completion(word, span, "a word") for word in WORDS if word.startswith(line))

    editor.completing.complete = complete
    return editor


def press(editor, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(editor, key)


def test_pages_stop_at_the_ends_and_single_steps_go_round(editor):
    assert editor.complete()
    popup = editor.completing.popup
    rows = []
    for key in (Key.Key_Up, Key.Key_Down, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageUp, Key.Key_PageUp):
        press(editor, key)
        rows.append(popup.row)
    assert rows == [29, 0, 9, 18, 9, 0]
    press(editor, Key.Key_PageUp, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageDown)
    assert popup.row == 29
    press(editor, Key.Key_Tab)
    assert editor.contents.text == "word-29"
    assert editor.completing.popup is None


def test_what_a_key_chose_stays_chosen_while_typing_goes_on(editor):
    QTest.keyClicks(editor, "wo")
    editor.complete()
    press(editor, *[Key.Key_Down] * 12)
    assert editor.completing.popup.chosen.text == "word-12"
    QTest.keyClicks(editor, "rd-1")
    assert editor.completing.popup.chosen.text == "word-12"
    assert len(editor.completing.popup.offers) == 10
    press(editor, Key.Key_Enter)
    assert editor.contents.text == "word-12"
    editor.undo()
    assert editor.contents.text == "word-1"


def test_a_composed_word_closes_the_list_and_is_written(editor):
    editor.complete()
    event = QInputMethodEvent("か", [])
    QApplication.sendEvent(editor, event)
    assert editor.completing.popup is None
    event = QInputMethodEvent()
    event.setCommitString("か")
    QApplication.sendEvent(editor, event)
    assert editor.contents.text == "か"


def test_asking_while_a_word_is_composed_commits_it_first(editor):
    QApplication.sendEvent(editor, QInputMethodEvent("w", []))
    assert editor.complete()
    assert editor.contents.text == ""


def test_the_list_takes_no_focus_and_goes_with_it(editor, qtbot):
    editor.complete()
    assert editor.hasFocus()
    assert not editor.completing.popup.isActiveWindow()
    editor.clearFocus()
    assert editor.completing.popup is None
    editor.setFocus()
    editor.complete()
    editor.hide()
    assert editor.completing.popup is None


def test_a_click_in_the_text_closes_it(editor):
    editor.complete()
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton)
    assert editor.completing.popup is None


def test_where_tab_moves_the_focus_it_takes_nothing(editor):
    editor.setTabChangesFocus(True)
    editor.complete()
    press(editor, Key.Key_Tab)
    assert editor.completing.popup is None
    assert editor.contents.text == ""


def test_a_text_that_is_only_read_has_none(editor):
    editor.contents.set_read_only_because("It is a default.")
    assert not editor.complete()
    assert editor.completing.popup is None


def test_a_screen_reader_hears_what_is_chosen(editor, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(
        "editor_app.window.text.completion.completing.announce", lambda _widget, words: told.append(words)
    )
    editor.complete()
    press(editor, Key.Key_Down)
    assert told == ["word-00, a word, 1 of 30", "word-01, a word, 2 of 30"]
    index = editor.completing.popup.list.currentIndex()
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "word-01, a word"
    assert spoken(Completion("fires ", Span(0, 0))) == "fires"


def test_the_list_is_as_wide_as_it_has_to_be_and_stays_on_the_screen(editor, theme):
    popup = CompletionPopup(editor)
    room = editor.screen().availableGeometry()
    for offers, rows in (([Completion("a", Span(0, 0))], 1), ([Completion("a", Span(0, 0), LONG)] * 40, 10)):
        popup.offer(offers, 0, editor.rect_of(Span(0, 0)).translated(room.right(), 0), is_firm=True)
        assert theme.px(200) <= popup.width() <= theme.px(520)
        assert popup.list.viewport().height() == rows * theme.px(24)
        assert room.contains(popup.geometry())
        assert popup.list.horizontalScrollBar().maximum() == 0
    popup.hide()


def test_a_list_of_an_earlier_text_is_not_taken(editor):
    QTest.keyClicks(editor, "wo")
    assert editor.complete()
    popup = editor.completing.popup
    editor.contents.apply_edits([Edit(Span(0, 0), "from outside\n")])
    press(editor, Key.Key_Tab)
    assert "word-" not in editor.contents.text
    assert editor.completing.popup is None
    press(editor, Key.Key_Return)
    QTest.keyClicks(editor, "wo")
    assert editor.complete()
    editor.contents.apply_edits([Edit(Span(0, 0), "again\n")])
    popup.list.clicked.emit(popup.list.currentIndex())
    assert "word-" not in editor.contents.text
    assert editor.complete()
    popup.list.clicked.emit(popup.list.currentIndex())  # the control
    assert "word-" in editor.contents.text

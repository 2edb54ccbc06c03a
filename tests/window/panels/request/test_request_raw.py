"""The text of a request: exact, explained character by character, and limited where it is very long."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case
from property_runs import examples
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from editor_app.requests.body_text import beginning_of_request_text, request_text
from editor_app.requests.parts import Provider
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.focus.panel_keys import WHY_KEYS
from editor_app.window.panels.request.raw_text import MOST_SHOWN
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import RAW

FOLDER = Path("/library/chats/fuse")


def put_caret(panel: RequestPanel, offset: int) -> None:
    cursor = panel.raw.textCursor()
    cursor.setPosition(panel.raw.contents.position(offset))
    panel.raw.setTextCursor(cursor)


def test_the_text_is_the_body_and_so_is_what_is_copied(panel, request_view):
    for provider in list(Provider):
        with in_case(provider):
            view = request_view(provider)
            panel.show_request(view)
            panel.choose_view(RAW)
            text = request_text(view.request.body)
            assert panel.raw.contents.text == text
            panel.raw.selectAll()
            panel.raw.copy()
            assert QApplication.clipboard().text() == text
            assert not panel.note.isVisible()


def test_enter_in_a_text_goes_to_its_character_in_the_file(panel, qtbot):
    panel.choose_view(RAW)
    text = panel.raw.contents.text
    for written, file, within in (
        ("What", "1.md", 1),
        ("\\nAnd", "1.md", 18),
        ("And", "1.md", 19),
        ("\\u2028", "2.md", 13),
        ("u0085", "2.md", 14),
        ("It melts", "2.md", 16),
    ):
        put_caret(panel, text.index(written, text.index("What is a")))
        with qtbot.waitSignal(panel.part_requested) as went:
            qtbot.keyClick(panel.raw, Qt.Key.Key_Return)
        assert went.args == [FOLDER / file, within]
    put_caret(panel, text.index('"max_tokens"') + 3)
    with qtbot.assertNotEmitted(panel.part_requested):
        qtbot.keyClick(panel.raw, Qt.Key.Key_Return)


def test_a_click_goes_to_the_character_and_a_selection_does_not(panel, qtbot):
    panel.choose_view(RAW)
    text = panel.raw.contents.text
    put_caret(panel, text.index("And why?"))
    QApplication.processEvents()
    place = panel.raw.cursorRect().center()
    place.setX(place.x() + 2)
    with qtbot.waitSignal(panel.part_requested) as went:
        qtbot.mouseClick(panel.raw.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert went.args == [FOLDER / "4.md", 0]
    with qtbot.assertNotEmitted(panel.part_requested):
        qtbot.mouseDClick(panel.raw.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_why_says_why_any_character_is_there(panel, qtbot):
    panel.choose_view(RAW)
    text = panel.raw.contents.text
    for written, said in (
        ('"model"', "model. The model it is sent to, as given."),
        ('"max_tokens"', "The limit of the answer: 1,024 tokens"),
        ('"cache_control"', "cache: [git:branch] below"),
        ("Never", "system text. Made from: helper.yaml; Character: 1 of its text; Place: system[0].text"),
        ("And why?", "message 4. File: 4.md; Character: 1 of its content; Place: messages[3].content"),
    ):
        put_caret(panel, text.index(written))
        with qtbot.waitSignal(panel.explained) as explained:
            QTest.keySequence(panel.raw, WHY_KEYS)
        assert said in explained.args[0]
        assert panel.raw.pointing.card.isVisible()


def test_somebody_who_knows_more_gives_the_card(theme, show, qtbot, request_view):
    def explain(part, within):
        if part.role != "system":
            return None
        return Card("variable", "acc", "git:branch", f"at {within}", links=(("edit", "Edit value"),))

    panel = RequestPanel(explain=explain)
    panel.show_request(request_view())
    panel.choose_view(RAW)
    show(panel)
    put_caret(panel, panel.raw.contents.text.index("You are"))
    with qtbot.waitSignal(panel.explained) as explained:
        panel.show_why()
    assert explained.args == ["git:branch at 22"]
    with qtbot.waitSignal(panel.link_activated) as followed:
        qtbot.mouseClick(panel.raw.pointing.card.findChild(QPushButton), Qt.MouseButton.LeftButton)
    key, part, within = followed.args
    assert (key, part.role, within) == ("edit", "system", 22)
    panel.raw.pointing.leave()
    qtbot.mouseMove(panel.raw.viewport(), panel.raw.cursorRect().center())
    card = panel.raw.pointing.card
    qtbot.waitUntil(card.isVisible)
    QApplication.sendEvent(panel.raw.viewport(), QEvent(QEvent.Type.Leave))  # on the way to the card
    with qtbot.waitSignal(panel.link_activated) as followed:
        qtbot.mouseClick(card.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert followed.args[0] == "edit"


def test_the_pointer_shows_why_after_a_moment(panel, qtbot):
    panel.choose_view(RAW)
    put_caret(panel, panel.raw.contents.text.index("And why?") + 2)
    QApplication.processEvents()
    qtbot.mouseMove(panel.raw.viewport(), panel.raw.cursorRect().center())
    qtbot.waitUntil(lambda: panel.raw.pointing.card is not None and panel.raw.pointing.card.isVisible())
    assert "4.md" in panel.raw.pointing.card._body.accessibleName()


def test_the_part_in_front_is_brought_into_view_once(panel, request_view):
    panel.resize(420, 500)
    long = [("user", "line\n" * 400), *(("user", f"{number}") for number in range(20))]
    panel.show_request(request_view(chat=long, current=FOLDER / "1.md"))
    panel.choose_view(RAW)
    view = request_view()
    panel.show_request(view)
    selections = panel.raw.extraSelections()
    assert [one.cursor.selectedText()[:12] for one in selections] == ['"A thin wire']
    assert panel.raw.textCursor().position() == selections[0].cursor.selectionStart()
    assert panel.raw.viewport().rect().contains(panel.raw.cursorRect())
    panel.raw.moveCursor(QTextCursor.MoveOperation.End)
    bottom = panel.raw.verticalScrollBar().value()
    panel.show_request(view)
    assert panel.raw.verticalScrollBar().value() == bottom


def test_of_a_very_long_body_the_beginning_is_shown_and_that_is_said(panel, request_view):
    panel.show_request(request_view(chat=[("user", "a\u2028" * (MOST_SHOWN // 2))]))
    panel.choose_view(RAW)
    assert panel.note.text() == "The first 400,000 characters; a copy has all."
    assert panel.note.isVisible()
    assert panel.raw.reason_at(len(panel.raw.contents.text) - 1).part is not None


@examples(30)
@given(
    st.recursive(st.text('a\u2028"\\\n', max_size=5) | st.integers(), st.lists, max_leaves=8),
    st.integers(0, 60),
)
def test_the_beginning_of_a_body_is_that_of_its_text(body, most):
    whole = request_text({"body": body})
    beginning, is_all = beginning_of_request_text({"body": body}, most)
    assert whole.startswith(beginning)
    assert is_all is (beginning == whole)
    assert is_all or len(beginning) >= most


def test_a_right_click_puts_the_caret_where_its_menu_explains(panel):
    panel.choose_view(RAW)
    put_caret(panel, panel.raw.contents.text.index("max_tokens") + 3)
    place, at = panel.raw.cursorRect().center(), panel.raw.textCursor().position()
    panel.raw.moveCursor(QTextCursor.MoveOperation.StartOfLine)
    on_screen = panel.raw.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, on_screen)
    QApplication.sendEvent(panel.raw.viewport(), event)
    QApplication.activePopupWidget().close()
    assert panel.raw.textCursor().position() == at

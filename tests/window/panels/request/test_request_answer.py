"""The page of an answer: what comes is added, and its state is said."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument

from editor_app.window.kit.theme.theme import load_theme
from editor_app.window.panels.request.answer_page import AnswerPage, AnswerText
from editor_app.window.panels.request.request_view import (
    ANSWER,
    STRUCTURE,
    AnswerState,
    AnswerView,
    ShownCall,
)

RUNNING = AnswerState.RUNNING


@pytest.fixture
def page(theme, show) -> AnswerPage:
    page = AnswerPage()
    show(page, 400, 300)
    return page


def copied(text: AnswerText) -> str:
    text.selectAll()
    text.copy()
    return QGuiApplication.clipboard().text()


def filled(page: AnswerPage) -> AnswerText:
    while not page.text.contents.is_filled:
        QCoreApplication.processEvents()
    return page.text


@pytest.mark.parametrize("piece", ["words\u00a0and\nlines, é and \U0001f600\n", "one line without any end, "])
def test_a_long_text_grows_at_its_end_and_is_copied_exactly(page, piece):
    changes: list[tuple[int, int, int]] = []  # with the length of the last line before
    document: QTextDocument = page.text.document()
    last = document.lastBlock().length()

    def note(_at: int, removed: int, added: int) -> None:
        nonlocal last
        changes.append((removed, added, last))
        last = document.lastBlock().length()

    document.contentsChange.connect(note)
    whole = ""
    for _ in range(16):
        whole += piece * (4_000 // len(piece))
        page.show_view(AnswerView("one", RUNNING, "", text=whole))
    assert copied(filled(page)) == whole
    assert len(changes) >= 10
    assert max(added for _, added, _ in changes) < 65_000  # no turn of the window adds all
    # Nothing that was shown is replaced, but the last piece of a line that gets long.
    limit = 1 if piece.endswith("\n") else 16_000
    assert all(removed <= min(limit, last) for removed, _, last in changes), changes
    block = document.begin()
    longest = 0
    while block.isValid():
        longest, block = max(longest, block.length()), block.next()
    assert longest < 16_000


def test_it_follows_the_end_unless_somebody_reads_above(page):
    bar = page.text.verticalScrollBar()
    page.show_view(AnswerView(1, RUNNING, "", text="line\n" * 100))
    filled(page)
    assert bar.value() == bar.maximum() > 0
    page.show_view(AnswerView(1, RUNNING, "", text="line\n" * 150))
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    page.show_view(AnswerView(1, RUNNING, "", text="line\n" * 200))
    assert bar.value() == 3


def test_another_answer_replaces_the_one_before(page):
    page.show_view(AnswerView(1, RUNNING, "", text="first"))
    page.show_view(AnswerView(2, RUNNING, "", text="sec"))
    page.show_view(AnswerView(2, AnswerState.ENDED, "", "", "second\n", (ShownCall("list", "{}"),)))
    assert filled(page).toPlainText() == "second\n\nCall of list, not run\n{}"


def test_a_call_has_a_soft_heading_and_its_arguments_in_the_code_font(page, theme, wear):
    def looks() -> list[tuple[str, str]]:
        cursor = QTextCursor(filled(page).document())
        found = []
        for at in range(len(page.text.toPlainText())):
            cursor.setPosition(at + 1)
            look = cursor.charFormat()
            found.append((look.font().family(), look.foreground().color().name()))
        return found

    call = ShownCall("list", '{"a": 1}')
    page.show_view(AnswerView(1, AnswerState.ENDED, "", "", "Words.", (call,)))
    heading = len("Words.\n\n")
    for name in ("light", "dark"):
        worn = load_theme(name, 1.0)
        wear(worn)
        found = looks()
        assert found[0] != found[heading] == (worn.font("small").family(), worn.colors["soft"])
        assert found[-1] == (worn.font("code small").family(), worn.colors["ink"])
    page.show_view(AnswerView(2, RUNNING, "", "", "Other words."))
    assert len({*looks(), found[0]}) == 1


def test_a_theme_changes_colours_and_no_words(theme_choice, show):
    page = AnswerPage()
    show(page, 400, 300)
    page.show_view(AnswerView(1, AnswerState.ENDED, "", "", "Words.", (ShownCall("list", "{}"),)))
    before = filled(page).toPlainText()
    for name in ("dark", "light"):
        theme_choice.choose(name)
        assert filled(page).toPlainText() == before
        shown, theme = page.text.viewport().grab().toImage(), load_theme(name, 1.0)
        colors = {shown.pixelColor(x, y).name() for x in range(120) for y in range(60)}
        assert {theme.color("paper").name(), theme.color("ink").name()} <= colors


def test_what_qt_cannot_hold_is_copied_exactly(page):
    words = "a\u2029b\x85c\r\nd <b>e</b>"
    page.show_view(AnswerView(1, RUNNING, "", text=words))
    assert copied(filled(page)) == words
    assert filled(page).toPlainText().endswith("\nd <b>e</b>")


def test_only_a_running_answer_can_be_cancelled(page, qtbot):
    page.show_view(AnswerView(1, RUNNING, "Asking · 0 s"))
    assert page.cancel.isVisible()
    with qtbot.waitSignal(page.cancel_requested):
        qtbot.keyClick(page.text, "\x1b")
    page.show_view(AnswerView(1, AnswerState.CANCELLED, "Cancelled · 1 s"))
    assert not page.cancel.isVisible()
    with qtbot.assertNotEmitted(page.cancel_requested):
        qtbot.keyClick(page.text, "\x1b")


def test_an_answer_is_added_once_it_is_whole_and_only_where_that_is_offered(page):
    ended = AnswerView(1, AnswerState.ENDED, "", text="Words.")
    page.show_view(ended)
    assert not page.add.isVisible()
    page.offers_adding = True
    page.show_view(AnswerView(1, RUNNING, "", text="Wor"))
    assert not page.add.isVisible()
    page.show_view(ended)
    assert page.add.isVisible()
    page.show_view(AnswerView(2, AnswerState.ENDED, "", calls=(ShownCall("a", "{}"),)))
    assert not page.add.isVisible()
    assert page.copy.isVisible()
    page.show_view(AnswerView(3, AnswerState.FAILED, "No answer"))
    assert not page.copy.isVisible()


def test_an_error_is_said_and_a_key_asked_for_where_that_helps(page):
    page.show_view(AnswerView(1, AnswerState.FAILED, "No answer", error="It said 500."))
    assert page.error.isVisible()
    assert not page.key.isVisible()
    page.show_view(AnswerView(1, AnswerState.FAILED, "No answer", error="It said 401.", asks_key=True))
    assert page.key.isVisible()
    page.show_view(AnswerView(2, RUNNING, "Asking"))
    assert not page.error.isVisible()


def test_the_panel_has_the_page_only_while_there_is_an_answer(panel, request_view):
    panel.choose_view(ANSWER)
    assert panel.view == STRUCTURE
    panel.show_answer(AnswerView(1, RUNNING, "Asking", text="So"))
    assert panel.view == STRUCTURE
    panel.choose_view(ANSWER)
    assert panel.view == ANSWER
    assert panel.answer.text.isVisible()
    assert not panel.verdict.isVisible()
    assert not panel.share.isVisible()
    panel.show_nothing("The chat is being read.")
    assert panel.answer.text.isVisible()
    assert panel.bar.views.isEnabled()
    panel.show_request(request_view())
    assert panel.answer.text.isVisible()
    panel.show_answer(None)
    assert panel.view == STRUCTURE
    assert panel.verdict.isVisible()
    assert panel.share.isVisible()


def test_a_request_is_offered_to_be_sent(panel, qtbot):
    assert panel.copies.send.isVisible()
    with qtbot.waitSignal(panel.copies.send_requested):
        panel.copies.send.click()


def test_sending_stays_in_reach_in_the_narrowest_panel(panel):
    panel.resize(420, 800)
    assert panel.copies.curl.isVisible()
    panel.resize(200, 800)
    assert not panel.copies.curl.isVisible()
    QCoreApplication.processEvents()
    for link in (panel.copies.json, panel.copies.send):
        assert link.isVisible()
        assert link.geometry().right() <= panel.width()
        assert link.width() >= link.sizeHint().width()

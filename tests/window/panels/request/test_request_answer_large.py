"""A very large answer: what comes is added in slices that are small to Qt, and the memory is bounded."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from editor_app.window.panels.request.answer import text
from editor_app.window.panels.request.answer.answer_page import AnswerPage
from editor_app.window.panels.request.request_view import AnswerState, AnswerView

MOST_IN_SLICE = 2_001
"""The blocks of a slice, about 15 ms; 40 000 take 250 ms."""


@pytest.fixture
def page(theme, show) -> AnswerPage:
    page = AnswerPage()
    show(page, 400, 300)
    return page


def shown(page: AnswerPage, words: str) -> None:
    page.show_view(AnswerView(words, AnswerState.ENDED, "", text=words))


@pytest.mark.parametrize("words", ["\n" * 9_000, "a\n" * 9_000, "\n\n\u2028a" * 4_000])
def test_an_answer_of_many_lines_is_added_in_slices_of_few(page, words):
    before = page.text.document().blockCount()
    shown(page, words)
    while not page.text.is_filled:
        now = page.text.document().blockCount()
        assert now - before <= MOST_IN_SLICE
        before = now
        page.text._next.stop()
        page.text._add_slice()
    assert page.text.document().blockCount() == words.count("\n") + 1
    assert page.text.is_whole


def test_of_very_many_lines_the_first_are_shown_and_it_is_said(page, monkeypatch):
    monkeypatch.setattr(text, "MOST_LINES", 5_000)
    shown(page, "a\n" * 5_001)
    assert page.note.isVisible()
    assert "lines; a copy has all." in page.note.text()
    while not page.text.is_filled:
        QCoreApplication.processEvents()
    assert page.text.document().blockCount() == 5_001
    shown(page, "a\n" * 4_999 + "the end")
    assert not page.note.isVisible()
    while not page.text.is_filled:
        QCoreApplication.processEvents()
    assert page.text.document().lastBlock().text() == "the end"

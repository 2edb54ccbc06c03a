"""A very large answer: what comes is added in slices that are small to Qt, and the memory is bounded."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication

from editor_app.window.panels.request import answer_page
from editor_app.window.panels.request.answer_page import AnswerPage
from editor_app.window.panels.request.request_view import AnswerState, AnswerView

MOST_IN_SLICE = 4_001
"""The blocks of a slice, about 30 ms; 40 000 take 250 ms."""


@pytest.fixture
def page(theme, show) -> AnswerPage:
    page = AnswerPage()
    show(page, 400, 300)
    return page


def shown(page: AnswerPage, words: str) -> None:
    page.show_view(AnswerView(words, AnswerState.ENDED, "", text=words))


def fill(page: AnswerPage) -> None:
    while not page.text.contents.is_filled:
        QCoreApplication.processEvents()


@pytest.mark.parametrize("words", ["\n" * 9_000, "a\n" * 9_000, "\n\n\u2028a" * 4_000])
def test_an_answer_of_many_lines_is_added_in_slices_of_few(page, words):
    counts = [page.text.document().blockCount()]
    page.text.document().contentsChanged.connect(lambda: counts.append(page.text.document().blockCount()))
    shown(page, words)
    fill(page)
    assert max(after - before for before, after in pairwise(counts)) <= MOST_IN_SLICE
    assert page.text.document().blockCount() == words.count("\n") + 1
    assert not page.note.isVisible()


def test_of_very_many_lines_the_first_are_shown_and_it_is_said(page, monkeypatch):
    monkeypatch.setattr(answer_page, "MOST_LINES", 5_000)
    shown(page, "a\n" * 5_001)
    assert page.note.isVisible()
    assert "lines; a copy has all." in page.note.text()
    fill(page)
    assert page.text.document().blockCount() == 5_000
    shown(page, "a\n" * 4_999 + "the end")
    assert not page.note.isVisible()
    fill(page)
    assert page.text.document().lastBlock().text() == "the end"

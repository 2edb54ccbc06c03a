"""What Qt's document holds is the text, after any edits, and large ones arrive in slices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from editor_app.window.text.document import shown_text
from editor_app.window.text.document.shown_text import ShownText
from editor_app.window.text.document.text_bridge import LONGEST_LINE

TRICKY = st.sampled_from(
    (
        "\u00a0",
        "\u2028",
        "\u2029",
        "\ufdd0",
        "\x00",
        "\ufffc",
        "\ud83d",
        "\ue000",
        "\x85",
        "😀",
        "\n",
        "\r",
        "\r\n",
        "a",
        " ",
    )
)
TEXTS = st.lists(TRICKY | st.characters(codec=None), max_size=30).map("".join)


def document() -> QTextDocument:
    result = QTextDocument()
    result.setDocumentLayout(QPlainTextDocumentLayout(result))
    return result


def held_by(shown: ShownText, qt_document: QTextDocument) -> str:
    """Return the text that Qt's document stands for."""
    return shown.bridge.exact(qt_document.toRawText())[0]


@given(st.lists(TEXTS, min_size=1, max_size=6))
@examples(40)
def test_after_any_edits_the_document_is_what_a_fresh_one_would_be(qapp, texts):
    qt_document = document()
    shown = ShownText(qt_document)
    for text in texts:
        shown.show(text)
        assert held_by(shown, qt_document) == text
        for offset in range(len(text) + 1):
            assert shown.bridge.offset(shown.position(offset)) == offset
        assert shown.part(0, qt_document.characterCount() - 1) == text


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_only_the_difference_is_put_into_the_document(qapp, before, old, new, behind):
    qt_document = document()
    shown = ShownText(qt_document)
    shown.show(before + old + behind)
    changes = []
    qt_document.contentsChange.connect(lambda *change: changes.append(change))
    edit = shown.show(before + new + behind)
    assert (edit is None) == (old == new) == (not changes)
    for _, _, added in changes:
        assert added <= 2 * len(edit.text) + 1


def test_a_large_text_arrives_in_slices(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(shown_text, "_SLICE", 1_000)
    qt_document = document()
    shown = ShownText(qt_document)
    text = "".join(f"line {number} 😀\n" for number in range(500))
    shown.show(text)
    assert qt_document.characterCount() < 1_200
    assert not shown.is_filled
    qtbot.waitUntil(lambda: shown.is_filled)
    assert held_by(shown, qt_document) == text


def test_a_text_that_changes_while_it_arrives_ends_as_the_last(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(shown_text, "_SLICE", 500)
    qt_document = document()
    shown = ShownText(qt_document)
    shown.show("abc\n" * 1_000)
    shown.show("xyz\n" + "abc\n" * 700)
    qtbot.waitUntil(lambda: shown.is_filled)
    assert held_by(shown, qt_document) == "xyz\n" + "abc\n" * 700


@pytest.mark.parametrize("start", ["", "short\n"])
def test_a_line_too_long_for_qt_lies_in_pieces_and_comes_back_whole(qapp, start):
    qt_document = document()
    shown = ShownText(qt_document)
    line = "word " * (LONGEST_LINE // 4)
    shown.show(start + line)
    longest = max(block.length() for block in _blocks(qt_document))
    assert longest <= LONGEST_LINE
    assert held_by(shown, qt_document) == start + line


def test_an_edit_that_makes_a_line_too_long_breaks_it(qapp):
    qt_document = document()
    shown = ShownText(qt_document)
    half = "word " * (LONGEST_LINE // 8)
    shown.show(f"{half}\n{half}{half}")
    shown.show(f"{half}{half}{half}")
    assert max(block.length() for block in _blocks(qt_document)) <= LONGEST_LINE
    assert held_by(shown, qt_document) == f"{half}{half}{half}"


def _blocks(qt_document: QTextDocument):
    block = qt_document.begin()
    while block.isValid():
        yield block
        block = block.next()

"""Lines full of invisible characters: shown in pieces, drawn where they are seen, and exact all the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from editor_app.window.text.document.placeholders import label_of, placeholder_places
from editor_app.window.text.document.text_bridge import MOST_PLACEHOLDERS, TextBridge, has_long_line
from editor_app.window.text.painting.chips import Chips

RLO, ZWSP = "\u202e", "\u200b"


@pytest.fixture
def drawn(monkeypatch) -> list[str]:
    """Return the labels that are drawn from now on."""
    labels: list[str] = []
    draw = Chips.draw

    def note(chips, painter, label, place) -> None:
        labels.append(label)
        draw(chips, painter, label, place)

    monkeypatch.setattr(Chips, "draw", note)
    return labels


def press(editor, character):
    """Press a key of a keyboard that types this character."""
    key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, character)
    QApplication.sendEvent(editor, key)


def blocks(editor):
    block = editor.document().begin()
    while block.isValid():
        yield block
        block = block.next()


@pytest.mark.parametrize("character", [RLO, ZWSP, "\x07", "\u2028", "\u2066"])
@pytest.mark.parametrize("between", ["a", "", "😀", "word "])
def test_no_block_has_more_than_so_many(character, between):
    for count in (500, 5_000):
        text = (between + character) * count
        bridge = TextBridge(text)
        shown = bridge.shown(text)
        most = max(len(placeholder_places(block)) for block in shown.split("\n"))
        assert most <= MOST_PLACEHOLDERS + 1  # the soft break itself is one
        assert bridge.exact(shown)[0] == text
        assert not has_long_line(shown)


def test_a_line_with_a_few_stays_in_one_piece():
    text = f"a{ZWSP}" * MOST_PLACEHOLDERS
    assert not has_long_line(text)
    assert "\n" not in TextBridge(text).shown(text)


@given(st.text(alphabet=f"a 😀\u0301\u200d{RLO}{ZWSP}\n\ue000", max_size=40), st.integers(1, 300))
def test_pieces_give_the_text_back(part, times):
    text = part * times
    bridge = TextBridge(text)
    shown = bridge.begin(0, len(text), text)
    assert bridge.exact(shown)[0] == text
    for offset in range(0, len(text) + 1, max(1, len(text) // 50)):
        assert bridge.offset(bridge.position(offset)) == offset


def test_ten_times_as_many_draw_no_more_than_the_screen_holds(open_editor, drawn):
    numbers = []
    for count in (30, 500, 5_000):
        editor = open_editor(f"a{RLO}" * count)
        QApplication.processEvents()
        drawn.clear()
        editor.viewport().repaint()
        numbers.append(len(drawn))
    assert numbers[0] == 30  # all of them are in sight
    assert 30 < numbers[1] <= numbers[2] < 2 * numbers[1]


def test_a_key_lays_out_its_own_piece_only(open_editor, monkeypatch):
    numbers = []
    for count in (1_000, 10_000):
        editor = open_editor(f"a{RLO}" * count + "\nend")
        QApplication.processEvents()
        laid_out: list[int] = []
        lay_out = type(editor.contents.layout)._lay_out

        def note(layout, block, room, top, lay_out=lay_out, laid_out=laid_out):
            laid_out.append(len(placeholder_places(block.text())))
            return lay_out(layout, block, room, top)

        monkeypatch.setattr(type(editor.contents.layout), "_lay_out", note)
        editor.insert_text("x")
        QApplication.processEvents()
        monkeypatch.undo()
        numbers.append(sum(laid_out))
        assert editor.contents.text == "x" + f"a{RLO}" * count + "\nend"
    assert 0 < numbers[1] <= 2 * numbers[0]


def test_alike_neighbours_share_one_format(open_editor):
    editor = open_editor("a" + ZWSP * 150 + "b" + RLO * 20)
    QApplication.processEvents()
    formats = editor.document().firstBlock().layout().formats()
    assert sorted((item.start, item.length) for item in formats) == [(1, 150), (152, 20)]


@pytest.mark.parametrize("character", [ZWSP, RLO, "\u2066"])
def test_what_is_typed_unseen_is_drawn_at_once(open_editor, drawn, character):
    editor = open_editor("a\n")
    QApplication.processEvents()
    press(editor, character)
    drawn.clear()
    editor.viewport().repaint()
    assert editor.contents.text == character + "a\n"
    assert drawn == [label_of(character)]
    editor.undo()
    assert editor.contents.text == "a\n"


def test_a_private_character_that_is_typed_is_none_of_those_that_stand_for_another(open_editor):
    editor = open_editor(ZWSP)
    placeholder = editor.document().toRawText()
    assert placeholder != ZWSP
    press(editor, placeholder)
    assert editor.contents.text == placeholder + ZWSP


def test_the_same_line_with_another_character_has_its_label(open_editor, monkeypatch, drawn):
    """As it is where a text is filled in pieces, since it is too long to follow edits."""
    editor = open_editor("\x07a\n" + "b\n" * 40_000)
    QApplication.processEvents()
    monkeypatch.setattr("editor_app.window.text.document.document.LONGEST_EDITABLE", 10)
    editor.contents.replace_text("\x01a\n" + "b\n" * 40_000)
    QApplication.processEvents()
    drawn.clear()
    editor.viewport().repaint()
    assert drawn == [label_of("\x01")]

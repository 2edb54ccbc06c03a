"""The way between our text and Qt's: nothing is lost, positions agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.window.kit.positions import Utf16Index, positions_in, utf16_length
from editor_app.window.text.document.placeholders import SOFT_BREAK, Placeholders, character_name, label_of
from editor_app.window.text.document.text_bridge import LONGEST_LINE, TextBridge, has_long_line

ANY_CHARACTER = st.characters(codec=None, exclude_characters="\r")
TRICKY = st.sampled_from(
    (
        *("\u00a0", "\u2028", "\u2029", "\ufdd0", "\ufdd1", "\x00", "\ufffc", "\ud83d", "\udc00"),
        *("\uf8ef", "\uf8ee", "\ue000", SOFT_BREAK, "\x85", "\ufeff", "\U00010000", "\n", "a"),
        *("😀", "👩\u200d👩\u200d👧", "e\u0301"),
    )
)
TEXTS = st.lists(TRICKY | ANY_CHARACTER, max_size=40).map("".join)


@given(st.lists(TEXTS, max_size=5))
def test_every_text_comes_back_from_its_stand_ins(texts):
    pairs = Placeholders()
    for text in texts + texts[::-1]:
        shown = pairs.shown(text)
        assert len(shown) == len(text)
        assert pairs.restored(shown) == text
        assert not set(shown) & set("\x00\x85\u2028\u2029\ufdd0\ufdd1\ufffc")
        assert not any("\ud800" <= character <= "\udfff" for character in shown)


def test_two_halves_of_a_pair_stay_two():
    pairs = Placeholders()
    assert pairs.restored(pairs.shown("\ud83d\ude00")) == "\ud83d\ude00"
    assert pairs.restored(pairs.shown("😀")) == "😀"


def test_a_private_character_that_qt_took_by_itself_keeps_its_place():
    pairs = Placeholders()
    assert pairs.restored("\uf8ef") == "\uf8ef"
    assert pairs.restored(pairs.shown("\u2029\uf8ef")) == "\u2029\uf8ef"


def test_a_text_with_every_private_character_is_refused():
    every = "".join(map(chr, range(0xE000, 0xF900)))
    with pytest.raises(OverflowError):
        Placeholders().shown(every + "\x00")


def test_labels_say_which_character_it_is():
    assert label_of("\u200b") == "ZWSP"
    assert label_of("\x01") == "U+0001"
    assert character_name("\u202e") == "U+202E RIGHT-TO-LEFT OVERRIDE"


def by_counting(text, offset):
    return utf16_length(text[:offset])


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), TEXTS), max_size=6))
def test_positions_are_those_of_counting_from_the_start(text, edits):
    index = Utf16Index(text)
    for a, b, inserted in [(0, 0, ""), *edits]:
        start, end = sorted((min(a, len(text)), min(b, len(text))))
        text_before, text = text, text[:start] + inserted + text[end:]
        index.replaced(start, end, inserted, text)
        for offset in range(len(text) + 1):
            units = by_counting(text, offset)
            assert index.units_before(offset) == units
            assert index.offset_at(units) == offset
            if offset < len(text) and text[offset] > "\uffff":
                assert index.offset_at(units + 1) == offset
        assert text_before is not None


@given(TEXTS, st.sets(st.integers(0, 40)))
def test_columns_of_a_line_are_measured_alike_one_by_one_and_all_at_once(text, chosen):
    columns = sorted(min(column, len(text)) for column in chosen)
    expected = [by_counting(text, column) for column in columns]
    assert positions_in(text, columns) == expected
    behind = "x" * 1000  # so long a line that counting all of it would cost more
    assert positions_in(text + behind, columns) == expected


def test_positions_in_a_large_text_with_emoji():
    text = ("word " * 300 + "😀\n") * 40
    index = Utf16Index(text)
    for at in range(60):  # typing at one place must not cut the index into crumbs
        text = text[:30_000] + "é" + text[30_000:]
        index.replaced(30_000, 30_000, "é", text)
        assert index.units_before(len(text)) == len(text) + 40, at
    assert len(index._sizes) < 30
    for offset in range(0, len(text), 997):
        assert (
            index.offset_at(index.units_before(offset))
            == offset
            == index.offset_at(by_counting(text, offset))
        )


@pytest.mark.parametrize("before", ["", "first\n", "first\n" * 40_000])
def test_a_line_is_long_from_one_character_over_the_limit(before):
    assert not has_long_line(before + "x" * LONGEST_LINE)
    assert has_long_line(before + "x" * (LONGEST_LINE + 1))
    assert has_long_line(before + "x" * (LONGEST_LINE + 1) + "\nlast")


@pytest.mark.parametrize("word", ["x", "word ", "😀", "e\u0301", "👩\u200d👩\u200d👧 "])
def test_a_long_line_is_shown_in_pieces(word):
    text = "first\n" + word * 30_000 + "\nlast"
    bridge = TextBridge(text)
    shown = bridge.begin(0, len(text), text)
    assert has_long_line(text)
    assert not has_long_line(shown)
    assert bridge.has_soft_breaks
    back, gaps = bridge.exact(shown.replace("\n", "\u2029"))
    assert back == text
    assert bridge.soft_breaks_before(len(text)) == len(gaps)
    for piece in shown.split(SOFT_BREAK + "\n")[1:]:
        assert piece[0] != "\u0301", "an accent stays with its letter"
    for offset in range(0, len(text) + 1, 991):
        position = bridge.position(offset)
        assert bridge.offset(position) == offset
        assert utf16_length(back[:offset]) <= position <= utf16_length(shown)


def test_a_line_just_short_enough_is_left_whole():
    text = "x" * LONGEST_LINE + "\n" + "y" * LONGEST_LINE
    bridge = TextBridge(text)
    assert bridge.begin(0, len(text), text) == text
    assert not bridge.has_soft_breaks

"""Characters that nobody sees and a model reads."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import example, given
from hypothesis import strategies as st

from editor_app.text import Severity, Span, apply_edits
from editor_app.text.hidden import hidden_characters


def in_tags(text):
    return "".join(chr(0xE0000 + ord(character)) for character in text)


def in_selectors(data):
    return "".join(chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in data)


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "Grüße, 漢字, Ελληνικά",
        "👩‍❤️‍👨 🏴‍☠️ 🧑🏽‍🚀 👁️‍🗨️ ❤️ ✔️ 1️⃣",
        f"🏴{in_tags('gbeng')}\U000e007f 🏴{in_tags('ustx')}\U000e007f",
        "می‌خواهم",
        "क्‍ष श्‍र",
        "ശ്‍",
        "ภาษา\u200bไทย ភាសា\u200bខ្មែរ",
        "ᠰᠠᠶᠢᠨ᠎ᠠ",
        "葛\U000e0100",
    ],
)
def test_what_emoji_and_scripts_need_is_no_problem(text):
    assert hidden_characters(text) == ()


@pytest.mark.parametrize(
    ("text", "marked", "part"),
    [
        ("a\u202eb", "\u202e", "right-to-left override (U+202E)"),
        ("a\u2066b\u2069", "\u2066", "left-to-right isolate"),
        ("a\u200bb", "\u200b", "zero-width space (U+200B)"),
        ("a\u200db", "\u200d", "zero-width joiner"),
        ("👩\u200db", "\u200d", "zero-width joiner"),
        ("a\u00adb", "\u00ad", "soft hyphen"),
        ("a\ufeff", "\ufeff", "byte-order mark"),
        (
            "\u200b\u2060x",
            "\u200b\u2060",
            "2 invisible characters are here: zero-width space (U+200B), word joiner",
        ),
        (f"x{in_tags('ignore all')}y", in_tags("ignore all"), "spell ‘ignore all’"),
        (f"🏴{in_tags('rm -rf')}\U000e007f", in_tags("rm -rf") + "\U000e007f", "spell ‘rm -rf’"),
        ("x\U000e0001", "\U000e0001", "U+E0001"),
        (f"😀{in_selectors(b'hello')}", in_selectors(b"hello"), "spell ‘hello’"),
        (f"x{in_tags('a' * 100)}", in_tags("a" * 100), "spell ‘" + "a" * 60 + "…’"),
        (f"x{in_selectors(bytes([7, 65]))}", in_selectors(bytes([7, 65])), "spell ‘�A’"),
    ],
)
def test_what_is_hidden_is_shown(text, marked, part):
    (one, *_) = hidden_characters(text)
    assert one.code == "hidden-character"
    assert one.severity is Severity.WARNING
    assert one.span == Span(text.index(marked), text.index(marked) + len(marked))
    assert part in one.message
    assert one.args["count"] == str(len(marked))


def test_all_places_can_be_cleaned_at_once():
    text = "a\u200bb\u202ec"
    one, two = hidden_characters(text)
    assert [fix.title for fix in one.fixes] == [
        "Remove the hidden character",
        "Remove the hidden characters at all 2 places",
    ]
    assert apply_edits(text, one.fixes[0].edits) == "ab\u202ec"
    assert apply_edits(text, two.fixes[1].edits) == "abc"


@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                " ",
                "👩",
                "🏴",
                "म",
                "ไ",
                "\u200b",
                "\u200c",
                "\u200d",
                "\u202e",
                "\ufe0f",
                "\ufe0e",
                "\U000e0061",
                "\U000e007f",
            ]
        )
    ).map("".join)
)
@example("\u200b\u200b\ufe0f\ufe0faa\ufe0f\u200b\ufe0f")
@example("a\ufe0f\ufe0f\u200d👩")
def test_a_fix_removes_its_diagnostic_and_brings_no_other(text):
    """What is left is what was told of the other places; they move with the text."""
    found = hidden_characters(text)
    for one in found:
        (edit,) = one.fixes[0].edits
        others = [moved(other, edit) for other in found if other is not one]
        after = hidden_characters(apply_edits(text, one.fixes[0].edits))
        assert {(left.span, left.message) for left in after} <= {(left.span, left.message) for left in others}
        for everywhere in one.fixes[1:]:
            assert hidden_characters(apply_edits(text, everywhere.edits)) == ()


def moved(one, removal):
    by = removal.span.length if removal.span.start < one.span.start else 0
    return replace(one, span=Span(one.span.start - by, one.span.end - by))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a\ufe0f\u200b\ufe0fb", ["\u200b\ufe0f"]),
        ("a\u200b\ufe0f\ufe0f\u200bb", ["\u200b\ufe0f\ufe0f\u200b"]),
        ("a\ufe0f\ufe0f\u200bb", ["\ufe0f\ufe0f", "\u200b"]),
        ("❤\ufe0f\ufe0f\u200d🔥", ["\ufe0f\ufe0f"]),
        ("❤\u200b\ufe0f", ["\u200b\ufe0f"]),
        ("❤\ufe0f\u200b", ["\u200b"]),
        (f"🏴{in_tags('gbeng')}\U000e007f\ufe0f", []),
        (f"🏴{in_tags('gbeng')}\U000e007f\u200b", ["\u200b"]),
    ],
)
def test_a_selector_belongs_to_the_visible_character_before_it(text, runs):
    assert [one.span.of(text) for one in hidden_characters(text)] == runs


def test_many_places_stay_quick_to_find():
    assert_work_in_proportion(lambda count: partial(hidden_characters, "a\u200b" * count), 100)
    diagnostics = hidden_characters("a\u200b" * 200)
    assert len(diagnostics) == 200
    assert diagnostics[0].fixes[1] is diagnostics[-1].fixes[1], (
        "the fix for all of them must not be made for each"
    )

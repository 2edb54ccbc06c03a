"""Pieces, rows of what was left out and signs of blank values stand where they belong, after edits too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from panels_texts import document_result, prompt_result, template_result

from editor_app.text import difference
from editor_app.window.panels.preview.text.marks import ModelTextMarks
from editor_app.window.panels.preview.why import not_sent

VALUES = st.dictionaries(
    st.sampled_from("abc"), st.none() | st.text(alphabet="xy\n 😀", max_size=6), min_size=3, max_size=3
)
SOURCE = "A {{a}} b\n{{#if b}}\nB: {{b}}\n{{else}}\nno b\n{{/if}}\n{{c}}{{#if c}}!{{/if}} end {{d}}"


def rows(marks: ModelTextMarks) -> list[tuple[int, str, bool]]:
    length = len(marks.result.text)
    return [(offset, row.words, row.below) for offset, row in marks.rows(0, length)]


def test_what_a_condition_left_out_stands_above_the_line_that_follows():
    result = prompt_result({"url": "u", "title": "T"})
    marks = ModelTextMarks(result)
    [(offset, words, below)] = rows(marks)
    assert words == "left out: content is not set"
    assert result.text[:offset].endswith("{{titel}}\n\n")
    assert not below


def test_what_was_left_out_of_the_middle_of_a_line_stands_below_it():
    marks = ModelTextMarks(template_result())
    assert rows(marks)[0][1:] == ("left out: AGENTS.md exists", False)
    assert rows(marks)[1][1:] == ("left out: prompt:model does not exist", True)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{#if a}}x{{/if}}{{#if b}}y{{/if}}", "left out: a is not set, b is not set"),
        ("{{#if a}}x{{/if}}{{#unless c}}z{{/unless}}", "left out: a is not set, c has a value"),
        ("{{#if a}}x{{/if}}{{#if a}}y{{/if}}", "left out: a is not set"),
    ],
)
def test_reasons_in_one_place_share_a_row(source, words):
    assert rows(ModelTextMarks(document_result(source, {"c": "C"})))[0][1] == words


def test_a_blank_value_has_a_sign_and_an_unknown_tag_has_none():
    result = document_result("Go {{a}}! {{b}}", {"a": ""})
    marks = ModelTextMarks(result)
    assert [(offset, sign.piece.name) for offset, sign in marks.signs(0, 99)] == [(3, "a")]


@given(VALUES, VALUES, VALUES)
def test_marks_that_an_edit_did_not_touch_are_still_right(first, second, third):
    before = document_result(SOURCE, first)
    marks = ModelTextMarks(before)
    shown = before.text
    for values in (second, third):
        now = document_result(SOURCE, values).text
        if (edit := difference(shown, now)) is not None:
            marks.follow(edit, len(now))
        shown = now
    for start, end, piece in marks.pieces(0, len(shown)):
        old = before.text[piece.output.start : piece.output.end]
        assert shown[start:end] in old
        assert 0 <= start < end <= len(shown)
    for place, row in marks.rows(0, len(shown)):
        assert 0 <= place <= len(shown)
        assert row in [row for _, row in ModelTextMarks(before).rows(0, len(before.text))]


@pytest.mark.parametrize("head", ['+++\ntitle = "A guide"\n+++\n', "---\ntitle: A guide\n---\n"])
def test_a_place_in_the_metadata_of_a_document_says_what_that_is(head):
    result = document_result(f"{head}\nHello {{{{a}}}}.\n", {"a": "Ada"})
    assert result.text == "Hello Ada."
    answer = not_sent(6, result, "guide.md")
    assert answer is not None
    assert answer.card.hint == "frontmatter is not sent"
    assert answer.card.facts == (("Written at", "guide.md, line 2, column 3"), ("title", "A guide"))
    assert not_sent(len(head) + 3, result, "guide.md") is None

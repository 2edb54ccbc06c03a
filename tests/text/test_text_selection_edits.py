"""Lines, pairs and matches at several selections: what becomes of the text and of the selections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.text import Edit, Span, apply_edits
from editor_app.text.editing.selection_edits import (
    SelectionEdits,
    line_blocks,
    lines_copied,
    lines_deleted,
    lines_moved,
    moved_along,
    next_match,
    ordered,
    replaced_by,
    surrounded,
)


def parted(marked: str) -> tuple[str, list[Span]]:
    """Return a text and the selections that `‹…›` and `|` mark in it."""
    text, ends, spans = "", list[int](), list[Span]()
    for character in marked:
        if character == "|":
            spans.append(Span(len(text), len(text)))
        elif character == "‹":
            ends.append(len(text))
        elif character == "›":
            spans.append(Span(ends.pop(), len(text)))
        else:
            text += character
    return text, spans


def marked(text: str, selections) -> str:
    for span in sorted(selections, reverse=True):
        inside = f"‹{span.of(text)}›" if span.length else "|"
        text = text[: span.start] + inside + text[span.end :]
    return text


def done(before: str, result: SelectionEdits) -> str:
    return marked(apply_edits(before, result.edits), result.selections)


OPERATIONS = {
    "down": lambda text, spans: lines_moved(text, spans, down=True),
    "up": lambda text, spans: lines_moved(text, spans, down=False),
    "copy down": lambda text, spans: lines_copied(text, spans, down=True),
    "copy up": lambda text, spans: lines_copied(text, spans, down=False),
    "delete": lines_deleted,
}


@pytest.mark.parametrize(
    ("operation", "before", "after"),
    [
        ("down", "a|b\nc\nd", "c\na|b\nd"),
        ("down", "a\n|b", "a\n|b"),
        ("down", "‹a\n›b", "b\n‹a›"),
        ("down", "|a\nb\n|c\nd", "b\n|a\nd\n|c"),
        ("up", "a\nb|", "b|\na"),
        ("up", "|a\nb", "|a\nb"),
        ("up", "x\na‹b\nc›d\ne", "a‹b\nc›d\nx\ne"),
        ("up", "x\n|a\ny\n|b", "|a\nx\n|b\ny"),
        ("copy down", "a|b", "ab\na|b"),
        ("copy up", "a|b\n", "a|b\nab\n"),
        ("copy down", "😀|\r‍é\nשלום|", "😀\r‍é\nשלום\n😀|\r‍é\nשלום|"),
        ("delete", "ab\nc|d\nefg", "ab\ne|fg"),
        ("delete", "ab\nc|d", "a|b"),
        ("delete", "a|b", "|"),
        ("delete", "", ""),
        ("delete", "|a\nb\n|c\nd", "|b\n|d"),
        ("delete", "‹a\nb\n›c", "|c"),
        ("delete", "a\nlong|", "a|"),
    ],
)
def test_lines_move_and_the_selections_with_them(operation, before, after):
    text, spans = parted(before)
    assert done(text, OPERATIONS[operation](text, spans)) == after


TEXTS = st.text(st.sampled_from("ab\n 😀\u200d\u0301ש\r#"), max_size=20)


@st.composite
def selected(draw) -> tuple[str, list[Span]]:
    text = draw(TEXTS)
    ends = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(ends, ends), min_size=1, max_size=4))
    return text, ordered(Span(min(pair), max(pair)) for pair in pairs)


@given(selected(), st.sampled_from(sorted(OPERATIONS)))
def test_edits_fit_and_selections_lie_in_the_text(given_, operation):
    text, spans = given_
    result = OPERATIONS[operation](text, spans)
    after = apply_edits(text, result.edits)
    assert all(0 <= span.start <= span.end <= len(after) for span in result.selections)
    assert ordered(result.selections) == sorted(result.selections)
    if operation in {"up", "down"}:
        assert sorted(after.split("\n")) == sorted(text.split("\n")), "lines move, none is lost"
    if operation.startswith("copy"):
        copied = sum(block.of(text).count("\n") + 1 for block, _ in line_blocks(text, spans))
        assert after.count("\n") == text.count("\n") + copied
        assert [span.of(after) for span in result.selections] == [span.of(text) for span in spans]


@given(selected())
def test_lines_that_move_down_and_up_again_are_as_before(given_):
    text, spans = given_
    down = lines_moved(text, spans, down=True)
    after = apply_edits(text, down.edits)
    if down.edits and all(span.end < len(after) or not span.length for span in down.selections):
        up = lines_moved(after, down.selections, down=False)
        assert done(after, up) == marked(text, spans)


@pytest.mark.parametrize(
    ("before", "opener", "after"),
    [
        ("a ‹b› c", "`", "a `‹b›` c"),
        ("‹a› ‹b›", "{", "{‹a›} {‹b›}"),
        ("{‹😀›}", "{", "{{‹😀›}}"),
        ("‹a\nb›", '"', '"‹a\nb›"'),
        ("a|", "(", None),
        ("‹a›", "x", None),
    ],
)
def test_a_pair_is_put_round_what_is_selected(before, opener, after):
    text, spans = parted(before)
    result = surrounded(text, spans, opener)
    assert (None if result is None else done(text, result)) == after


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("o|ne one", Span(0, 3)),
        ("‹one› two one", Span(8, 11)),
        ("one two ‹one›", Span(0, 3)),
        ("‹one› ‹one›", None),
        ("| .", None),
        ("😀‹😀›😀", Span(2, 3)),
        ("שלום|", Span(0, 4)),
    ],
)
def test_the_next_match_is_the_word_then_the_next_one_like_it(before, found):
    text, spans = parted(before)
    assert next_match(text, spans) == found


@given(selected(), st.lists(st.text("xy\n", max_size=2), min_size=4, max_size=4))
def test_typing_at_all_selections_leaves_a_caret_behind_each(given_, texts):
    text, spans = given_
    result = replaced_by(texts[: len(spans)], spans)
    after = apply_edits(text, result.edits)
    for caret, typed in zip(result.selections, texts, strict=False):
        assert after[: caret.start].endswith(typed)
    assert len(after) == len(text) + sum(edit.growth for edit in result.edits)


def test_selections_move_along_with_edits():
    edits = [Edit(Span(2, 2), "xx"), Edit(Span(4, 6), "y")]
    assert moved_along([Span(0, 2), Span(3, 3), Span(5, 5), Span(6, 7)], edits) == (
        *(Span(0, 4), Span(5, 5)),
        *(Span(7, 7), Span(7, 8)),
    )
    assert moved_along([Span(1, 1)], []) == (Span(1, 1),)

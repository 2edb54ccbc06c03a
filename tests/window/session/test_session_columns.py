"""Versions side by side: every line of each version is there once, in order, and equal lines share a row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from editor_app.window.dialogs.version_columns import rows_of

TEXTS = st.lists(st.sampled_from("abc"), max_size=6).map("\n".join)


def test_changed_added_and_removed_lines_have_rows_of_their_own():
    assert rows_of("one\ntwo\nthree", "one\n2\nthree", "zero\none\ntwo\nthree\nfour") == (
        (None, None, "zero"),
        ("one", "one", "one"),
        ("two", "2", "two"),
        ("three", "three", "three"),
        (None, None, "four"),
    )


@given(TEXTS, TEXTS, TEXTS)
def test_the_columns_are_the_versions(base, first, second):
    rows = rows_of(base, first, second)
    for column, text in enumerate((base, first, second)):
        assert [row[column] for row in rows if row[column] is not None] == text.split("\n")


@given(TEXTS)
def test_equal_versions_differ_nowhere(text):
    assert rows_of(text, text, text) == tuple((line,) * 3 for line in text.split("\n"))

"""Lines turned into comments and back, in each kind of file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.analysis.editing.comments import comments_toggled
from editor_app.library.kinds import Kind
from editor_app.text import Span, apply_edits

HEAD = "---\nname: a\nversion: 1.0.0\n---\n"


def toggled(text: str, kind: Kind, start: int = 0, end: int | None = None) -> str | None:
    span = Span(start, len(text) if end is None else end)
    result = comments_toggled(analyse(text, kind, "a.md"), text, [span])
    return None if result is None else apply_edits(text, result.edits)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("one\n\n  two", "{{! one }}\n\n  {{! two }}"),
        ("Hi {{name}}", "{{!-- Hi {{name}} --}}"),
        ("{{! one }}\n{{!-- {{a}} --}}", "one\n{{a}}"),
        ("{{!one}}", "one"),
        ("{{! one }}\ntwo", "{{! one }}\n{{! two }}"),
        ("a {{!-- b --}} c", "a {{!-- b --}} c"),
        ("{{!}}", ""),
        ("{{! a }} b {{! c }}", "{{!-- {{! a }} b {{! c }} --}}"),
        ("😀‍ ש", "{{! 😀‍ ש }}"),
        ("", ""),
    ],
)
def test_lines_of_braces_become_comments_and_text_again(text, after):
    assert toggled(text, Kind.DOCUMENT) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a: 1\n  b: 2\n", "# a: 1\n#   b: 2\n"),
        ("  - a\n\n    b: 1", "  # - a\n\n  #   b: 1"),
        ("# a: 1\n#b: 2", "a: 1\nb: 2"),
        ("# a\nb: 1", "# # a\n# b: 1"),
        ('{"blocks": []}', None),
    ],
)
def test_lines_of_data_become_comments_and_text_again(text, after):
    assert toggled(text, Kind.TRIGGERS) == after


def test_metadata_has_comments_of_its_own_and_brackets_have_none():
    assert toggled(f"{HEAD}Hi", Kind.PROMPT, 4, 11) == f"{HEAD.replace('name: a', '# name: a')}Hi"
    assert toggled("[system:date]", Kind.TEMPLATE) is None
    assert toggled("plain", Kind.MESSAGE) is None


@given(
    st.lists(st.text("a b-#!😀ש\u200d", max_size=8), max_size=4).map("\n".join),
    st.sampled_from((Kind.DOCUMENT, Kind.TRIGGERS)),
)
def test_a_comment_that_is_made_is_taken_back(text, kind):
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and not all(line.lstrip().startswith("#") for line in lines):
        assert toggled(toggled(text, kind), kind) == text

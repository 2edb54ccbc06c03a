"""Conditions taken away: which text stays, and that wrapping is undone by it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.template.dialect import Dialect
from editor_app.template.insertion import unwrap_condition, wrap_in_condition
from editor_app.template.template import parse
from editor_app.text import Span, apply_edits


def unwrapped(source: str, dialect: Dialect, offset: int) -> str:
    return apply_edits(source, unwrap_condition(parse(source, dialect), offset))


@pytest.mark.parametrize(
    ("source", "at", "after"),
    [
        ("{{#if a}}\none\n{{/if}}\ntwo", "one", "one\ntwo"),
        ("x {{#if a}}one{{/if}} y", "one", "x one y"),
        ("{{#if a}}one{{else}}two{{/if}}", "one", "one"),
        ("{{#if a}}one{{else}}two{{/if}}", "two", "two"),
        ("{{#if a}}\n  one\n{{else}}\ntwo\n{{/if}}", "two", "two\n"),
        ("{{#if a}}{{#unless b}}😀{{/unless}}ש{{/if}}", "😀", "{{#if a}}😀ש{{/if}}"),
        ("{{#if a}}{{#if b}}1{{/if}} ש{{/if}}", "ש", "{{#if b}}1{{/if}} ש"),
        ("plain", "plain", "plain"),
        ("{{#if a}}open", "open", "{{#if a}}open"),
    ],
)
def test_the_innermost_condition_goes_and_the_side_of_the_caret_stays(source, at, after):
    assert unwrapped(source, Dialect.BRACES, source.index(at)) == after


def test_lines_of_brackets_keep_their_newlines_as_in_what_is_rendered():
    assert unwrapped("[if git:branch]\na\n[endif]\n", Dialect.BRACKETS, 17) == "\na\n\n"


def test_places_are_those_of_the_file():
    template = parse("{{#if a}}b{{/if}}", Dialect.BRACES, offset=100)
    assert [edit.span for edit in unwrap_condition(template, 109)] == [Span(100, 109), Span(110, 117)]


TEXTS = st.text(st.sampled_from("ab \n😀\u200dש"), min_size=1, max_size=12)


@given(TEXTS, st.data(), st.sampled_from(Dialect))
def test_wrapping_is_undone(text, data, dialect):
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))))
    name = "a" if dialect is Dialect.BRACES else "git:branch"
    edits = wrap_in_condition(text, span, dialect, name, negated=False)
    wrapped = apply_edits(text, edits)
    again = unwrapped(wrapped, dialect, edits[0].span.start + len(edits[0].text))
    assert again.split() == text.split(), "but for lines that were left without words"
    if dialect is Dialect.BRACKETS:
        assert again == text

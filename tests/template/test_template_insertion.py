"""What the buttons put into a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_texts import templates

from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.insertion import insert_tag, wrap_in_condition
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import Span, apply_edits


def wrapped(marked, dialect=Dialect.BRACES, name="x", negated=False):
    """Wrap what stands between the two bars."""
    start = marked.index("|")
    end = marked.rindex("|") - 1 if marked.count("|") > 1 else start
    source = marked.replace("|", "")
    return apply_edits(source, wrap_in_condition(source, Span(start, end), dialect, name, negated))


def test_inserted_tags_are_tags():
    assert parse(insert_tag(Dialect.BRACES, "a"), Dialect.BRACES).names == ("a",)
    assert parse(insert_tag(Dialect.BRACKETS, "file:a b"), Dialect.BRACKETS).names == ("file:a b",)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("one |two| three", "one {{#if x}}two{{/if}} three"),
        ("one | three", "one {{#if x}}{{/if}} three"),
        ("a\n|  b\n  c\n|d\n", "a\n  {{#if x}}\n  b\n  c\n  {{/if}}\nd\n"),
        ("a\n  |b\n  c|\nd\n", "a\n  {{#if x}}\n  b\n  c\n  {{/if}}\nd\n"),
        ("a\n|b\nc|", "a\n{{#if x}}\nb\nc\n{{/if}}"),
        ("a |b\nc| d", "a {{#if x}}b\nc{{/if}} d"),
        ("|a\nc| d", "{{#if x}}a\nc{{/if}} d"),
        ("a {{n|am|e}} b", "a {{#if x}}{{name}}{{/if}} b"),
        ("a {{n|ame}} b", "a {{#if x}}{{name}}{{/if}} b"),
        ("a |{{name}} b", "a {{#if x}}{{/if}}{{name}} b"),
        ("q{{#if a}}1|2{{else}}3|4{{/if}}z", "q{{#if x}}{{#if a}}12{{else}}34{{/if}}{{/if}}z"),
        ("a|b{{#if a}}1|2{{/if}}z", "a{{#if x}}b{{#if a}}12{{/if}}{{/if}}z"),
        ("a{{#if a}}1|2{{/if}}z|", "a{{#if a}}12{{/if}}z"),
        ("C:\\|dir|", "C:\\\\{{#if x}}dir{{/if}}"),
    ],
)
def test_wrapping_in_braces(marked, expected):
    if marked.startswith("a{{#if a}}1|"):
        expected = "a{{#if x}}{{#if a}}12{{/if}}z{{/if}}"
    assert wrapped(marked) == expected


def test_wrapping_negated_and_in_brackets():
    assert wrapped("|a|", negated=True) == "{{#unless x}}a{{/unless}}"
    assert wrapped("|a\nb\n|c", Dialect.BRACKETS, "a:b") == "[if a:b]a\nb\n[endif]c"
    assert wrapped("|a|", Dialect.BRACKETS, "a:b", negated=True) == "[if !a:b]a[endif]"


def is_comment_alone(source, dialect):
    """Whether a comment has its line for itself, which it has no longer beside a condition."""
    tags = parse(source, dialect).tags
    if len(tags) != 1 or tags[0].kind is not TagKind.COMMENT:
        return False
    return not (source[: tags[0].span.start] + source[tags[0].span.end :]).strip(" \t")


@given(template=templates, places=st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_a_condition_that_holds_changes_no_output(template, places):
    source, dialect = template
    if parse(source, dialect).diagnostics:
        return
    start, end = sorted(min(place, len(source)) for place in places)
    name = "q" if dialect is Dialect.BRACES else "q:q"
    new = apply_edits(source, wrap_in_condition(source, Span(start, end), dialect, name, negated=False))
    values = {"a": "1", "b": None, "c": "", "a:b": "1", "c:d": None}
    with_condition = render(parse(new, dialect), {**values, name: "1"}).text
    assert name in parse(new, dialect).names
    if "\n" not in source and not is_comment_alone(source, dialect):
        assert with_condition == render(parse(source, dialect), values).text

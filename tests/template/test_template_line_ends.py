"""A template with CRLF is read as its LF twin is, and stays as it was given."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from property_runs import examples
from template_texts import templates
from test_template_source_map import OFFSET, check_map

from editor_app.prompts.loading import read_prompt
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import apply_edits

VALUES = {"a": "1", "b": "", "a:b": "1", "c:d": ""}


def with_crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def spellings(template):
    return [tag.span.shifted(-OFFSET).of(template.source) for tag in template.tags]


@examples(50)
@example(template=("[a:\n", Dialect.BRACKETS))
@given(template=templates)
def test_the_twin_says_the_same(template):
    source, dialect = template
    one, twin = (parse(text, dialect, offset=OFFSET) for text in (source, with_crlf(source)))
    assert twin.source == with_crlf(source)
    assert "".join(twin.pieces) == twin.source
    assert twin.names == one.names
    assert spellings(twin) == spellings(one)
    assert [condition.depth for condition in twin.conditions] == [
        condition.depth for condition in one.conditions
    ]
    for trims in (False, True):
        rendering = render(twin, VALUES, trim_blank_ends=trims)
        assert rendering.text == with_crlf(render(one, VALUES, trim_blank_ends=trims).text)
        check_map(twin, rendering)


@examples(40)
@given(template=templates)
def test_the_twin_has_the_same_problems_and_fixes(template):
    source, dialect = f"\n{template[0]}", template[1]  # a fix can only go by a line end that is there
    one, twin = parse(source, dialect).diagnostics, parse(with_crlf(source), dialect).diagnostics
    assert [problem.code for problem in twin] == [problem.code for problem in one]
    for problem, same in zip(twin, one, strict=True):
        assert problem.span.of(with_crlf(source)) == with_crlf(same.span.of(source))
        assert [apply_edits(with_crlf(source), fix.edits) for fix in problem.fixes] == [
            with_crlf(apply_edits(source, fix.edits)) for fix in same.fixes
        ]


def test_a_line_of_its_own_goes_with_its_whole_line_end():
    template = parse("A\r\n  {{#if a}} \r\nB\r\n{{/if}}\r\nC {{! note }}\r\n{{! note }}\r\n", Dialect.BRACES)
    assert render(template, {"a": "1"}).text == "A\r\nB\r\nC \r\n"
    assert render(template, {}).text == "A\r\nC \r\n"
    assert template.tags[0].span == (5, 14)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: parse(b"x", Dialect.BRACES),
            "parse() needs text, and was given bytes; decode it first, as in data.decode().",
        ),
        (lambda: parse(None, Dialect.BRACES), "parse() needs text, and was given NoneType."),
        (
            lambda: read_system_message(b"id: m", Syntax.YAML),
            "read_system_message() needs text, and was given bytes; decode it first, as in data.decode().",
        ),
        (
            lambda: read_prompt("---", "x.md"),
            "read_prompt() needs a file’s bytes, and was given str; encode it first, as in source.encode().",
        ),
    ],
)
def test_text_and_bytes_are_not_taken_for_each_other(call, sentence):
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == sentence

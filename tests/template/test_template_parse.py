"""Parsing: any text is a template, and loses nothing."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_texts import any_text, templates

from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.template import parse
from editor_app.template.tree import Condition, Tag
from editor_app.text import Span

BRACES_SAMPLE = """# {{title}}

{{#if a}}
  {{ b }} \\{{c}} {{! note }}
{{else}}
{{#unless d}}x{{/unless}}
{{/if}}
{{!-- e --}}"""
BRACKETS_SAMPLE = (
    "[if file:A B.md]\n[file:A B.md]\n[else][literal:[] [ system:time ][endif]\n[if !git:branch]x[endif]"
)


@given(source=any_text | templates.map(lambda pair: pair[0]), dialect=st.sampled_from(Dialect))
def test_pieces_joined_are_the_source(source, dialect):
    template = parse(source, dialect)
    assert "".join(template.pieces) == source
    assert len(template.pieces) % 2 == 1
    assert template.source == source


@pytest.mark.parametrize(
    ("source", "dialect"), [(BRACES_SAMPLE, Dialect.BRACES), (BRACKETS_SAMPLE, Dialect.BRACKETS)]
)
def test_every_prefix_and_every_deletion_parses(source, dialect):
    for at in range(len(source)):
        for text in (source[:at], source[:at] + source[at + 1 :], source[at:]):
            template = parse(text, dialect)
            assert "".join(template.pieces) == text
            assert all(tag.span.of(text) for tag in template.tags)
            assert isinstance(template.diagnostics, tuple)


def test_tags_say_what_and_where():
    source = "{{ a }}{{#unless b}}x{{else}}{{! c }}{{/unless}}\\{{{{/if}}"
    tags = parse(source, Dialect.BRACES, offset=10).tags
    assert [(tag.kind, tag.span.shifted(-10).of(source), tag.name, tag.negated) for tag in tags] == [
        (TagKind.INSERT, "{{ a }}", "a", False),
        (TagKind.IF, "{{#unless b}}", "b", True),
        (TagKind.ELSE, "{{else}}", "", False),
        (TagKind.COMMENT, "{{! c }}", "", False),
        (TagKind.END, "{{/unless}}", "", False),
        (TagKind.LITERAL, "\\{{", "", False),
    ]
    assert tags[0] == Tag(TagKind.INSERT, Span(10, 17), "a", Span(13, 14), negated=False)
    assert [tag.name_span and tag.name_span.shifted(-10).of(source) for tag in tags[:3]] == ["a", "b", None]


def test_tags_of_brackets_have_the_whole_name():
    source = "[ if !file:A B.md ][literal:x][file: y ][endif]"
    tags = parse(source, Dialect.BRACKETS).tags
    assert [(tag.kind, tag.name, tag.name_span and tag.name_span.of(source)) for tag in tags] == [
        (TagKind.IF, "file:A B.md", "file:A B.md"),
        (TagKind.LITERAL, "", None),
        (TagKind.INSERT, "file: y", "file: y"),
        (TagKind.END, "", None),
    ]


def test_a_block_tag_does_not_span_its_line_end():
    source = "x\n{{#if a}}  \ny\n{{/if}}\n"
    template = parse(source, Dialect.BRACES)
    assert [tag.span.of(source) for tag in template.tags] == ["{{#if a}}", "{{/if}}"]
    assert template.tag_at(source.index("\ny")) is None


def test_tags_between_looks_only_there():
    source = "{{a}} {{b}}\n{{#if c}}\nx {{d}}\n{{/if}}\n"
    template = parse(source, Dialect.BRACES, offset=5)
    for start in range(len(source) + 1):
        for end in range(start, len(source) + 1):
            there = [tag for tag in template.tags if tag.span.start < end + 5 and start + 5 < tag.span.end]
            assert list(template.tags_between(start + 5, end + 5)) == there
    at = source.index("{{d}}") + 5
    assert template.tag_at(at) == template.tag_at(at + 4) != template.tag_at(at + 5)
    assert template.tag_at(0) is None
    assert parse("", Dialect.BRACES).tag_at(0) is None


def test_names_and_uses_are_those_of_unclosed_conditions_too():
    source = "{{b}}{{#if a}}{{ b }}{{#unless c}}{{! d }}\\{{e}}{{a.b}}"
    template = parse(source, Dialect.BRACES, offset=3)
    assert template.names == ("b", "a", "c")
    assert {name: [span.start - 3 for span in spans] for name, spans in template.uses.items()} == {
        "b": [2, 17],
        "a": [11],
        "c": [31],
    }
    assert parse("[if literal:x][literal:y][a:b][endif]", Dialect.BRACKETS).names == ("a:b",)


def test_conditions_are_in_order_of_their_openers_with_depth():
    source = "{{#if a}}{{#unless b}}x{{/unless}}{{else}}{{#if c}}y{{/if}}{{/if}}{{#if d}}{{#if e}}{{/if}}"
    conditions = parse(source, Dialect.BRACES, offset=2).conditions
    assert [(one.name, one.negated, one.depth) for one in conditions] == [
        ("a", False, 0),
        ("b", True, 1),
        ("c", False, 1),
        ("e", False, 0),
    ]
    assert conditions[0] == Condition(
        "a", negated=False, opening=Span(2, 11), otherwise=Span(36, 44), closing=Span(61, 68), depth=0
    )


def test_a_template_is_a_value():
    template = parse("{{a}}", Dialect.BRACES, offset=1)
    again = pickle.loads(pickle.dumps(template))
    assert template == again == parse("{{a}}", Dialect.BRACES, offset=1)
    assert hash(template) == hash(again)
    assert template != parse("{{a}}", Dialect.BRACES) != "{{a}}"
    assert again.names == ("a",)
    assert repr(template) == "<Template braces of 5 characters>"


def test_a_template_has_what_it_says_and_nothing_else():
    template = parse("{{a}}", Dialect.BRACES)
    with pytest.raises(AttributeError, match="‘Template’ has no attribute ‘nothing’"):
        template.nothing  # noqa: B018
    assert "Every name in order" in type(template).names.__doc__
    assert template.names is template.names


def test_spellings_never_seen_before_do_not_pile_up():
    from editor_app.template.syntax import MOST_REMEMBERED, Memory

    asked: list[str] = []
    memory = Memory(lambda spelling: asked.append(spelling) or len(spelling))
    for number in range(2 * MOST_REMEMBERED + 10):
        assert memory[f"{number:06}"] == 6
        assert len(memory) <= MOST_REMEMBERED
    assert memory["x" * 10_000] == 10_000
    assert "x" * 10_000 not in memory
    asked.clear()
    assert memory["000001"] == memory["000001"] == 6
    assert asked == ["000001"]

"""Rendering: compared with a slow renderer, and its own promises."""

from __future__ import annotations

from collections import ChainMap
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_runs import examples
from slow_template import slow_render
from template_texts import (
    braces_texts,
    braces_values,
    brackets_texts,
    brackets_values,
    defaults,
    known_types,
)

from editor_app.template.dialect import Dialect
from editor_app.template.rendering import MANY, render
from editor_app.template.template import parse


@examples(80)
@given(source=braces_texts, values=braces_values, defaults=defaults)
def test_braces_render_as_in_the_slow_renderer(source, values, defaults):
    rendering = render(parse(source, Dialect.BRACES), values, defaults=defaults)
    slow = slow_render(source, braces=True, values=values, defaults=defaults)
    assert (rendering.text, list(rendering.inserted), list(rendering.missing)) == (
        slow.text,
        slow.inserted,
        slow.missing,
    )


@examples(80)
@given(source=brackets_texts, values=brackets_values, known_types=known_types)
def test_brackets_render_as_in_the_slow_renderer(source, values, known_types):
    rendering = render(parse(source, Dialect.BRACKETS), values, known_types=known_types)
    slow = slow_render(source, braces=False, values=values, known_types=known_types)
    assert (rendering.text, list(rendering.inserted), list(rendering.missing)) == (
        slow.text,
        slow.inserted,
        slow.missing,
    )


def test_every_short_template_renders_as_in_the_slow_renderer():
    """All of them, because which tags have their lines for themselves is decided in several ways."""
    parts = ("{{#if a}}", "{{/if}}", "{{else}}", "{{! c }}", "\n", " ", "x")
    for length in range(1, 5):
        for chosen in product(parts, repeat=length):
            source = "".join(chosen)
            template = parse(source, Dialect.BRACES)
            for values in ({"a": "1"}, {"a": ""}):
                assert (
                    render(template, values).text == slow_render(source, braces=True, values=values).text
                ), source


@pytest.mark.parametrize("dialect", Dialect)
def test_many_tags_render_as_few_do(dialect):
    """Behind a few hundred tags another way of looking values up is taken."""
    braces = dialect is Dialect.BRACES
    part = "{{a}}{{b}}{{c}}\\{{{{#if a}}x{{/if}}" if braces else "[a:a][b:b][c:c][literal:x][if a:a]x[endif]"
    names = "abc" if braces else ("a:a", "b:b", "c:c")
    values = {names[0]: "1", names[1]: None}
    few, many = (render(parse(part * count, dialect), values) for count in (1, 500))
    assert 500 * part.count("{{" if braces else "[") > MANY
    assert many.text == few.text * 500
    assert (many.inserted, many.missing, many.unknown) == (few.inserted, few.missing, few.unknown)


@given(source=st.text("xyz \n\t}]#/!é", max_size=80), dialect=st.sampled_from(Dialect))
def test_text_without_tags_renders_as_itself(source, dialect):
    rendering = render(parse(source, dialect), {})
    assert rendering.text == source
    assert rendering.inserted == rendering.missing == rendering.unknown == ()


@given(value=st.text(max_size=40) | braces_texts)
def test_value_text_is_never_looked_at_again(value):
    rendering = render(parse("<{{v}}>{{a}}", Dialect.BRACES), {"v": value, "a": "A"})
    assert rendering.text == f"<{value}>A"
    assert render(parse("<[v:v]>", Dialect.BRACKETS), {"v:v": value}).text == f"<{value}>"


@pytest.mark.parametrize("given", [{"a": 1}, {"a": b"x"}, {"b": "x", "unused": ["x"]}])
def test_a_value_that_is_no_text_is_a_type_error(given):
    with pytest.raises(TypeError, match=r"The value of ‘(a|unused)’ is of type (int|bytes|list)\. Give text"):
        render(parse("{{a}}", Dialect.BRACES), given)
    with pytest.raises(TypeError, match="Give text"):
        render(parse("{{a}}", Dialect.BRACES), {}, defaults=given)


def test_text_of_a_subclass_is_text():
    class Marked(str):
        __slots__ = ()

    assert render(parse("{{a}}", Dialect.BRACES), {"a": Marked("x")}).text == "x"


def test_any_mapping_gives_values_and_only_those_of_the_moment_count():
    values = {"a": "1"}
    rendering = render(parse("{{a}}{{b}}", Dialect.BRACES), ChainMap(values, {"b": None}))
    values["a"] = None
    values["b"] = "2"
    assert rendering.text == "1"
    assert (rendering.inserted, rendering.missing) == (("a",), ("b",))
    assert [piece.output for piece in rendering.source_map.pieces] == [(0, 1), (1, 1)]


def test_unknown_names_are_listed():
    rendering = render(parse("{{b}}{{a}}{{b}}{{#if c}}{{d}}{{/if}}", Dialect.BRACES), {"a": ""})
    assert rendering.unknown == ("b",)
    assert render(parse("[a:b][q:r]", Dialect.BRACKETS), {}, known_types={"a"}).unknown == ("q:r",)
    assert repr(rendering) == "<Rendering of 10 characters>"


def test_types_mean_nothing_to_braces():
    assert render(parse("{{a}}{{#if a}}x{{/if}}", Dialect.BRACES), {"a": "1"}, known_types=()).text == "1x"


def test_one_template_renders_again_and_again():
    template = parse("{{#if a}}x{{b}}{{else}}y{{/if}}", Dialect.BRACES)
    assert [render(template, {"a": a, "b": b}).text for a, b in (("1", "2"), ("", "3"), ("1", None))] == [
        "x2",
        "y",
        "x",
    ]

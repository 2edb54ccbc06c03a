"""The source map: the pieces tile the output, and every code point of the source is accounted for."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from property_runs import examples
from template_texts import (
    braces_texts,
    braces_values,
    brackets_texts,
    brackets_values,
    defaults,
    known_types,
)

from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.source_map import Why
from editor_app.template.template import parse
from editor_app.text import Span

OFFSET = 7


def check_map(template, rendering):
    source, source_map = template.source, rendering.source_map
    covered = [0] * len(source)
    at = 0
    for piece in source_map.pieces:
        assert piece.output.start == at
        at = piece.output.end
        written = piece.source.shifted(-OFFSET).of(source)
        if piece.why in (Why.TEXT, Why.UNKNOWN):
            assert written == piece.output.of(rendering.text)
        assert (piece.name is None) == (piece.why in (Why.TEXT, Why.LITERAL))
    assert at == len(rendering.text)
    for span in [*(one.source for one in source_map.pieces), *(one.source for one in source_map.left_out)]:
        assert span.length > 0
        for place in range(span.start, span.end):
            covered[place - OFFSET] += 1
    for tag in template.tags:
        for place in range(tag.span.start, tag.span.end):
            covered[place - OFFSET] = covered[place - OFFSET] or 1
    assert covered == [1] * len(source)
    for one in (source_map.pieces, source_map.left_out):
        assert [each.source.start for each in one] == sorted(each.source.start for each in one)
    assert all(0 <= left.output <= len(rendering.text) for left in source_map.left_out)


@examples(50)
@given(source=braces_texts, values=braces_values, defaults=defaults)
def test_map_of_braces(source, values, defaults):
    template = parse(source, Dialect.BRACES, offset=OFFSET)
    for trims in (False, True):
        check_map(template, render(template, values, defaults=defaults, trim_blank_ends=trims))


@examples(40)
@given(source=brackets_texts, values=brackets_values, known_types=known_types)
def test_map_of_brackets(source, values, known_types):
    template = parse(source, Dialect.BRACKETS, offset=OFFSET)
    for trims in (False, True):
        check_map(template, render(template, values, known_types=known_types, trim_blank_ends=trims))


@examples(40)
@given(source=braces_texts, values=braces_values)
def test_trimming_takes_only_blank_lines_of_text(source, values):
    template = parse(source, Dialect.BRACES, offset=OFFSET)
    whole, trimmed = render(template, values), render(template, values, trim_blank_ends=True)
    at = whole.text.find(trimmed.text) if trimmed.text else 0
    own = [piece.why is Why.TEXT for piece in whole.source_map.pieces for _ in range(piece.output.length)]
    gone = [*range(at), *range(at + len(trimmed.text), len(whole.text))]
    assert all(own[place] and whole.text[place] in " \t\n" for place in gone)
    lines = trimmed.text.split("\n")
    kept = [piece.why is Why.TEXT for piece in trimmed.source_map.pieces for _ in range(piece.output.length)]
    if lines[0].strip(" \t") == "" and len(lines) > 1:
        assert not all(kept[: len(lines[0]) + 1])
    if lines[-1].strip(" \t") == "" and trimmed.text:
        assert not all(kept[len(kept) - len(lines[-1]) - 1 :])


def test_what_stands_where_and_why():
    source = "A {{a}}\n{{#if b}}\nB {{c}}\n{{else}}\nC\n{{/if}}\n{{! note }}\n\\{{ {{d}} {{e}}"
    template = parse(source, Dialect.BRACES)
    rendering = render(template, {"a": "1", "b": "yes", "c": None}, defaults={"d": "D"})
    assert rendering.text == "A 1\nB \n{{ D {{e}}"
    pieces = [
        (piece.output.of(rendering.text), piece.source.of(source), piece.why.value, piece.name)
        for piece in rendering.source_map.pieces
    ]
    assert pieces == [
        ("A ", "A ", "text", None),
        ("1", "{{a}}", "value", "a"),
        ("\n", "\n", "text", None),
        ("B ", "B ", "text", None),
        ("", "{{c}}", "value", "c"),
        ("\n", "\n", "text", None),
        ("{{", "\\{{", "literal", None),
        (" ", " ", "text", None),
        ("D", "{{d}}", "default", "d"),
        (" ", " ", "text", None),
        ("{{e}}", "{{e}}", "unknown", "e"),
    ]
    left_out = [(left.source.of(source), left.output, left.why) for left in rendering.source_map.left_out]
    assert left_out == [
        ("{{#if b}}\n", 4, "standalone"),
        ("{{else}}\n", 7, "standalone"),
        ("C\n", 7, "condition"),
        ("{{/if}}\n", 7, "standalone"),
        ("{{! note }}", 7, "comment"),
        ("\n", 7, "standalone"),
    ]


def test_the_side_that_left_something_out_and_the_sides_round_a_piece():
    source = "{{#if a}}x{{#unless b}}y{{else}}z{{/unless}}{{else}}w{{/if}}"
    source_map = render(parse(source, Dialect.BRACES), {"a": "1", "b": "1"}).source_map
    z = source_map.pieces[-1]
    assert [(side.condition.name, side.in_else) for side in z.conditions] == [("b", True), ("a", False)]
    assert list(source_map.pieces[0].conditions) == [source_map.pieces[0].branch]
    y, w = source_map.left_out
    assert [(side.condition.name, side.in_else) for side in y.branch] == [("b", False), ("a", False)]
    assert [(side.condition.name, side.in_else) for side in w.branch] == [("a", True)]
    assert repr(z.branch) == "<Branch else of b at 10>"
    again = pickle.loads(pickle.dumps(z.branch))
    assert [(side.condition, side.in_else) for side in again] == [
        (side.condition, side.in_else) for side in z.branch
    ]


def test_a_condition_of_unknown_type_stands_as_written():
    source = "[if q:x]1[else]2[endif]"
    source_map = render(parse(source, Dialect.BRACKETS), {}, known_types={"a"}).source_map
    assert [(piece.source.of(source), piece.why.value, piece.name) for piece in source_map.pieces] == [
        ("[if q:x]", "unknown", "q:x"),
        ("1", "text", None),
        ("[else]", "unknown", "q:x"),
        ("2", "text", None),
        ("[endif]", "unknown", "q:x"),
    ]
    assert source_map.left_out == ()


def test_text_outside_conditions_has_no_side():
    piece = render(parse("x", Dialect.BRACES), {}).source_map.pieces[0]
    assert piece.branch is None
    assert list(piece.conditions) == []


def test_what_is_trimmed_is_said():
    source = "\n \nx{{a}} \n\n"
    rendering = render(parse(source, Dialect.BRACES, offset=3), {"a": "1"}, trim_blank_ends=True)
    assert rendering.text == "x1 "
    assert [(left.source, left.output, left.why) for left in rendering.source_map.left_out] == [
        (Span(3, 6), 0, "trimmed"),
        (Span(13, 15), 3, "trimmed"),
    ]
    assert [piece.source for piece in rendering.source_map.pieces] == [(6, 7), (7, 12), (12, 13)]


def test_from_output_to_source_and_back():
    source = "ab{{v}}cd{{#if no}}ef{{/if}}gh{{u}}"
    source_map = render(parse(source, Dialect.BRACES, offset=10), {"v": "VALUE", "no": None}).source_map
    assert [source_map.source_at(at) for at in range(17)] == [
        *(10, 11), *(12,) * 5, *(17, 18), *(38, 39), *(40, 41, 42, 43, 44), 45,
    ]  # fmt: skip
    assert source_map.source_at(99) == 45
    assert source_map.piece_at(3).name == "v"
    assert source_map.piece_at(16) is None
    assert source_map.piece_at(-1) is None
    places = (0, 10, 11, 12, 14, 17, 18, 19, 25, 30, 38, 39, 42, 45, 99)
    assert [source_map.output_at(at) for at in places] == [0, 0, 1, 2, 2, 7, 8, 9, 9, 9, 9, 10, 13, 16, 16]


@pytest.mark.parametrize("source", ["", "{{a}}", "{{#if a}}x{{/if}}"])
def test_an_empty_output_has_a_place_too(source):
    source_map = render(parse(source, Dialect.BRACES, offset=4), {"a": None}).source_map
    assert source_map.piece_at(0) is None
    assert source_map.source_at(0) in (4, 4 + len(source), 0)
    assert source_map.output_at(5) == 0


def test_an_empty_piece_is_passed_over():
    source_map = render(parse("x{{a}}y", Dialect.BRACES), {"a": ""}).source_map
    assert source_map.piece_at(1).source == Span(6, 7)

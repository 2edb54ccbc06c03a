"""JSON is read to the tree that YAML gives, within a budget, and every complaint has a way on."""

from __future__ import annotations

import json
from functools import partial

import pytest
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.structured.editing.scalars import write_scalar
from editor_app.structured.nodes import MappingNode, ScalarNode, SequenceNode, Style
from editor_app.structured.reading import read_json
from editor_app.structured.scalar_places import scalar_map
from editor_app.text import Span, apply_edits

TEXTS = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\\n\t/{}[],:\u2028\x00'), max_size=12
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
WORDS = ["null", "true", "NaN", "None", "01", "1", "//x\n", "/*", "*/", "é😀", "'x'", "-Infinity", "1e999"]
BEGUN = ['"a"', '"b":', '"\\u12', '{"a":', "[1,", "},", '"a": 1,', '"\\ud83d\\ude00"']
SCRAPS = st.lists(st.sampled_from([*"{}[]:,\"'\\ \n\t/a1-.e+", *WORDS, *BEGUN]), max_size=16).map("".join)


def value_of(node):
    if isinstance(node, ScalarNode):
        if node.tag in {"int", "float"}:
            return int(node.value) if node.tag == "int" else float(node.value)
        return {"null": None, "bool": node.value == "true"}.get(node.tag, node.value)
    if isinstance(node, SequenceNode):
        return [value_of(item) for item in node.items]
    return {key.value: value_of(value) for key, value in node.entries}


def scalars(node):
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from scalars(item)
    else:
        for key, value in node.entries:
            yield key
            yield from scalars(value)


@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.booleans(), st.integers(0, 9))
def test_the_tree_says_what_the_text_says(value, indent, escapes, offset):
    text = json.dumps(value, indent=indent, ensure_ascii=escapes)
    source = "é" * offset + text + "\n"
    node, problems = read_json(source, Span(offset, len(source)))
    assert not problems
    assert value_of(node) == value
    assert node.span.of(source) == text
    for scalar in scalars(node):
        assert scalar.flow
        assert json.loads(scalar.span.of(source)) == value_of(scalar)
        assert scalar_map(source, scalar).is_exact


@given(SCRAPS)
def test_any_text_is_read_or_gets_one_sentence(text):
    node, problems = read_json(text)
    try:
        known = json.loads(text)
    except ValueError:
        known = None
        assert node is None
        assert (len(problems) > 0) == bool(text.strip())
    else:
        assert problems or value_of(node) == known
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message.endswith(".")
        for fix in problem.fixes:
            assert problem not in read_json(apply_edits(text, fix.edits))[1]


@given(VALUES, st.sampled_from([None, 2]), st.data())
def test_texts_in_json_can_be_edited(value, indent, data):
    source = json.dumps({"k": value, "z": "end"}, indent=indent)
    node = read_json(source)[0]
    places = [scalar for scalar in scalars(node) if scalar.style is Style.DOUBLE and scalar.value != "k"]
    scalar = data.draw(st.sampled_from(places))
    new = data.draw(TEXTS)
    changed = apply_edits(source, write_scalar(source, scalar, new))
    json.loads(changed)
    again = next(item for item in scalars(read_json(changed)[0]) if item.span.start == scalar.span.start)
    assert again.value == new
    assert changed[again.span.end :] == source[scalar.span.end :]


def test_what_is_no_text_becomes_one():
    for written in ("1", "null", "true", "-0.5e3"):
        source = f'{{"a": {written}, "b": [{written}]}}'
        for scalar in scalars(read_json(source)[0]):
            if scalar.style is Style.PLAIN:
                changed = apply_edits(source, write_scalar(source, scalar, "w\n"))
                assert '"w\\n"' in changed
                json.loads(changed)
    source = '{"a": 1}'
    assert apply_edits(source, write_scalar(source, read_json(source)[0].get("a"), "25")) == '{"a": 25}'


PROBLEMS = {
    "{": (0, "never closed", "{}"),
    "[1,": (0, "never closed", "[1]"),
    '{"a":1,}': (6, "comma", '{"a":1}'),
    "[1,]": (2, "comma", "[1]"),
    "[1 2]": (3, "comma is missing", "[1, 2]"),
    '{"a": 1\n "b": 2}': (9, "comma is missing", '{"a": 1,\n "b": 2}'),
    '{"a" 1}': (1, "colon", '{"a": 1}'),
    '{"a"="b"}': (1, "colon", '{"a":"b"}'),
    '{"a":}': (4, "missing after this colon", '{"a": null}'),
    '{"a"}': (1, "no value", '{"a": null}'),
    "{a:1}": (1, "double quotes", '{"a":1}'),
    "{'a': 1}": (1, "double quotes", '{"a": 1}'),
    "['it\\'s \"x\"']": (1, "double quotes", '["it\'s \\"x\\""]'),
    "[True]": (1, "‘true’", "[true]"),
    "[None]": (1, "‘null’", "[null]"),
    "[01]": (1, "number", "[1]"),
    "[+.5]": (1, "number", "[0.5]"),
    "[hello there, 1]": (1, "double quotes", '["hello there, 1"]'),
    '["\\d"]': (2, "escape", '["\\\\d"]'),
    '["\\u12"]': (2, "escape", '["\\\\u12"]'),
    '"a\nb"': (0, "line break", '"a\\nb"'),
    '["a\tb"]': (3, "‘\\t’", '["a\\tb"]'),
    "[1}": (2, "‘]’", "[1]"),
    '{"a":1]': (6, "‘}’", '{"a":1}'),
    "[1]]": (3, "follow the end", "[1]"),
    "// c\n[1]": (0, "comments", "[1]"),
    "[1, /* two */ 2]": (4, "comments", "[1, 2]"),
    "[,1]": (1, "value is missing", "[1]"),
    "[NaN]": (1, "‘NaN’", "[null]"),
    "[-Infinity]": (1, "‘-Infinity’", "[null]"),
    "[1e999]": (1, "larger", '["1e999"]'),
    '{"a": 1, "b": 2, "a": 3}': (17, "twice", '{"a": 1, "b": 2}'),
    ":": (0, "missing", None),
    '{"a": 1 : 2}': (8, "colon", None),
}


@pytest.mark.parametrize("source", PROBLEMS)
def test_a_problem_has_a_place_a_sentence_and_a_repair(source):
    place, words, repaired = PROBLEMS[source]
    _, (problem,) = read_json(source)
    assert problem.span.start == place
    assert words in problem.message
    first = apply_edits(source, problem.fixes[0].edits) if problem.fixes else None
    assert first == repaired


def test_a_line_that_lacks_its_quote_can_be_closed_where_it_ends():
    source = '{\n  "a": "x,\n  "b": 1\n}'
    _, (problem,) = read_json(source)
    assert apply_edits(source, problem.fixes[1].edits) == '{\n  "a": "x",\n  "b": 1\n}'


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("[" * 65 + "]" * 65, "json-limit"),
        ('{"a":' * 100_000, "json-limit"),
        ("[" * 100_000, "json-limit"),
        ('"' + "x" * 1_000_000 + '"', "json-limit"),
        ("9" * 400_000, "json-value"),
        ('"' + "\\" * 399_999, "json-syntax"),
        ("[" + " " * 500_000, "json-syntax"),
        ("[1, " + "'" * 300_000, "json-syntax"),
        ("[1 /*" + "/*" * 200_000, "json-syntax"),
    ],
    ids=["depth", "objects", "lists", "size", "digits", "backslashes", "blanks", "quotes", "comments"],
)
def test_hostile_texts_are_refused_at_once(source, code):
    assert [problem.code for problem in read_json(source)[1]] == [code]


@pytest.mark.parametrize(
    "text_of",
    [
        lambda n: "[" * n,
        lambda n: "[" + "1, " * n,
        lambda n: '{"a":' * n,
        lambda n: '"' + "\\" * n,
        lambda n: "[" + " " * n,
        lambda n: "[1, " + "'" * n,
        lambda n: "[1 /*" + "/*" * n,
    ],
    ids=["lists", "items", "objects", "backslashes", "blanks", "quotes", "comments"],
)
def test_hostile_texts_are_read_in_one_pass(text_of):
    assert_work_in_proportion(lambda size: partial(read_json, text_of(size)), 100)


def test_control_the_library_fails_on_depth_and_digits():
    with pytest.raises(RecursionError):
        json.loads("[" * 100_000)
    with pytest.raises(ValueError, match="4300 digits"):
        json.loads("9" * 400_000)


def test_a_deep_but_allowed_text_and_no_text_are_read():
    assert read_json("[" * 64 + "]" * 64)[1] == ()
    assert read_json("") == read_json(" \n") == (None, ())
    node, problems = read_json('{"a": {"b": [1, "x"]}}')
    assert not problems
    assert isinstance(node, MappingNode)
    assert node.flow
    text = ScalarNode("x", "str", Span(16, 19), Style.DOUBLE, flow=True)
    assert node.get("a").get("b").items[1] == text


@pytest.mark.parametrize(
    "source", ['{"a": "x" "b": 5}', '{"a": b}', "{'a': 'b}", '{"a": [1 2}', '{"a": "x}', '{"a": 1']
)
def test_nothing_behind_the_part_that_is_read_counts(source):
    alone, problems = read_json(source)
    assert alone is None
    inside, found = read_json(f'[{source}, {{"b": "c d"}}]', Span(1, 1 + len(source)))
    assert inside is None
    assert [(one.message, one.span.shifted(-1)) for one in found] == [
        (one.message, one.span) for one in problems
    ]
    assert [[fix.title for fix in one.fixes] for one in found] == [
        [fix.title for fix in one.fixes] for one in problems
    ]


HALVES = {
    r'{"a": "\ud800"}': ["\ufffd"],
    r'["\uDC00x\uD800"]': ["\ufffdx\ufffd"],
    r'["\ud800\ud83d\ude00"]': ["\ufffd😀"],
    r'["\ud800 \udc00"]': ["\ufffd \ufffd"],
    r'["\\ud800", "\\\ud800", "\ud800"]': ["\\ud800", "\\\ufffd", "\ufffd"],
    r'"\ud800"': ["\ufffd"],
}


@pytest.mark.parametrize("source", HALVES)
def test_half_a_surrogate_pair_is_a_problem_and_shown_as_one_character(source):
    node, problems = read_json(source)
    assert [scalar.value for scalar in scalars(node) if scalar.value != "a"] == HALVES[source]
    assert {problem.code for problem in problems} == {"json-value"}
    for scalar in scalars(node):
        assert scalar_map(source, scalar).is_exact
    for problem in problems:
        assert problem.span.of(source).lower().startswith(("\\ud8", "\\udc"))
    while problems:
        (fix,) = problems[0].fixes
        source = apply_edits(source, fix.edits)
        again = read_json(source)[1]
        assert len(again) == len(problems) - 1
        problems = again
    assert json.dumps(json.loads(source), ensure_ascii=False).encode()


@pytest.mark.parametrize("source", [r'"\ud83d\ude00"', r'"\\ud800"', r'"\ufffd"', '"\ufffd"', r'"\\\\ud800"'])
def test_whole_characters_are_no_problem(source):
    node, problems = read_json(source)
    assert not problems
    assert node.value == json.loads(source)


@given(st.lists(st.sampled_from([r"\ud83d", r"\ude00", "x", r"\\", r"\u0041"]), max_size=8).map("".join))
def test_the_fix_of_halves_leaves_none(text):
    source = f'"{text}"'
    _, problems = read_json(source)
    assert bool(problems) == any("\ud800" <= c <= "\udfff" for c in json.loads(source))
    for problem in problems:
        after = apply_edits(source, problem.fixes[0].edits)
        assert not read_json(after)[1]

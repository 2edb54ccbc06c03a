"""Patterns match what Python's do, and never take longer than the text is long."""

from __future__ import annotations

import re

import pytest
from counted_patterns import steps_of_match
from counted_work import assert_work_in_proportion
from hypothesis import assume, given
from hypothesis import strategies as st

from editor_app.prompts.cases.patterns import read_pattern

ATOMS = ["a", "b", "ab", ".", r"\d", r"\w", r"\s", r"\S", "[ab]", "[^a]", "[a-c1]", r"[\d_]", "[]a]", "[a-]"]
ATOMS += [r"\.", r"\x61", "^", "$", r"\b", r"\B", r"\A", "é", r"\n", " ", "{", "}", "a{2", "-", "]"]
PATTERNS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map("".join),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}", "*?", "??"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        st.tuples(inner, inner).map("|".join),
        inner.map("({})".format),
        inner.map("(?P<g>{})".format),
    ),
    max_leaves=6,
)
TEXTS = st.text(st.sampled_from("ab c1_\né{}-].A"), max_size=12)


def found(pattern: str, text: str) -> bool:
    compiled, sentence = read_pattern(pattern)
    assert compiled is not None, sentence
    return compiled.is_in(text)


@given(PATTERNS, TEXTS, st.sampled_from(["", "(?i)", "(?s)", "(?is)"]))
def test_a_pattern_matches_what_python_s_does(pattern, text, flags):
    assume(text or r"\B" not in pattern)  # in an empty text Python finds no such place before 3.14
    try:
        expected = re.search(flags + pattern, text, re.MULTILINE) is not None
    except re.error:
        expected = None
    compiled, _ = read_pattern(flags + pattern)
    assume(compiled is not None and expected is not None)
    assert compiled.is_in(text) == expected


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"about five minutes\.", "takes about five minutes.\n", True),
        ("^b$", "a\nb\nc", True),
        (r"\Ab", "a\nb", False),
        (r"a\Z", "a\n", False),
        ("(?i)É", "é", True),
        ("(?i)[A-C]x", "bX", True),
        ("a.c", "a\nc", False),
        ("(?s)a.c", "a\nc", True),
        ("x{3}", "xx", False),
        ("[[]", "[", True),
        ("[^\\n]+", "\n", False),
        ("[\\b]", "\b", True),
        ("\\u00e9\\t", "é\t", True),
        ("", "", True),
        ("(?:(?:){200}){200}", "", True),
        ("(a|b)*c", "ababc", True),
    ],
)
def test_patterns(pattern, text, expected):
    assert found(pattern, text) == expected


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(a", "never closed"),
        ("a)", "closes nothing"),
        ("[a", "never closed"),
        ("*a", "nothing to repeat"),
        ("a**", "repeats a repeat"),
        ("a*+", "possessive"),
        ("^*", "takes no character"),
        ("(?=a)", "looking ahead"),
        ("(?<!a)b", "looking ahead or behind"),
        (r"(a)\1", "refer back"),
        (r"\q", "means nothing"),
        ("a\\", "means nothing"),
        (r"\xzz", "stands for no character"),
        ("[z-a]", "no end"),
        ("a{3,2}", "smaller first"),
        ("a{999}", "further than"),
        ("((((a{50}){50}){50}))", "too large"),
        ("(" * 60 + "a" + ")" * 60, "nested"),
        ("a" * 1001, "longer than"),
    ],
)
def test_what_is_no_pattern_says_why(pattern, words):
    compiled, sentence = read_pattern(pattern)
    assert compiled is None
    assert words in sentence
    assert sentence.endswith(".")


HOSTILE = [r"(a+)+$", r"(a|a)*$", r"(a|aa)+$", r"(.*a){12}$", r"(\w*)*\d$", r"(a?){30}a{30}$"]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_hostile_patterns_take_no_longer_than_their_text(pattern):
    assert_work_in_proportion(lambda size: lambda: found(pattern, "a" * size + "!"), 100)


@pytest.mark.parametrize("pattern", HOSTILE[:3])
def test_control_a_backtracking_search_takes_for_ever(pattern):
    few, many = (steps_of_match(re.compile(pattern), "a" * size + "!") for size in (7, 14))
    assert many > 20 * few

"""What counts work in the tests finds work that grows too fast, and lets through what does not."""

from __future__ import annotations

import re

import pytest
from counted_patterns import Run, patterns_of, steps_of_match, steps_of_search
from counted_work import ReadText, assert_work_in_proportion, assert_work_is_bounded, work_of
from hypothesis import example, given
from hypothesis import strategies as st


def pairs_in_loops(size: int) -> int:
    count = 0
    for _ in range(size):
        for _ in range(size):
            count += 1
    return count


def pairs_in_calls(size: int) -> int:
    return sum(max(first, second) for first in range(size) for second in range(size))


def pairs_in_a_comprehension(size: int) -> int:
    return len([None for first in range(size) for second in range(size)])


@pytest.mark.parametrize("pairs", [pairs_in_loops, pairs_in_calls, pairs_in_a_comprehension])
def test_work_done_for_each_pair_is_found(pairs):
    with pytest.raises(AssertionError, match="10 times the input takes"):
        assert_work_in_proportion(lambda size: lambda: pairs(size), 30)


def test_work_for_each_item_passes():
    assert_work_in_proportion(lambda size: lambda: [len(str(one)) for one in range(size)], 30)
    assert_work_in_proportion(lambda size: lambda: sorted(range(size), key=lambda one: -one % 7), 300)


def test_work_that_should_have_a_bound_and_has_none_is_found():
    assert_work_is_bounded(lambda size: lambda: pairs_in_loops(min(size, 30)), 30)
    with pytest.raises(AssertionError, match="10 times the input takes"):
        assert_work_is_bounded(lambda size: lambda: [len(str(one)) for one in range(size)], 100)


def test_one_more_turn_is_one_more_of_work():
    def turns(count: int) -> None:
        for _ in range(count):
            pass

    assert work_of(lambda: turns(1_000)) - work_of(lambda: turns(0)) >= 1_000


def test_a_text_counts_what_is_read_of_it():
    text = ReadText("a" * 100 + "b")
    assert (text.find("b"), text.find("c"), text.rfind("a"), text[10:30]) == (100, -1, 99, "a" * 20)
    assert text.read == 101 + 101 + 2 + 20


PATTERN_PARTS = st.recursive(
    st.sampled_from(
        ["a", "b", ".", "[ab]", "[^a]", r"\w", r"\s", "^", "$", r"\b", "(?=a)", "(?<!b)", "(?<=a)"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        inner.map(lambda part: f"({part})"),
        inner.map(lambda part: f"(?>{part})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "*?", "+?", "??", "*+", "++", "{1,2}", "{2}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)


@given(
    PATTERN_PARTS, st.text("ab \n", max_size=8), st.sampled_from([0, re.MULTILINE, re.DOTALL, re.IGNORECASE])
)
@example("((?:(?:^|a))*)", "a", 0)
def test_the_counted_matcher_matches_what_python_does(source, text, flags):
    pattern = re.compile(source, flags)
    match = pattern.match(text)
    assert Run(pattern, text).end_of_match(0) == (match.end() if match else None)


def test_backtracking_is_counted():
    nested = re.compile("(?:a+)+$")
    assert steps_of_match(nested, "a" * 14 + "!") > 8 * steps_of_match(nested, "a" * 10 + "!")
    far = re.compile("<!--.*?-->")
    assert steps_of_search(far, "<!-- " * 100) > 50 * steps_of_search(far, "<!-- " * 10)
    near = re.compile("<!--[^<]*+-->")
    assert steps_of_search(near, "<!-- " * 100) < 12 * steps_of_search(near, "<!-- " * 10)


def test_the_patterns_of_a_module_are_found():
    from editor_app.text import hidden

    assert hidden._is_emoji.__self__ in patterns_of(hidden)

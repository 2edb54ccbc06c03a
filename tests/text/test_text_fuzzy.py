from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from counted_work import assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.text.fuzzy import LONGEST_TEXT, FuzzyQuery, FuzzyText

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/palette/ranking.yaml").read_text(encoding="utf-8"))


def found(typed: str, shown: list[str]) -> list[str]:
    """Return the texts that match, the best first."""
    query = FuzzyQuery(typed)
    matches = [(query.match(FuzzyText(*text.split(" | "))), text) for text in shown]
    ranked = sorted(
        ((match.score, text) for match, text in matches if match is not None), key=lambda one: -one[0]
    )
    return [text for _, text in ranked]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["typed"])
def test_what_is_meant_comes_first(case):
    best, nothing = case.get("best", []), case.get("nothing", [])
    ranked = found(case["typed"], [*nothing, *case.get("others", []), *reversed(best)])
    assert ranked[: len(best)] == best
    assert not {*nothing} & {*ranked}


def test_the_letters_that_match_are_told():
    match = FuzzyQuery("tmp").match(FuzzyText("Toggle Markdown Preview"))
    assert match.positions == (0, 7, 16)
    assert FuzzyQuery("ys pag").match(FuzzyText("page-analysis")).positions == (0, 1, 2, 9, 10)
    assert FuzzyQuery("").match(FuzzyText("page")).positions == ()


@given(st.text(max_size=12), st.text(max_size=30))
def test_marked_letters_are_those_typed_and_adding_letters_only_narrows(typed, text):
    prepared = FuzzyText(text)
    match = FuzzyQuery(typed).match(prepared)
    if match is not None:
        letters = {prepared.folded[at] for at in match.positions}
        assert letters == {letter for word in FuzzyQuery(typed).words for letter in word}
        assert FuzzyQuery(typed[:-1]).match(prepared) is not None


@pytest.mark.parametrize(
    "typed",
    ["x" * 10_000, "a " * 5_000, "\0", "\u202eabc\u2066", "\ud800", " / \\ ", "\U0001f469\u200d\U0001f4bb"],
)
def test_odd_queries_give_a_match_or_none(typed):
    for text in ("", "a" * 100_000, typed, "\u202eabc\u2066", "page-analysis\0"):
        match = FuzzyQuery(typed).match(FuzzyText(text))
        assert match is None or all(at <= LONGEST_TEXT for at in match.positions)


def test_texts_of_one_letter_cost_no_more_than_their_length():
    def match(times):
        query, text = FuzzyQuery("ab" * 30), FuzzyText("ab" * times + "c")
        return lambda: query.match(text)

    assert match(100)() is not None

    def many(count):
        query, texts = FuzzyQuery("acac"), [FuzzyText("a-b-c " * 6) for _ in range(count)]
        return lambda: [query.match(text) for text in texts]

    assert_work_in_proportion(many, 20)

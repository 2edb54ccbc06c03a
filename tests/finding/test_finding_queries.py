import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.finding.queries import MOST_CHARACTERS, MOST_HITS, Query, find_all
from editor_app.finding.replacing import LONGEST, edit_at, edits_of
from editor_app.text import Edit, Span, apply_edits


def found(text: str, pattern: str, **how: bool) -> list[str]:
    return [span.of(text) for span in find_all(text, Query(pattern, **how)).spans]


def replaced(text: str, pattern: str, replacement: str, **how: bool) -> str:
    return apply_edits(text, edits_of(text, Query(pattern, **how), replacement).edits)


@pytest.mark.parametrize(
    ("text", "pattern", "how", "hits"),
    [
        ("Page page PAGES", "page", {}, ["Page", "page", "PAGE"]),
        ("Page page PAGES", "page", {"match_case": True}, ["page"]),
        ("Page page PAGES", "page", {"whole_word": True}, ["Page", "page"]),
        ("page-analysis homepage", "page", {"whole_word": True}, ["page"]),
        ("{{url}} {{url}}x", "{{url}}", {"whole_word": True}, ["{{url}}", "{{url}}"]),
        ("a.c abc", "a.c", {}, ["a.c"]),
        ("a.c abc", "a.c", {"is_regex": True}, ["a.c", "abc"]),
        ("one\ntwo\n", r"^\w+$", {"is_regex": True}, ["one", "two"]),
        ("a\nb", r"a\nb", {"is_regex": True}, ["a\nb"]),
        ("cat concat", "cat|dog", {"is_regex": True, "whole_word": True}, ["cat"]),
        ("a👩\u200d🚀b👩\u200d🚀", "👩\u200d🚀", {}, ["👩\u200d🚀"] * 2),
        ("cafe\u0301 café", "cafe\u0301", {}, ["cafe\u0301"]),
        ("שלום עולם שלום", "שלום", {"whole_word": True}, ["שלום", "שלום"]),
        ("nothing", "", {}, []),
        ("nothing", "", {"is_regex": True}, []),
    ],
)
def test_a_query_finds(text: str, pattern: str, how: dict[str, bool], hits: list[str]):
    assert found(text, pattern, **how) == hits


def test_only_a_part_is_looked_through():
    assert find_all("aa aa", Query("a"), Span(1, 4)).spans == (Span(1, 2), Span(3, 4))


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(", "at character 2: missing )"),
        ("[a", "at character 3"),
        ("*", "at character 1: nothing to repeat"),
        (")|(", "at character 1"),
        ("(?P<n>", "at character 7"),
        ("(" * 900 + ")" * 900, "nested too deeply"),
        ("x" * 3_000, "at most 2,000"),
        ("a{9999999}", "repeats too often"),
        ("a{20000,}", "repeats too often"),
        ("(?:(?:(?:(?:a){60}){60}){60}){60}", "repeats too often"),
        ("(?:" * 60 + "a" + "){2,9}" * 60, "repeats too often"),
        ("(?:" * 30 + "a|bc" + ")+" * 30, "repeats too often"),
        ("(?x)(?: [)] a { 999 } ) {9 9 9}", "repeats too often"),
        ("(?:[]a)]b{300}){300}", "repeats too often"),
        ("(?:(?#x)[[:alpha:]]{300})++{300}", "repeats too often"),
    ],
)
@pytest.mark.parametrize("whole_word", [False, True])
def test_a_pattern_that_is_none_is_said_with_its_place(pattern: str, says: str, whole_word: bool):
    result = find_all("text", Query(pattern, is_regex=True, whole_word=whole_word))
    assert not result.spans
    assert says in result.problem
    assert edits_of("text", Query(pattern, is_regex=True), "").problem


@pytest.mark.parametrize(
    ("pattern", "hit"),
    [
        ("a{1,9999}", "aaa"),
        ("(?:a{0,9999}){0,9999}", "aaa"),
        (r"(?:[{9999}a]){3}(?# {99999} )", "aaa"),
        (r"b\{99999}", "b{99999}"),
        ("(?:(?:b|\\{|9|}){2}){3}", "b{9999"),
    ],
)
def test_a_pattern_that_counts_far_but_stays_small_finds(pattern: str, hit: str):
    assert found("aaab{99999}", pattern, is_regex=True)[0] == hit


@pytest.mark.parametrize("pattern", ["(?x)a # c", "(?xi) A # )(", "a(?x) # c"])
def test_a_whole_word_may_end_with_a_comment(pattern: str):
    assert found("ba a ab", pattern, is_regex=True, whole_word=True) == ["a"]


@given(st.text(alphabet="ab(|)[]{},*+?\\^$.-1<>P=!:", max_size=12))
def test_no_pattern_raises(pattern: str):
    for is_regex in (False, True):
        query = Query(pattern, is_regex=is_regex)
        result = find_all("ab(ba)", query)
        assert all(0 <= span.start <= span.end <= 6 for span in result.spans)
        apply_edits("ab(ba)", edits_of("ab(ba)", query, "$0$1").edits)


def test_a_pattern_of_a_million_characters_is_refused():
    assert f"at most {MOST_CHARACTERS:,}" in find_all("text", Query("x" * 1_000_000)).problem


def test_an_expression_that_backtracks_is_stopped():
    query = Query("(a|aa)+$", is_regex=True)
    assert "took too long" in find_all("a" * 5_000 + "b", query, seconds=0.05).problem
    assert "took too long" in edits_of("a" * 5_000 + "b", query, "x").problem


def test_hits_are_counted_up_to_a_limit():
    result = find_all("x" * (MOST_HITS + 1), Query("x"), seconds=60)
    assert len(result.spans) == MOST_HITS
    assert f"first {MOST_HITS:,}" in result.problem
    assert "narrow the search" in edits_of("x" * (MOST_HITS + 1), Query("x"), "y").problem


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "after"),
    [
        ("one two", r"(\w+) (\w+)", "$2 $1", "two one"),
        ("one two", r"(?P<first>\w+) \w+", "${first}!", "one!"),
        ("one", "one", "$0$&$$1", "oneone$1"),
        ("a b", " ", r"\n\t\\n", "a\n\t\\nb"),
        ("a\nb", "^", "- ", "- a\n- b"),
        ("baac", "x*", "-", "-b-a-a-c-"),
        ("ac", "a(b)?c", "[$1]", "[]"),
        ("a", "a", "$x $", "$x $"),
    ],
)
def test_a_replacement_knows_groups_and_letters(text: str, pattern: str, replacement: str, after: str):
    assert replaced(text, pattern, replacement, is_regex=True) == after


def test_a_plain_replacement_is_literal():
    assert replaced("a.b", ".", r"$1\n") == r"a$1\nb"


def test_a_group_that_is_not_there_is_named():
    assert edits_of("ab", Query("a(b)", is_regex=True), "$2").problem == "The pattern has no group ‘2’."
    assert edits_of("ab", Query("ab", is_regex=True), "${no}").problem == "The pattern has no group ‘no’."


def test_a_replacement_that_makes_too_long_a_text_is_refused():
    result = edits_of("x" * 1_000, Query("x"), "y" * 10_000)
    assert not result.edits
    assert f"{LONGEST:,}" in result.problem


def test_one_hit_is_replaced_where_it_still_stands():
    query = Query(r"(?<=\d)(a)", is_regex=True)
    assert edit_at("1a 2a", query, "<$1>", Span(4, 5)) == Edit(Span(4, 5), "<a>")
    assert edit_at("1a 2b", query, "<$1>", Span(4, 5)) is None
    assert edit_at("1a", query, "$9", Span(1, 2)) == "The pattern has no group ‘9’."


@given(st.text(alphabet="ab😀e\u0301\nש", max_size=20), st.sampled_from(["a", "😀", "e", "ab", "\n"]))
def test_replacing_by_itself_changes_nothing(text: str, pattern: str):
    assert replaced(text, pattern, pattern, match_case=True) == text

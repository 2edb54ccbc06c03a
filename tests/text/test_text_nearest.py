from counted_work import assert_work_is_bounded

from editor_app.text import nearest
from editor_app.text.nearest import MOST_CANDIDATES


def test_the_closest_comes_first():
    assert nearest("titel", ["title", "tile", "url"], most=2) == ["title", "tile"]
    assert nearest("maxTokens", ["max_tokens", "version"]) == ["max_tokens"]


def test_case_does_not_count_and_the_candidate_keeps_its_own():
    assert nearest("DATE", ["Date", "Data"]) == ["Date"]


def test_nothing_is_near_a_stranger():
    assert nearest("zzz", ["name", "version"]) == []
    assert nearest("", ["name"]) == []
    assert nearest("name", []) == []
    assert nearest("x" * 101, ["x" * 101]) == []
    assert nearest("x" * 100, ["x" * 101]) == []


def test_candidates_are_taken_only_up_to_a_bound():
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield f"candidate{taken}"

    assert nearest("candidate7", endless()) == ["candidate7"]
    assert taken == MOST_CANDIDATES + 1


def test_hostile_candidates_cost_little():
    def compared(count):
        candidates = [f"{'ba' * 4}{number:010}" for number in range(count)]
        return lambda: nearest("ab" * 8, candidates)

    assert_work_is_bounded(compared, MOST_CANDIDATES)

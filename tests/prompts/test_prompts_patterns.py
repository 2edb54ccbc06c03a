"""Regular expressions that a case expects: what matches, what is none, and what takes too long."""

from __future__ import annotations

import pytest

from editor_app.finding.queries import TOOK_TOO_LONG
from editor_app.prompts.cases.cases import read_cases
from editor_app.prompts.cases.expectations import Expectation, ExpectationKind, check_expectation


def failure(pattern: str, text: str) -> str | None:
    return check_expectation(Expectation(ExpectationKind.MATCHES, pattern), text, ())


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        (r"about five minutes\.", "takes about five minutes.\n", True),
        ("^b$", "a\nb\nc", True),
        (r"\Ab", "a\nb", False),
        ("a", "A", False),
        ("(?i)É", "é", True),
        ("a.c", "a\nc", False),
        ("(?s)a.c", "a\nc", True),
        (r"(\w+) \1", "the the", True),
        ("a(?!b)", "ab", False),
    ],
)
def test_a_pattern_matches_somewhere_in_the_text(pattern, text, matches):
    assert (failure(pattern, text) is None) == matches


@pytest.mark.parametrize("pattern", ["(a", "a)", "[a", "*a", "a{3,2}", "((((a{50}){50}){50}))", "a" * 2001])
def test_what_is_no_pattern_is_a_problem_of_the_file_and_of_the_case(pattern):
    _, problems = read_cases(f"cases:\n- {{name: a, expect: [{{matches: '{pattern}'}}]}}\n")
    assert [problem.code for problem in problems] == ["invalid-case"]
    assert failure(pattern, "a") == problems[0].message


def test_a_pattern_that_takes_too_long_is_stopped():
    assert failure("(a|aa)+$", "a" * 60 + "!") == TOOK_TOO_LONG

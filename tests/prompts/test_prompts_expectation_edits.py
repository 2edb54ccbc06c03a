"""What a case expects is changed in its lines, and nothing else in the file."""

from __future__ import annotations

from functools import partial

import pytest

from editor_app.prompts.cases.case_edits import new_cases_edits
from editor_app.prompts.cases.cases import RECORDS, Case, read_cases
from editor_app.prompts.cases.expectation_edits import expectation_edits
from editor_app.prompts.cases.expectations import Expectation, ExpectationKind
from editor_app.structured.editing.records import edits_among, rename_record
from editor_app.text import Edit, apply_edits

SOURCE = """\
# Kept.
cases:
  - name: listed  # first
    values: {x: 1}
    expect:
      # why
      - contains: "one"  # quoted
      - equals: |
          all
          of it
  - name: whole
    expect: text
  - {name: braces}
  - name: bare
    values:
      x: 1
"""
ONE = Expectation(ExpectationKind.CONTAINS, "one")
ALL = Expectation(ExpectationKind.EQUALS, "all\nof it\n")
MATCHES = Expectation(ExpectationKind.MATCHES, "a+")
LISTED = '      - contains: "one"  # quoted\n      - equals: |\n          all\n          of it\n'


def edited(name: str, *wanted: Expectation, source: str = SOURCE) -> str:
    return apply_edits(source, expectation_edits(source, name, wanted))


@pytest.mark.parametrize(
    ("name", "wanted", "old", "new"),
    [
        ("listed", (Expectation(ExpectationKind.CONTAINS, "two"), ALL), '"one"', '"two"'),
        ("listed", (Expectation(ExpectationKind.NOT_CONTAINS, "one"), ALL), "contains:", "not_contains:"),
        ("listed", (ONE,), LISTED, '      - contains: "one"  # quoted\n'),
        (
            "listed",
            (ONE, ALL, Expectation(ExpectationKind.MATCHES, "a+")),
            LISTED,
            f"{LISTED}      - matches: a+\n",
        ),
        ("listed", (), f"    expect:\n      # why\n{LISTED}", ""),
        ("whole", (Expectation(ExpectationKind.EQUALS, "other"),), "expect: text", "expect: other"),
        (
            "whole",
            (Expectation(ExpectationKind.EQUALS, "text"), ONE),
            "expect: text",
            "expect:\n      - equals: text\n      - contains: one",
        ),
        ("braces", (ONE,), "{name: braces}", "{name: braces, expect: [{contains: one}]}"),
        (
            "bare",
            (Expectation(ExpectationKind.MISSING, "", ("a", "b"), is_all=True),),
            "      x: 1\n",
            "      x: 1\n    expect:\n      - missing: [a, b]\n",
        ),
    ],
)
def test_only_the_lines_that_differ_are_written(name, wanted, old, new):
    assert edited(name, *wanted) == SOURCE.replace(old, new)


def test_what_is_written_reads_back():
    wanted = (
        Expectation(ExpectationKind.EQUALS, "# no comment\n- 'x': \"y\"\n"),
        Expectation(ExpectationKind.MISSING, "", ("a",)),
        Expectation(ExpectationKind.CONTAINS, " blanks "),
    )
    for case in read_cases(SOURCE)[0].cases:
        after = read_cases(edited(case.name, *wanted))
        found = after[0].find(case.name)
        assert not after[1]
        assert [(expect.kind, expect.text, expect.names) for expect in found.expect] == [
            (expect.kind, expect.text, expect.names) for expect in wanted
        ]


def test_what_another_case_repeats_is_written_out():
    source = "cases:\n- {name: a, expect: &e [{contains: one}]}\n- name: b\n  expect: *e\n"
    after = edited("b", Expectation(ExpectationKind.CONTAINS, "two"), source=source)
    cases = read_cases(after)[0]
    assert [case.expect[0].text for case in cases.cases] == ["one", "two"]


@pytest.mark.parametrize("source", ["cases: [", "format: 9\ncases:\n- {name: listed}\n", "", "cases: []"])
def test_what_cannot_be_changed_gives_no_edits(source):
    assert expectation_edits(source, "listed", (ONE,)) == ()


def test_a_case_gets_another_name():
    renamed = apply_edits(SOURCE, rename_record(SOURCE, RECORDS, "listed", "with: colon"))
    assert renamed == SOURCE.replace("name: listed ", 'name: "with: colon" ')
    for name in ("whole", "  "):  # taken, blank
        assert rename_record(SOURCE, RECORDS, "listed", name) == ()


def test_many_cases_are_written_at_once():
    cases = tuple(Case(f"case {number}", {"x": str(number)}, expect=(ONE,)) for number in range(50))
    for source in (SOURCE, "", "cases: []\n", "cases: [{name: a}]\n", "- name: a\n"):
        before = read_cases(source)[0].cases
        after, problems = read_cases(apply_edits(source, new_cases_edits(source, cases)))
        assert not problems
        assert [case.name for case in after.cases] == [case.name for case in (*before, *cases)]
        assert after.cases[-1].values == {"x": "49"}
        assert after.cases[-1].expect[0].text == "one"


def test_edits_among_some_records_are_those_of_the_whole_file():
    asked = {"looked at": 0}

    def of(source: str, name: str) -> tuple[Edit, ...]:
        asked["looked at"] += len(source)
        return expectation_edits(source, name, (ALL, ONE))

    many = SOURCE + "".join(f"  - name: n{number}\n    values: {{x: {number}}}\n" for number in range(40))
    for source in (SOURCE, many, many.removesuffix("\n"), SOURCE.replace("\n  - {", "\n\n  # apart\n  - {")):
        for case in read_cases(source)[0].cases:
            asked["looked at"] = 0
            edits = edits_among(source, RECORDS, case.span, partial(of, name=case.name))
            assert asked["looked at"] < len(source), "only the lines of the record"
            assert apply_edits(source, edits) == apply_edits(source, of(source, case.name))


def test_records_that_repeat_others_are_changed_in_the_whole_file():
    for source in ("- {name: a}\n- &b {name: b}\n", "cases: [{name: a}, {name: b}]\n"):
        case = read_cases(source)[0].find("b")
        edits = edits_among(source, RECORDS, case.span, lambda whole: expectation_edits(whole, "b", (ONE,)))
        assert [one.name for one in read_cases(apply_edits(source, edits))[0].cases] == ["a", "b"]
        assert read_cases(apply_edits(source, edits))[0].find("b").expect

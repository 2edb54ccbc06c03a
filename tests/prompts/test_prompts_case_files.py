"""Cases are read by the spelling of their values, checked, and written without touching anything else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.prompts.cases.case_edits import case_edits, rename_value, setting_edits
from editor_app.prompts.cases.cases import Case, cases_path, read_cases
from editor_app.prompts.cases.expectations import Expectation, ExpectationKind, check_expectation
from editor_app.text import Severity, apply_edits

SOURCE = """\
# Tried by hand, then kept.
format: 1
cases:
  - name: pricing page   # the shortest
    values:
      url: https://example.org/pricing
      count: 1.10
      on: NO
      empty: ''
      none: ~
      text: |
        two
        lines
    clock: 2026-03-04T14:02:00Z
    cwd: ~/atlas
    model: small
    expect:
      - contains: pricing
      - not_contains: "404"
      - matches: ^URL
      - missing: none
      - missing: [none]
      - equals: |
          all of it

  - name: 2
    expect: text
"""


def test_a_file_is_read():
    file, problems = read_cases(SOURCE)
    assert not problems
    first, second = file.cases
    assert first.name == "pricing page"
    assert dict(first.values) == {
        "url": "https://example.org/pricing",
        "count": "1.10",
        "on": "NO",
        "empty": "",
        "none": None,
        "text": "two\nlines\n",
    }
    assert (first.clock, first.cwd, first.model) == (
        datetime(2026, 3, 4, 14, 2, tzinfo=UTC),
        "~/atlas",
        "small",
    )
    assert [expect.kind for expect in first.expect] == [
        "contains",
        "not_contains",
        "matches",
        "missing",
        "missing",
        "equals",
    ]
    assert (first.expect[3].names, first.expect[3].is_all) == (("none",), False)
    assert (first.expect[4].names, first.expect[4].is_all) == (("none",), True)
    assert first.value_names["count"].of(SOURCE) == "count"
    assert first.span.of(SOURCE).startswith("name: pricing page")
    assert (second.name, second.expect[0].kind, second.expect[0].text) == (
        "2",
        ExpectationKind.EQUALS,
        "text",
    )
    assert file.find("2") is second
    assert file.find("3") is None


def test_a_bare_list_is_read_too():
    file, problems = read_cases("- name: a\n  values: {x: 1}\n")
    assert not problems
    assert dict(file.cases[0].values) == {"x": "1"}


@pytest.mark.parametrize("source", ["", "# nothing yet\n", "format: 1\ncases:\n", "cases: []\n"])
def test_nothing_is_no_problem(source):
    assert read_cases(source)[0].cases == ()
    assert not read_cases(source)[1]


def test_a_clock_has_a_zone():
    def clock(written: str) -> datetime | None:
        return read_cases(f"- name: a\n  clock: {written}\n")[0].cases[0].clock

    assert clock("2026-03-04 14:02") == datetime(2026, 3, 4, 14, 2, tzinfo=UTC)
    assert clock("2026-03-04T14:02:00+02:00") == datetime(
        2026, 3, 4, 14, 2, tzinfo=timezone(timedelta(hours=2))
    )
    assert clock("yesterday") is None
    assert clock("") is None


PROBLEMS = {
    "cases: 5\n": ("cases", "must be a list"),
    "5\n": ("cases", "must be a list"),
    "format: 1\n": ("cases", "missing"),
    "format: one\ncases: []\n": ("format", "must be 1"),
    "format:\ncases: []\n": ("format", "must be 1"),
    "format: 7\ncases: []\n": ("format", "leaves the file as it is"),
    "- a\n": ("cases[0]", "needs a ‘name’"),
    "-\n": ("cases[0]", "needs a ‘name’"),
    "- values: {}\n": ("cases[0].name", "no ‘name’"),
    "- name:\n": ("cases[0].name", "blank"),
    "- name: [a]\n": ("cases[0].name", "a list"),
    "- name: a\n- name: a\n": ("cases[1].name", "Another case"),
    "- name: a\n  values: [x]\n": ("cases[0].values", "a list"),
    "- name: a\n  values: {x: [y]}\n": ("cases[0].values.x", "a list"),
    "- name: a\n  values:\n    x: {y: z}\n": ("cases[0].values.x", "a mapping"),
    "- name: a\n  cwd: [x]\n": ("cases[0].cwd", "a list"),
    "- name: a\n  clock: soon\n": ("cases[0].clock", "date and time"),
    "- name: a\n  expect:\n    contains: x\n": ("cases[0].expect", "a mapping"),
    "- name: a\n  expect: [x]\n": ("cases[0].expect[0]", "how the text should be"),
    "- name: a\n  expect:\n    -\n": ("cases[0].expect[0]", "how the text should be"),
    "- name: a\n  expect: [{contain: x}]\n": ("cases[0].expect[0].contain", "Did you mean ‘contains’"),
    "- name: a\n  expect: [{xyz: x}]\n": ("cases[0].expect[0].xyz", "Known are equals"),
    "- name: a\n  expect: [{contains: }]\n": ("cases[0].expect[0].contains", "no text"),
    "- name: a\n  expect: [{equals: [x]}]\n": ("cases[0].expect[0].equals", "a list"),
    "- name: a\n  expect: [{matches: '(x'}]\n": ("cases[0].expect[0].matches", "never closed"),
}


@pytest.mark.parametrize("source", PROBLEMS)
def test_a_problem_has_a_field_and_a_sentence(source):
    field, words = PROBLEMS[source]
    (problem,) = read_cases(source)[1]
    assert problem.args["field"] == field
    assert words in problem.message
    assert problem.severity is Severity.ERROR
    assert problem.span.length
    for fix in problem.fixes:
        assert problem not in read_cases(apply_edits(source, fix.edits))[1]


def test_a_newer_file_is_read_but_left_alone():
    file, _ = read_cases("format: 2\ncases:\n- name: a\n")
    assert file.is_newer
    assert case_edits("format: 2\ncases:\n- name: a\n", Case("b")) == ()


@pytest.mark.parametrize(
    ("source", "fixed"),
    [
        ("- name: a\n  value: {x: 1}\n", "- name: a\n  values: {x: 1}\n"),
        ("- name: a\n  values: {}\n  valeus: {x: 1}\n", "- name: a\n  values: {}\n"),
        ("format: 1\ncasse: []\ncases: []\n", "format: 1\ncases: []\n"),
    ],
)
def test_a_misspelt_key_is_noted(source, fixed):
    (note,) = read_cases(source)[1]
    assert (note.code, note.severity) == ("unknown-key", Severity.INFORMATION)
    assert apply_edits(source, note.fixes[0].edits) == fixed


def test_unreadable_yaml_is_the_only_problem():
    (problem,) = read_cases("- name: a: b\n")[1]
    assert problem.code == "yaml-syntax"
    assert case_edits("- name: a: b\n", Case("c")) == ()


def test_cases_lie_beside_their_prompt():
    assert cases_path(Path("/lib/billing/refund.md")) == Path("/lib/billing/refund.cases.yaml")


class Text(NamedTuple):
    text: str
    missing: tuple[str, ...] = ()


KINDS = ExpectationKind


@pytest.mark.parametrize(
    ("expect", "rendered", "holds"),
    [
        (Expectation(KINDS.EQUALS, "a\nb\n"), Text("a\nb"), True),
        (Expectation(KINDS.EQUALS, "a\nb"), Text("a\nc"), False),
        (Expectation(KINDS.EQUALS, "a"), Text("a "), False),
        (Expectation(KINDS.CONTAINS, "b\n"), Text("a b"), True),
        (Expectation(KINDS.CONTAINS, "c"), Text("a b"), False),
        (Expectation(KINDS.NOT_CONTAINS, "c"), Text("a b"), True),
        (Expectation(KINDS.NOT_CONTAINS, "b\n"), Text("a\nb"), False),
        (Expectation(KINDS.MATCHES, "^b"), Text("a\nb"), True),
        (Expectation(KINDS.MATCHES, "^c"), Text("a\nb"), False),
        (Expectation(KINDS.MATCHES, "(c"), Text("a\nb"), False),
        (Expectation(KINDS.MISSING, "", ("x",)), Text("", ("x", "y")), True),
        (Expectation(KINDS.MISSING, "", ("x",)), Text("", ("y",)), False),
        (Expectation(KINDS.MISSING, "", ("x",), is_all=True), Text("", ("x", "y")), False),
        (Expectation(KINDS.MISSING, "", (), is_all=True), Text("", ()), True),
    ],
)
def test_an_expectation_holds_or_says_what_is_different(expect, rendered, holds):
    difference = check_expectation(expect, *rendered)
    assert (difference is None) == holds
    assert difference is None or len(difference) > 10


def test_a_difference_shows_the_lines():
    difference = check_expectation(Expectation(KINDS.EQUALS, "a\nb"), *Text("a\nc"))
    assert "-b" in difference
    assert "+c" in difference
    assert "on line 2" in check_expectation(Expectation(KINDS.NOT_CONTAINS, "c"), *Text("a\nc"))


def edited(source: str, case: Case) -> str:
    return apply_edits(source, case_edits(source, case))


def test_a_case_is_added_at_the_end():
    added = edited(SOURCE, Case("new one", {"url": "u", "text": "two\nlines", "none": None}))
    assert added == SOURCE + (
        "\n  - name: new one\n    values:\n      url: u\n"
        "      text: |-\n        two\n        lines\n      none: null\n"
    )


def test_a_first_case_makes_the_file():
    assert edited("", Case("a", {"x": "1.10", "z": "no"})) == (
        'format: 1\ncases:\n  - name: a\n    values:\n      x: "1.10"\n      z: "no"\n'
    )
    assert edited("# ours", Case("a")) == "# ours\nformat: 1\ncases:\n  - name: a\n    values: {}\n"


def test_only_what_differs_changes():
    values = {**read_cases(SOURCE)[0].cases[0].values, "url": "https://example.org/", "new": "x"}
    del values["empty"]
    changed = edited(SOURCE, Case("pricing page", values))
    assert changed == SOURCE.replace("/pricing\n", "/\n", 1).replace("      empty: ''\n", "").replace(
        "        lines\n", "        lines\n      new: x\n"
    )
    assert edited(SOURCE, read_cases(SOURCE)[0].cases[0]) == SOURCE


def test_clock_cwd_and_model_change_where_they_are_given():
    case = Case("2", {}, datetime(2026, 1, 2, tzinfo=UTC), "atlas", "large")
    changed = edited(SOURCE, case)
    found = read_cases(changed)[0].find("2")
    assert (found.clock, found.cwd, found.model) == (case.clock, "atlas", "large")
    first = read_cases(SOURCE)[0].cases[0]
    again = edited(SOURCE, Case("pricing page", first.values, model="large"))
    assert again == SOURCE.replace("model: small", "model: large")


def test_a_new_case_says_all_it_is_given():
    expect = (
        Expectation(KINDS.CONTAINS, "a\nb"),
        Expectation(KINDS.MISSING, "", ("x",)),
        Expectation(KINDS.MISSING, "", ("x", "y"), is_all=True),
    )
    case = Case("a", {"x": "1"}, datetime(2026, 1, 2, tzinfo=UTC), "~", "m", expect)
    found = read_cases(edited("", case))[0].cases[0]
    assert (found.clock, found.cwd, found.model) == (case.clock, case.cwd, case.model)
    assert [(one.kind, one.text, one.names, one.is_all) for one in found.expect] == [
        (one.kind, one.text, one.names, one.is_all) for one in expect
    ]


FILES = [
    "",
    "# remark\n",
    SOURCE,
    SOURCE.rstrip("\n"),
    "cases: []\n",
    "cases: [] # none yet\nformat: 1\n",
    "format: 1\ncases:\n",
    "format: 1\ncases: ~ # none\n",
    "format: 1\n",
    "[]\n",
    "- name: a\n",
    "- name: a\n  values:\n- name: b\n",
    "- name: a\n  values: ~\n",
    "- name: a\n  values: {x: 1, y: 2}\n  model: m\n",
    "- {name: a, values: {x: 1}}\n- {name: b}\n",
    "[{name: a, values: {x: 1}}, {name: b}]\n",
    "cases:\n- name: a\n  values:\n    x: 1 # one\n    # about y\n    y: |+\n      text\n\n  model: m\n",
    "base: &base {x: 1, z: 3}\ncases:\n  - name: a\n    values:\n      <<: *base\n      y: 2\n",
    "cases:\n  -\n    name: a\n    values:\n        x: [odd]\n        y: 2\n",
    "{format: 1, cases: []}\n",
    "cases:\n    - values: {}\n      name: a\n",
]  # fmt: skip
VALUES = st.dictionaries(
    st.sampled_from(["x", "y", "z", "on", "new name"]),
    st.none()
    | st.sampled_from(["1", "1.10", "no", "", " ", "two\nlines\n", "a: b # c", "é😀", "- x", "\ttab"]),
    max_size=3,
)


@given(st.sampled_from(FILES), st.sampled_from(["a", "pricing page", "new: one"]), VALUES)
def test_a_written_case_reads_back_and_the_others_stay(source, name, values):
    before, problems = read_cases(source)
    edits = case_edits(source, Case(name, values))
    after, after_problems = read_cases(apply_edits(source, edits))
    assert len(after_problems) <= len(problems)
    found = after.find(name)
    given = {key: value for key, value in found.values.items() if value is not None}
    assert given == {key: value for key, value in values.items() if value is not None}
    others = [(case.name, dict(case.values), case.model) for case in before.cases if case.name != name]
    assert [(case.name, dict(case.values), case.model) for case in after.cases if case.name != name] == others
    old = before.find(name)
    if old is not None:
        assert (old.model, old.clock, len(old.expect)) == (found.model, found.clock, len(found.expect))
    for line in source.split("\n"):
        if line.lstrip().startswith("#"):
            assert line in apply_edits(source, edits)


def test_a_value_is_renamed_in_every_case():
    source = "- name: a\n  values: {url: x, 'title': y}\n- name: b\n  values:\n    url: z # why\n- name: c\n"
    changed = apply_edits(source, rename_value(source, "url", "address"))
    assert changed == source.replace("url:", "address:")
    assert rename_value(source, "none", "x") == ()
    assert rename_value("- name: a\n  values: {a: 1, b: 2}\n", "a", "b") == ()


@pytest.mark.parametrize(
    "source",
    [
        'cases:\n- name: a\n  values: &v {x: "1"}\n- name: b\n  values: *v\n- name: c\n  values: *v\n',
        "cases:\n- name: a\n  values: &v\n    x: 1\n- name: b\n  values:\n    <<: *v\n    y: 2\n",
    ],
)
def test_a_value_that_cases_share_by_an_alias_is_renamed_once(source):
    assert apply_edits(source, rename_value(source, "x", "w")) == source.replace("x:", "w:")


@pytest.mark.parametrize(
    ("source", "values", "expected"),
    [
        # what comes in by a merge is set to null, or said anew
        (
            "b: &b {x: 1, z: 3}\ncases:\n  - name: a\n    values:\n      <<: *b\n      y: 2\n",
            {"y": "2", "z": "3"},
            "      <<: *b\n      y: 2\n      x: null\n",
        ),
        (
            "b: &b {x: 1}\ncases:\n  - name: a\n    values:\n      <<: *b\n      y: 2\n",
            {"y": "2", "x": "5 or 6"},
            '      <<: *b\n      y: 2\n      x: "5 or 6"\n',
        ),
        # nothing of what was there stays
        ("- name: a\n  values:\n    x: 1\n    y: 2\n  model: m\n", {"z": "w"}, "s:\n    z: w\n  model: m\n"),
        ("- name: a\n  values: # ours\n    x: 1\n", {}, "  values: {} # ours\n"),
        # what can't be edited line by line is written anew
        ("- name: a\n  values: {x: 1}\n", {"z": "new"}, "  values: {z: new}\n"),
        ("- name: a\n  values:\n    x: [1]\n    q: 2\n", {"q": "2"}, '  values:\n    q: "2"\n'),
        ("- name: a\n  values: ~ # none\n", {"z": "new"}, "  values:\n    z: new # none\n"),
        ("- name: a\n  values:\n", {"z": "new"}, "  values:\n    z: new\n"),
        ("- name: a\n", {}, "- name: a\n"),
        ("- {name: a}\n", {"z": "new"}, "- {name: a, values: {z: new}}\n"),
        # a block stays one, with the remark behind its mark, a value keeps the one behind it
        ("- name: a\n  values:\n    x: | # why\n      one\n", {"x": "two"}, "    x: |- # why\n      two\n"),
        ("- name: a\n  values:\n    x: one # why\n", {"x": "a\nb\n"}, "    x: | # why\n      a\n      b\n"),
    ],
)  # fmt: skip
def test_values_are_edited_in_place(source, values, expected):
    changed = edited(source, Case("a", values))
    assert expected in changed
    assert not read_cases(changed)[1] or read_cases(source)[1]


def test_settings_that_can_t_be_written_in_place_are_left():
    source = "- name: a\n  cwd: [odd]\n"
    assert edited(source, Case("a", {}, cwd="x")) == source
    assert edited("5\n", Case("a")) == "5\n"
    assert edited("cases: {odd: 1}\n", Case("a")) == "cases: {odd: 1}\n"


@pytest.mark.parametrize("values", [{}, {"new": "x"}])
def test_a_case_may_lose_its_values_and_get_a_model_at_once(values):
    source = "cases:\n- name: one\n  values:\n    old: text\n    other: text\n\n- name: two\n"
    written = apply_edits(source, case_edits(source, Case("one", values, model="m")))
    lines = "\n    new: x" if values else " {}"
    assert written == f"cases:\n- name: one\n  values:{lines}\n  model: m\n\n- name: two\n"


VALUES_WITH_COMMENTS = """\
cases:
- name: a
  values: # why these
    x: "1" # from the log
    # about y
    y: two # typed
"""


@pytest.mark.parametrize("ending", ["\n", ""])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"z": "3"}, '  values: # why these\n    z: "3"\n    # about y\n'),
        ({}, "  values: {} # why these\n    # about y\n"),
        ({"x": "1"}, '  values: # why these\n    x: "1" # from the log\n    # about y\n'),
        ({"y": "two"}, "  values: # why these\n    # about y\n    y: two # typed\n"),
    ],
)
def test_comments_stay_where_values_go_and_a_setting_comes(values, expected, ending):
    source = VALUES_WITH_COMMENTS.removesuffix("\n") + ending
    without = edited(source, Case("a", values))
    assert f"{without}\n".startswith(f"cases:\n- name: a\n{expected}")
    both = edited(source, Case("a", values, model="m"))
    assert both.replace("\n  model: m", "").rstrip("\n") == without.rstrip("\n")
    assert read_cases(both)[0].cases[0].model == "m"


@pytest.mark.parametrize("model", [None, "m"])
@pytest.mark.parametrize(
    ("values", "left"),
    [({}, " {} # c"), ({"z": "3"}, ' # c\n    z: "3"'), ({"z": "a\n"}, " # c\n    z: |\n      a")],
)
def test_all_values_may_go_from_the_end_of_a_file(values, left, model):
    for lines in ("    x: 1", "    x: 1\n    y: 2", "    x: 1 # x\n    y: 2\n    w: 3 # w"):
        source = f"cases:\n- name: a\n  values: # c\n{lines}"
        changed = edited(source, Case("a", values, model=model))
        setting = "\n  model: m" if model else ""
        assert changed.rstrip("\n") == f"cases:\n- name: a\n  values:{left}{setting}"
        assert read_cases(changed)[0].cases[0].values == values


def test_values_of_another_case_stay_where_an_alias_repeats_them():
    source = "cases:\n- name: a\n  values: &v\n    x: 1\n- name: b\n  values: *v\n"
    changed = edited(source, Case("b", {"x": "2"}))
    assert changed == source.replace("*v", '\n    x: "2"').replace("values: \n", "values:\n")


@pytest.mark.parametrize(("line", "shown"), [("a b ", "a·b·"), ("a  b", "a··b"), ("a\tb", "a→b")])
def test_a_line_that_differs_in_spaces_alone_shows_them(line, shown):
    failure = check_expectation(Expectation(ExpectationKind.EQUALS, "a b"), line, ())
    assert str(failure).split("\n")[0] == f"Expected ‘a·b’, got ‘{shown}’ on line 1."


@pytest.mark.parametrize(
    ("source", "key", "text", "expected"),
    [
        ("- name: a\n", "model", "m", "- name: a\n  model: m\n"),
        ("- name: a\n  model: m\n  values: {}\n", "model", None, "- name: a\n  values: {}\n"),
        ("- name: a\n  cwd: x  # why\n", "cwd", "y: z", '- name: a\n  cwd: "y: z"  # why\n'),
        ("- {name: a}\n", "clock", " 2020-02-02T10:00:00Z ", "- {name: a, clock: 2020-02-02T10:00:00Z}\n"),
        ("- name: a\n", "clock", "2020-02-02, model: m", None),
        ("- name: a\n", "clock", "tomorrow", None),
        ("- name: a\n", "model", " ", "- name: a\n"),
        ("- name: a\n", "model", None, "- name: a\n"),
        (
            "- &one\n  name: a\n- <<: *one\n  name: b\n",
            "model",
            "m",
            "- &one\n  name: a\n- <<: *one\n  name: b\n",
        ),
        ("- name: b\n", "model", "m", "- name: b\n"),
        ("format: 9\ncases:\n- name: a\n", "model", "m", "format: 9\ncases:\n- name: a\n"),
    ],
)
def test_one_setting_of_a_case_is_written_or_taken_away(source, key, text, expected):
    edits, problem = setting_edits(source, "a", key, text)
    assert bool(problem) == (expected is None)
    assert apply_edits(source, edits) == (source if expected is None else expected)

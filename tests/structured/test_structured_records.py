"""A case or a situation is added to whatever its file is, and the file stays YAML that says all it said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from named_cases import in_case

from editor_app.prompts.cases.case_edits import case_edits
from editor_app.prompts.cases.cases import Case, read_cases
from editor_app.structured.editing.records import (
    RecordFile,
    applied,
    find_record,
    remove_record,
)
from editor_app.structured.nodes import integer
from editor_app.structured.reading import read_yaml
from editor_app.system_messages.situations.situation import NamedSituation, Situation
from editor_app.system_messages.situations.situations_file import read_situations
from editor_app.system_messages.situations.writing import situation_edits
from editor_app.text import Edit, Span, apply_edits

VALUES = {"a": "1", "b: c": "two\nlines"}

Door = tuple[str, Callable[[str, str], str], Callable[[str], tuple[list[str], list[str]]]]


def with_case(source: str, name: str) -> str:
    return apply_edits(source, case_edits(source, Case(name, VALUES)))


def cases_in(source: str) -> tuple[list[str], list[str]]:
    read, problems = read_cases(source)
    return [case.name for case in read.cases if dict(case.values) == VALUES], [one.code for one in problems]


def with_situation(source: str, name: str) -> str:
    return apply_edits(source, situation_edits(source, NamedSituation(name, Situation(values=VALUES))))


def situations_in(source: str) -> tuple[list[str], list[str]]:
    read, problems = read_situations(source)
    return [one.name for one in read if dict(one.situation.values) == VALUES], [one.code for one in problems]


DOORS: list[Door] = [("cases", with_case, cases_in), ("situations", with_situation, situations_in)]

# KEY stands for `cases` or `situations`; each of these takes a new item.
SOURCES = [
    "",
    "# nothing yet\n",
    "{}",
    "{ }\n",
    "{format: 1}",
    "{format: 1,}",
    "{format: 1, KEY: }",
    "{format: 1, KEY: }\n",
    "{format: 1, KEY: []}",
    "{format: 1, KEY: [ ]}",
    "{format: 1, KEY: null}",
    "{format: 1, KEY: ~} # why\n",
    "{KEY}",
    "{KEY: , format: 1}",
    "{KEY: [], format: 1}",
    "{format: 1,\n KEY:\n}\n",
    "{format: 1, # why\n KEY: # here\n}\n",
    '{"format": 1, "KEY": []}',
    '{"KEY":[]}',
    "{format: 1, KEY: [{name: x}]}",
    "{format: 1, KEY: [{name: x},]}",
    "null\n",
    "~",
    "KEY:",
    "KEY: \n",
    "KEY: null # why\n",
    "KEY: []",
    "KEY: [ ] # why\n",
    "KEY: [\n]\n",
    "KEY:\n  []\n",
    "KEY:\n  # why\nformat: 1\n",
    "KEY: &a []\n",
    "KEY: &a\n",
    "? KEY\n",
    "? KEY\n: []\n",
    '"KEY":\n',
    "format: 1",
    "format: 1\nKEY:\n- name: x\n",
    "format: 1\nKEY:\n  - {name: x}",
    "KEY:\n  - name: x\n\n  - name: y\n\n# end\n",
    "--- # a document\nKEY:\n...\n",
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door[0])
def test_an_item_is_added_to_every_shape_of_file(door: Door, source: str):
    key, add, read = door
    source = source.replace("KEY", key)
    once = add(source, "new")
    twice = add(once, "another one")
    assert read(once) == (["new"], [])
    assert read(twice) == (["new", "another one"], [])
    for line in source.splitlines():  # comments stay
        assert line.partition("#")[2] in once
    assert once.count("x}") == source.count("x}")


# What holds something else, or would read otherwise, stays as it is.
OTHERS = [
    "KEY: 3\n",
    "KEY: {}\n",
    "just text\n",
    "{format: 1, KEY:}",
    "[[]",
    "format: 2\nKEY: []\n",
    "KEY: &a []\nmore: *a\n",
    "KEY: &a\nmore: *a\n",
]


@pytest.mark.parametrize("source", OTHERS)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door[0])
def test_what_cannot_take_one_stays(door: Door, source: str):
    key, add, _ = door
    source = source.replace("KEY", key)
    assert add(source, "new") == source


def test_a_bare_list_is_for_cases_only():
    assert cases_in(with_case("[]", "new")) == (["new"], [])
    assert with_situation("[]", "new") == "[]"


ITEMS = [
    "{name: new}",
    "{name: new,}",
    "{name: new, values}",
    "{name: new, values: }",
    "{name: new, values: null}",
    "{name: new, values: {}}",
    "{name: new, values: {a: 0, z: 1}}",
    "{values: , name: new}",
]


@pytest.mark.parametrize(
    "file", ["{KEY: [ITEM]}", "KEY:\n  - ITEM\n", "{KEY: [{name: other}, ITEM, {name: x}]}"]
)
@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door[0])
def test_an_item_in_braces_takes_values(door: Door, file: str, item: str):
    key, add, read = door
    source = file.replace("KEY", key).replace("ITEM", item)
    assert read(add(source, "new")) == (["new"], [])


@given(st.text(st.sampled_from("KN{}[]:,-? \n#~&a*'\""), max_size=30), st.sampled_from(DOORS))
def test_any_file_stays_as_good_as_it_was(source: str, door: Door):
    key, add, read = door
    source = source.replace("K", key).replace("N", "name")
    after = add(source, "new")
    if after != source:
        assert "new" in read(after)[0]
        assert len(read(after)[1]) <= len(read(source)[1])


FILE = RecordFile("things", ("format", "things"), ("name", "values"), 1, may_be_bare=True)
RECORDS = [
    "format: 1\nthings:\n  # about it\n  - name: one  # r\n    values: {a: 1}\n  - name: 'two'\n",
    "- name: one\n- {name: two}\n",
    "{things: [{name: one, x: [y]}, {name: two}]}\n",
]


def test_a_record_is_removed_with_its_lines():
    for source, left in (
        (RECORDS[0], "format: 1\nthings:\n  # about it\n  - name: 'two'\n"),
        (RECORDS[1], "- {name: two}\n"),
        (RECORDS[2], "{things: [{name: two}]}\n"),
        ("things:\n  - name: one\n", "things: []\n"),
        ("- name: one & all\n", "- name: one & all\n"),
        ("- name: one\n  x: a & b\n- name: two\n", "- name: two\n"),
        ("- &a {name: one}\n- name: two\n", "- name: two\n"),
        ("[&a {name: one}, {name: two}]", "[{name: two}]"),
        ("- name: one\n  x: &a 1\n  y: *a\n- name: two\n", "- name: two\n"),
        ("- name: two\n  x: &v [&w 1]\n- name: one\n  y: *v\n", "- name: two\n  x: &v [&w 1]\n"),
        ("things: &a-b\n- name: one\n- name: two\n", "things: &a-b\n- name: two\n"),
        ("format: 2\nthings: [{name: one}]\n", "format: 2\nthings: [{name: one}]\n"),
    ):
        with in_case(source):
            assert apply_edits(source, remove_record(source, FILE, "one")) == left


@pytest.mark.parametrize(
    "source",
    [
        "- &a {name: one}\n- name: two\n  x: *a\n",
        "[&a {name: one}, *a]",
        "- name: one\n  values: &v {x: 1}\n- name: two\n  values: {<<: *v}\n",
        "- name: one\n  values: {x: &x 1}\n- name: two\n  values: [*x]\n",
    ],
)
def test_a_record_stays_while_something_else_repeats_a_part_of_it(source):
    assert remove_record(source, FILE, "one") == ()


def names_in(source: str) -> list[str | None]:
    node, _problems = read_yaml(source)
    return [name for name in ("one", "two", "new: name") if find_record(node, FILE, name) is not None]


def test_edits_of_one_place_that_overlap_are_none():
    source = "- name: one\n"
    assert applied(source, (Edit(Span(0, 4), "x"), Edit(Span(2, 3), "y"))) is None
    assert applied(source, (Edit(Span(0, 1), "x"),)) == f"x{source[1:]}"


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0", 0),
        ("-12", -12),
        ("+7", 7),
        ("1_000", 1000),
        ("0x1F", 31),
        ("-0b11", -3),
        ("017", 15),
        ("1:30", 90),
    ],
)
def test_a_whole_number_is_what_yaml_takes_it_for(written, number):
    node, problems = read_yaml(f"a: {written}\n")
    assert not problems
    assert integer(node.get("a")) == number

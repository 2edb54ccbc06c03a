"""The published schemas say what the checks say."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import cache

import jsonschema
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from made_up_prompts import prompt_files

from editor_app.library.paths import resource_path
from editor_app.prompts.cases.cases import read_cases
from editor_app.prompts.checking.checking import check_prompt
from editor_app.structured.nodes import MappingNode, ScalarNode, boolean, integer
from editor_app.structured.reading import read_yaml
from editor_app.text import Severity


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(resource_path(f"schemas/{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def value(node):
    """Return what a YAML tree stands for."""
    if isinstance(node, MappingNode):
        return {key.value: value(inner) for key, inner in reversed([*node.all_entries()])}
    if not isinstance(node, ScalarNode):
        return [value(item) for item in node.items]
    match node.tag:
        case "null":
            return None
        case "bool":
            return boolean(node)
        case "int":
            return integer(node)
        case "float":
            return 0.5  # schemas count 500.0 as an integer; the checks do not
        case "timestamp":
            return date(2026, 3, 4)  # of no type that schemas know
        case _:
            return node.value


def fields(errors) -> set[str]:
    """Return which fields schema errors are about, as the checks name them."""
    found = set()
    for error in errors:
        path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
        if error.validator == "required":
            path += "." + re.match(r"'(\w+)' is", error.message)[1]
        elif error.validator == "not" and path.startswith(".variables"):
            path += ".default"
        found.add(path.removeprefix("."))
    return found


@given(prompt_files())
def test_a_frontmatter_is_valid_for_both_or_for_neither(source):
    head = check_prompt(source, "test.md").head
    assume(head.mapping is not None)
    data = value(head.mapping)
    # that names agree with the file and are declared once is beyond a schema
    stem = data["name"] if isinstance(data.get("name"), str) and data["name"] else "test"
    check = check_prompt(source, f"{stem}.md")
    errors = [one for one in check.diagnostics if one.severity is Severity.ERROR and "field" in one.args]
    twice = {error.args["field"] for error in errors if "is declared already" in error.message}
    found = {error.args["field"] for error in errors} - twice - {"templateContent"}
    assert found == fields(validator("prompt").iter_errors(data)) - twice


@pytest.mark.parametrize(
    "source",
    [
        "- name: a\n  values: {x: 1.10, y: null, z: ''}\n  expect: text\n",
        "format: 1\ncases:\n- name: 5\n  clock: 2026-03-04T14:02:00Z\n  cwd: ~\n",
        "- name: a\n  expect: [contains: a, missing: [x], missing: y, matches: '\\d+']\n",
        "format: 1\ncases: []\n",
        "format: 1\ncases:\n",
        "- name: a\n- name: b\n  values:\n",
    ],
)
def test_valid_cases_are_valid_for_both(source):
    node, _ = read_yaml(source)
    assert not list(validator("cases").iter_errors(json_value(node)))
    assert not read_cases(source)[1]


@pytest.mark.parametrize(
    "source",
    [
        "format: 1\n",
        "cases: 5\n",
        "format: 2\ncases: []\n",
        "format: x\ncases: []\n",
        "- 5\n",
        "- values: {}\n",
        "- name: ''\n",
        "- name:\n",
        "- name: [a]\n",
        "- name: a\n  values: [x]\n",
        "- name: a\n  values: {x: [1]}\n",
        "- name: a\n  values: {x: {y: 1}}\n",
        "- name: a\n  clock: [x]\n",
        "- name: a\n  model: {}\n",
        "- name: a\n  expect: {contains: x}\n",
        "- name: a\n  expect: [x]\n",
        "- name: a\n  expect: [{contain: x}]\n",
        "- name: a\n  expect: [{contains: }]\n",
        "- name: a\n  expect: [{equals: [x]}]\n",
    ],
)
def test_invalid_cases_are_invalid_for_both(source):
    node, _ = read_yaml(source)
    assert list(validator("cases").iter_errors(json_value(node)))
    assert any(problem.severity is Severity.ERROR for problem in read_cases(source)[1])


CASE_KEYS = ["name", "values", "clock", "cwd", "expect", "contains", "missing", "cases", "format"]
DATA = st.recursive(
    st.none() | st.integers(0, 3) | st.text("ab ", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(CASE_KEYS), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(DATA)
def test_any_cases_are_valid_for_both_or_for_neither(data):
    assume(data is not None)
    source = json.dumps(data)
    problems = read_cases(source)[1]
    assume(not any("called" in problem.message or "clock" in problem.args["field"] for problem in problems))
    expected = not list(validator("cases").iter_errors(data))
    assert (not any(problem.severity is Severity.ERROR for problem in problems)) == expected, problems


def json_value(node):
    """Return what a YAML tree stands for, dates as their text: cases take every value by its spelling."""
    if isinstance(node, MappingNode):
        return {key.value: json_value(inner) for key, inner in node.all_entries()}
    if not isinstance(node, ScalarNode):
        return [json_value(item) for item in node.items]
    return node.value if node.tag == "timestamp" else value(node)

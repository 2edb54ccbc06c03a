"""The published schemas say what the checks say."""

from __future__ import annotations

import json
import re
from functools import cache

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_messages import messages

from editor_app.library.paths import resource_path, sample_dir
from editor_app.structured.nodes import MappingNode, ScalarNode, boolean, integer
from editor_app.structured.reading import read_yaml
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message, syntax_of
from editor_app.system_messages.situations.situations_file import read_situations
from editor_app.text import Severity

# What lies beyond a schema: what other blocks say, what a text or a glob means, and the calendar.
BEYOND = {"duplicate-id", "content-syntax", "invalid-glob", "invalid-date-time"}


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(resource_path(f"schemas/{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fields(errors) -> set[str]:
    """Return what schema errors are about, as the checks name it."""
    found = set()
    for error in errors:
        path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
        if error.validator == "required":
            path += "." + re.match(r"'(\w+)' is", error.message)[1]
        found.add(path.removeprefix("."))
    return found


@given(messages())
def test_a_message_is_valid_for_both_or_for_neither(data):
    reading = read_system_message(json.dumps(data), Syntax.JSON)
    errors = [one for one in reading.diagnostics if one.severity is Severity.ERROR]
    schema = list(validator("system-message").iter_errors(data))
    said = fields(error for error in schema if error.validator != "uniqueItems")
    checked = {one.args["field"] for one in errors if one.code not in BEYOND | {"duplicate-block"}}
    loose = {one.args["field"] for one in errors if one.code == "invalid-date-time"}
    assert checked - loose == said - loose
    assert said <= {one.args["field"] for one in errors}
    if any(
        error.validator == "uniqueItems" for error in schema
    ):  # True and 1 are one for a checker of YAML only
        assert errors
    if any(one.code == "duplicate-block" for one in errors):
        assert any(error.validator == "uniqueItems" for error in schema)


@pytest.mark.parametrize(
    "moment",
    [
        "2026-01-28T09:00:00Z",
        "2026-01-28t09:00:00.123456789z",
        "2026-01-28T23:59:60+00:00",
        "2026-01-28",
        "2026-01-28T09:00Z",
        "2026-01-28T09:00:00",
        "2026-01-28 09:00:00Z",
        "2026-13-01T09:00:00Z",
        "2026-01-28T24:00:00Z",
        "2026-01-28T09:00:00+24:00",
        "2026-01-28T09:00:00.Z",
        "٢٠٢٦-01-28T09:00:00Z",
        "",
    ],
)
def test_a_moment_is_valid_for_both_or_for_neither(moment):
    data = {
        "id": "a",
        "version": "1",
        "role": "system",
        "updatedAt": moment,
        "createdAt": moment,
        "blocks": [],
    }
    errors = read_system_message(json.dumps(data), Syntax.JSON).has_errors
    assert errors == bool(list(validator("system-message").iter_errors(data)))


def test_the_samples_are_valid_for_both():
    for path in (sample_dir() / "system-messages").iterdir():
        source = path.read_text("utf-8")
        if ".situations." in path.name:
            assert not list(validator("situations").iter_errors(spelled(read_yaml(source)[0])))
            assert not read_situations(source)[1]
        else:
            reading = read_system_message(source, syntax_of(path.name))
            assert not reading.has_errors
            data = json.loads(source) if path.suffix == ".json" else spelled(read_yaml(source)[0])
            assert not list(validator("system-message").iter_errors(data))


def spelled(node):
    """Return what a YAML tree stands for, dates as their text."""
    if isinstance(node, MappingNode):
        return {key.value: spelled(inner) for key, inner in node.all_entries()}
    if not isinstance(node, ScalarNode):
        return [spelled(item) for item in node.items]
    match node.tag:
        case "null":
            return None
        case "bool":
            return boolean(node)
        case "int":
            return integer(node)
        case "float":
            return 0.5
        case _:
            return node.value


SITUATION_KEYS = ["name", "file", "mode", "tools", "holds", "fails", "values", "kind"]
VALUES = st.recursive(
    st.none() | st.integers(0, 3) | st.sampled_from(["", "a", "b", " "]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
CONDITIONS = st.fixed_dictionaries({}, optional={"kind": VALUES, "value": VALUES, "other": VALUES})
SITUATIONS = st.fixed_dictionaries(
    {},
    optional={
        "format": st.sampled_from([1, 1, 0, "x", None]),
        "situations": VALUES
        | st.lists(
            VALUES
            | st.dictionaries(st.sampled_from(SITUATION_KEYS), VALUES, max_size=4)
            | st.fixed_dictionaries(
                {"name": st.just("a")}, optional={"holds": CONDITIONS | st.lists(CONDITIONS, max_size=2)}
            ),
            max_size=3,
        ),
    },
)


@given(SITUATIONS)
def test_situations_are_valid_for_both_or_for_neither(data):
    problems = read_situations(json.dumps(data))[1]
    words = ("is called", "at once")
    errors = [
        one
        for one in problems
        if one.severity is Severity.ERROR and not any(word in one.message for word in words)
    ]
    if not errors and len(errors) < sum(one.severity is Severity.ERROR for one in problems):
        return
    assert bool(errors) == bool(list(validator("situations").iter_errors(data))), problems

"""The published schemas of scenarios and triggers say what their readers say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.library.paths import resource_path, sample_dir
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.triggers_file import read_triggers
from editor_app.runs.triggers.built_in import BUILT_IN, TRIGGER_CATALOG
from editor_app.structured.nodes import Syntax
from editor_app.text import Severity

CASES = Path(__file__).parents[2] / "cases" / "runs"
BEYOND = {"duplicate-id", "invalid-expectation", "invalid-tag", "duplicate-key"}
"""What lies beyond a schema: other entries, what a text means, and how it is spelled."""


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(resource_path(f"schemas/{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def errors_of(name: str, data: object) -> list[str]:
    """Return the codes of the errors that the reader finds in a file of this data, but for those beyond."""
    source = json.dumps(data)
    if name == "scenario":
        found = read_scenario(source, Syntax.JSON).diagnostics
    else:
        found = read_triggers(source, Syntax.JSON, TRIGGER_CATALOG, BUILT_IN).diagnostics
    return [one.code for one in found if one.severity is Severity.ERROR]


KEYS = {
    "scenario": [
        *(
            "format",
            "system",
            "model",
            "provider",
            "max_steps",
            "strategy",
            "continue",
            "start",
            "todos",
            "chat",
        ),
        *("steps", "expect", "context_limit"),
    ],
    "triggers": [
        *("id", "signal", "at", "tool", "once", "every", "recovery", "flag", "rearm", "tag", "text", "order"),
        *("level", "enabled"),
    ],
}
VALUES = st.sampled_from(
    [
        *(
            0,
            1,
            3,
            80,
            100,
            101,
            -1,
            0.5,
            1.5,
            "",
            " ",
            "a",
            "hybrid",
            "cpu",
            "steps",
            "tool-unused",
            "compaction",
        ),
        *(
            "scripted",
            "openai",
            "any-tool-call",
            "both",
            "compaction",
            "prefix kept",
            "../a.tmpl",
            "/a",
            True,
            False,
        ),
        *(
            [],
            ["a"],
            {},
            {"text": "a"},
            {"file": "a"},
            {"least": 3, "most": 5},
            {"after": ["a"]},
            {"total": 5},
        ),
        *({"cpu": 0.5, "flags": ["a"]}, [{"content": "a", "status": "b"}], [{"user": "a"}], [{"text": "a"}]),
        *([{"user": "a", "usage": {"total": 3}}], [{"user": "a", "ramp": {"steps": 3, "from": 0, "to": 5}}]),
        *(
            {"id": "b", "tag": "b", "text": "c"},
            {"id": "b", "tag": "b", "text": "c", "below": 3},
            {"id": "b"},
        ),
        *({"endpoint": "http://a", "name": "b"}, [{"user": "a", "tools": [{"name": "b", "result": "c"}]}]),
        *([{"user": "a", "tools": [{"name": "b", "result": "c", "error": "d"}]}], [{"user": "a", "cpu": 5}]),
    ]
)


@given(st.fixed_dictionaries({"steps": VALUES}, optional=dict.fromkeys(KEYS["scenario"][:-3], VALUES)))
def test_a_scenario_is_valid_for_both_or_for_neither(data: dict[str, object]) -> None:
    codes = errors_of("scenario", data)
    schema = [error.message for error in validator("scenario").iter_errors(data)]
    if set(codes) - BEYOND:
        assert schema, (data, codes)
    else:
        assert not schema, (data, schema)


TRIGGER = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "two words", "context-warning-80", "after-compact"])},
    optional=dict.fromkeys(KEYS["triggers"][1:], VALUES),
)


@given(TRIGGER | st.fixed_dictionaries({"id": st.just("a"), "signal": st.just("cpu"), "at": st.just(80)}))
def test_a_trigger_is_valid_for_both_or_for_neither(trigger: dict[str, object]) -> None:
    data = {"format": 1, "triggers": [trigger]}
    codes = set(errors_of("triggers", data))
    schema = [error.message for error in validator("triggers").iter_errors(data)]
    is_built_in = trigger["id"] in {one.id for one in BUILT_IN}
    if not codes - BEYOND:
        assert not schema or is_built_in, (data, schema)
    elif not is_built_in:  # what an override may say depends on what it overrides
        recovery = trigger.get("recovery")
        below = isinstance(recovery, dict) and "below" in recovery
        assert schema or below, (data, codes)


@pytest.mark.parametrize("name", ["scenario", "triggers"])
def test_the_cases_without_errors_are_valid(name: str) -> None:
    valid = 0
    for case in yaml.safe_load((CASES / f"{name}_files.yaml").read_text("utf-8")):
        if any(" error " in line for line in case.get("problems", [])):
            continue
        assert not list(validator(name).iter_errors(yaml.safe_load(case["source"]))), case["name"]
        valid += 1
    assert valid > 1


def test_the_samples_are_valid() -> None:
    found = 0
    for path in (sample_dir() / "runs").glob("*.yaml"):
        name = "triggers" if path.name == "triggers.yaml" else "scenario"
        assert not list(validator(name).iter_errors(yaml.safe_load(path.read_text("utf-8"))))
        found += 1
    assert found == 3

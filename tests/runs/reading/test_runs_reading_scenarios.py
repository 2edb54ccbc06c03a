"""Scenario files are read with every problem in them, each at its place, with a fix where an edit helps."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from editor_app.requests.parts import Provider
from editor_app.runs.expectations.forms import Fires, FiringPlace, PresentAfterCompaction, RequestContains
from editor_app.runs.model.scenario import (
    READ_FILE,
    ContinuePolicy,
    Measures,
    Ramp,
    StepLimit,
    Todo,
    ToolCall,
)
from editor_app.runs.model.session import Counting, Deliver, FinishReason, Strategy, Tokenizer
from editor_app.runs.reading.scenario_file import ScenarioReading, read_scenario
from editor_app.structured.nodes import Syntax
from editor_app.text import Severity, apply_edits, decode

CASES = yaml.safe_load(
    (Path(__file__).parents[2] / "cases" / "runs" / "scenario_files.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_reading(case: dict[str, str]) -> None:
    source, syntax = case["source"], Syntax(case.get("syntax", "yaml"))
    found = read_scenario(source, syntax)
    lines = [
        f"{source.count(chr(10), 0, one.span.start) + 1}: {one.severity} {one.code} {one.message}"
        for one in found.diagnostics
    ]
    assert lines == case["problems"]
    errors = [one for one in found.diagnostics if one.severity is Severity.ERROR]
    assert found.can_play == all(one.args["field"].startswith("expect") for one in errors)
    for one in found.diagnostics:
        assert "field" in one.args
        for fix in one.fixes:
            after = read_scenario(apply_edits(source, fix.edits), syntax).diagnostics
            assert not any((other.code, other.args) == (one.code, one.args) for other in after), fix.title


def everything() -> tuple[str, ScenarioReading]:
    source = next(case["source"] for case in CASES if case["name"] == "everything")
    return source, read_scenario(source, Syntax.YAML)


def test_the_settings_of_a_scenario() -> None:
    _, found = everything()
    scenario, settings = found.scenario, found.scenario.settings
    assert scenario.system is not None
    assert scenario.chat is not None
    assert scenario.triggers is not None
    assert [scenario.system.path, scenario.chat.path, scenario.triggers.path] == [
        "../system-prompt.tmpl",
        "../chats/long",
        "other.yaml",
    ]
    assert scenario.model.is_scripted
    assert settings.provider is Provider.ANTHROPIC
    assert settings.context_limit == 200_000
    assert settings.max_steps == StepLimit(20, 5, 60)
    assert settings.strategy is Strategy.MULTI_STEP
    assert settings.go_on == ContinuePolicy(("Write", "Edit"), 2)
    assert (settings.count, settings.tokenizer) == (Counting.NEAR_LIMIT, Tokenizer.O200K)
    assert (settings.deliver, settings.hints_every) == (Deliver.TOOL_RESULT, 5)
    assert scenario.start.total == 1000
    todos = (Todo("Write the parser", "in_progress"),)
    assert scenario.start.measures == Measures(Decimal("0.29"), Decimal(1), todos)
    assert scenario.start.flags == {"contextWarning80": True}


def test_the_steps_of_a_scenario() -> None:
    source, found = everything()
    first, ramp, last_ramp, end = found.scenario.steps.items
    assert not isinstance(first, Ramp)
    assert not isinstance(end, Ramp)
    assert first.tools == (
        ToolCall("read_file", {"path": "a.py", "lines": [1, 2.5, True, None]}, "text"),
        ToolCall("Bash"),
        ToolCall("Bash", result=None),
        ToolCall("Bash", result=None, error="It failed"),
    )
    assert (first.user, first.text, first.total) == ("Go on.", "Reading.", 5000)
    assert first.measures == Measures(Decimal("0.85"), Decimal("0.5"), ())
    assert isinstance(ramp, Ramp)
    assert (ramp.steps, ramp.first, ramp.last, ramp.user, ramp.tools) == (3, 10, 20, "And now?", READ_FILE)
    assert isinstance(last_ramp, Ramp)
    assert last_ramp.tools == (ToolCall("search"),)
    assert (end.compact, end.text, end.finish_reason) == ("Short.", "5", FinishReason.LENGTH)
    assert len(found.scenario.steps) == 6
    assert first.origin is not None
    assert first.origin.of(source).startswith("user: Go on.")


def test_the_expectations_of_a_scenario() -> None:
    source, found = everything()
    assert [one.meaning for one in found.expected] == [
        Fires("context-warning-80", FiringPlace.BEFORE, 3),
        PresentAfterCompaction("after-compact"),
        RequestContains(2, "a: b", is_in=False),
    ]
    assert [one.span.of(source) for one in found.expected] == [one.text for one in found.expected]


def test_steps_of_a_file_are_named_and_not_read() -> None:
    found = read_scenario("steps: {file: long.steps.jsonl}\n", Syntax.YAML)
    assert not found.diagnostics
    assert found.steps_file is not None
    assert found.steps_file.path == "long.steps.jsonl"
    assert found.can_play


@pytest.mark.parametrize("syntax", list(Syntax))
def test_a_scenario_that_is_too_long_to_be_read_says_where_steps_can_stand(syntax: Syntax) -> None:
    source = '{"steps": [{"user": "a", "text": "' + "x" * 5_000_000 + '"}]}'
    (problem,) = read_scenario(source, syntax).diagnostics
    assert problem.message.startswith("This is longer than 1,000,000 characters, the most that is read as ")
    assert problem.message.endswith("‘steps: {file: NAME.steps.jsonl}’.")
    assert not read_scenario(source.replace("x" * 4_500_000, ""), syntax).diagnostics


@pytest.mark.parametrize(
    "written",
    [
        '{"todos": [{"content": "a"}], "steps": [{"user": "a"}]}',
        '{"continue": {"at_least": 2}, "steps": [{"user": "a"}]}',
        '{"format": [2], "steps": [{"user": "a"}]}',
    ],
)
def test_what_a_fix_adds_is_in_the_syntax_of_the_file(written: str) -> None:
    (problem,) = read_scenario(written, Syntax.JSON).diagnostics
    (fix,) = problem.fixes
    assert read_scenario(apply_edits(written, fix.edits), Syntax.JSON).diagnostics == ()


def test_ramps_are_not_spelled_out_and_have_a_limit_together() -> None:
    ramp = "- ramp: {steps: 10000, from: 0, to: 9}\n  user: a\n"
    found = read_scenario("steps:\n" + ramp * 10, Syntax.YAML)
    assert not found.diagnostics
    assert len(found.scenario.steps) == 100_000
    one_more = read_scenario("steps:\n" + ramp * 11, Syntax.YAML)
    assert [one.code for one in one_more.diagnostics] == ["too-many"]
    assert len(one_more.scenario.steps) == 100_000


@pytest.mark.parametrize(
    "source",
    [
        "steps: " + "[" * 5000,
        "a: &a [x]\n" + "".join(f"a{n}: &a{n} [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n" for n in range(9)),
        "steps:\n- user: a\n  tools:\n  - name: x\n    args: " + "{a: " * 200 + "}" * 200,
    ],
)
def test_bombs_are_refused_by_the_budget(source: str) -> None:
    found = read_scenario(source, Syntax.YAML)
    assert not found.can_play
    assert found.diagnostics


PARTS = st.sampled_from(
    [
        *(
            "steps:",
            "- ",
            "user: a",
            "ramp: {steps: 2, from: 0, to: 4}",
            "usage: {total: ",
            "5",
            "}",
            "\n",
            "  ",
        ),
        *(
            "tools: [",
            "{name: a",
            ", result: null}",
            "]",
            "expect:",
            "fires x at step 3",
            "system: {text: a}",
        ),
        *(
            "cpu: 0.",
            "format: ",
            "continue: {after: [a]}",
            "&a ",
            "*a",
            "!!int x",
            "max_steps: ",
            "'",
            '"',
            "\0",
        ),
    ]
)


@given(
    st.lists(PARTS, max_size=30).map("".join) | st.text() | st.binary().map(lambda data: decode(data).text)
)
def test_any_text_gives_a_reading(source: str) -> None:
    for syntax in Syntax:
        found = read_scenario(source, syntax)
        assert found.can_play <= (bool(found.scenario.steps.items) or found.steps_file is not None)
        for one in found.diagnostics:
            assert 0 <= one.span.start <= one.span.end <= len(source)

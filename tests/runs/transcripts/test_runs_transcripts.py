"""Transcripts become scenarios: no step is lost, each loss is listed, and what is written plays again."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from random_scenarios import TRIGGERS, scenarios

from editor_app.runs.loop.results import play_scenario, recorded
from editor_app.runs.model.scenario import (
    ExpectedText,
    Measures,
    RunSettings,
    Scenario,
    ScenarioStep,
    StepLimit,
    Steps,
    Todo,
    ToolCall,
    TriggerSet,
)
from editor_app.runs.model.session import PROVIDERS, FinishReason
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.reading.steps_file import read_steps
from editor_app.runs.transcripts import parts
from editor_app.runs.transcripts.importing import import_scenario
from editor_app.runs.transcripts.writing import step_data, write_scenario
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.structured.nodes import Syntax
from editor_app.text import Severity

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "runs" / "transcripts.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_importing(case: dict[str, object]) -> None:
    found = import_scenario(str(case["source"]))
    assert [dict(step_data(step)) for step in found.steps] == case["steps"]
    assert found.system == case.get("system", "")
    for name in ("losses", "marked", "warnings"):
        assert [note.message for note in getattr(found, name)] == case.get(name, []), name


def read_back(steps: tuple[ScenarioStep, ...], system: str = "") -> tuple[ScenarioStep, ...]:
    """Return the steps that what is written of some says, without their places."""
    written = write_scenario(Scenario(Steps(steps), system=system or None), "a.steps.jsonl")
    reading = read_scenario(written.text, Syntax.YAML)
    wrong = [one for one in reading.diagnostics if one.severity is Severity.ERROR]
    if written.steps_text is None:
        items = reading.scenario.steps.items
    else:
        assert reading.steps_file is not None
        assert reading.steps_file.path == "a.steps.jsonl"
        found = read_steps(written.steps_text)
        wrong += [one for one in found.diagnostics if one.severity is Severity.ERROR]
        items = found.items
    assert [one.code for one in wrong] in ([], ["no-steps"], ["no-user-message"]), wrong
    if system:
        assert reading.scenario.system == system
    return tuple(without_place(item) for item in items if isinstance(item, ScenarioStep))


def without_place(step: ScenarioStep) -> ScenarioStep:
    return ScenarioStep(**{name: getattr(step, name) for name in step.__slots__ if name != "origin"})


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20) | st.sampled_from(
    [
        "two\nlines\n",
        " x",
        "x ",
        "a: b",
        "#",
        "- x",
        "yes",
        "1.5",
        "null",
        "\ttab",
        "\r\n",
        "\u2028",
        "<system_message",
        "\n\n",
    ]
)
NAMES = TEXTS.filter(lambda text: bool(text.strip()))
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
CALLS = st.builds(
    ToolCall, NAMES, st.dictionaries(TEXTS, DATA, max_size=2), TEXTS | st.none(), st.none()
) | st.builds(ToolCall, NAMES, st.just({}), st.none(), TEXTS)
STEPS = st.builds(
    ScenarioStep,
    user=st.none() | TEXTS,
    text=st.none() | TEXTS,
    tools=st.lists(CALLS, max_size=2).map(tuple),
    total=st.none() | st.integers(0, 10**9),
    measures=st.builds(
        Measures,
        cpu=st.none() | st.sampled_from([Decimal("0.29"), Decimal(1), Decimal("0.5")]),
        todos=st.none() | st.lists(st.builds(Todo, NAMES, st.just("pending")), max_size=2).map(tuple),
    ),
    finish=st.none() | st.sampled_from(FinishReason),
    compact=st.none() | NAMES,
)


@given(st.lists(STEPS, max_size=4).map(tuple), TEXTS)
def test_what_is_written_is_read_back(steps: tuple[ScenarioStep, ...], system: str) -> None:
    assert read_back(steps, system) == steps


def test_many_steps_go_into_a_file_beside() -> None:
    steps = tuple(ScenarioStep(user="a" if n == 0 else None, text="x" * 100) for n in range(1000))
    settings = RunSettings(max_steps=StepLimit(1000))
    written = write_scenario(Scenario(Steps(steps), settings), "long.steps.jsonl")
    assert written.text == "format: 1\nmax_steps: 1000\nsteps: {file: long.steps.jsonl}\n"
    assert written.steps_text is not None
    assert written.steps_text.count("\n") == 1000
    assert read_back(steps) == steps
    assert write_scenario(Scenario(Steps(steps[:100])), "long.steps.jsonl").steps_text is None


MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "tool", "system", "judge", None])},
        optional={
            "content": TEXTS
            | st.lists(
                st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS})
                | st.fixed_dictionaries(
                    {"type": st.just("tool_use"), "id": st.sampled_from("ab"), "name": NAMES, "input": DATA}
                )
                | st.fixed_dictionaries(
                    {"type": st.just("tool_result"), "tool_use_id": st.sampled_from("ab"), "content": TEXTS}
                )
                | st.just({"type": "image"})
                | DATA,
                max_size=3,
            )
            | DATA,
            "tool_call_id": st.sampled_from("ab"),
            "tool_calls": st.lists(
                st.fixed_dictionaries(
                    {
                        "id": st.sampled_from("ab"),
                        "function": st.fixed_dictionaries(
                            {"name": NAMES, "arguments": TEXTS | st.just("{}")}
                        ),
                    }
                ),
                max_size=2,
            ),
            "usage": st.just({"input_tokens": 5, "output_tokens": 2}) | DATA,
            "stop_reason": st.sampled_from(["end_turn", "tool_use", "max_tokens", None]),
        },
    ),
    max_size=8,
)


@given(MESSAGES, st.booleans())
def test_no_step_is_lost_and_the_run_plays_every_one(
    messages: list[dict[str, object]], in_lines: bool
) -> None:
    source = "\n".join(map(json.dumps, messages)) if in_lines else json.dumps({"messages": messages})
    found = import_scenario(source)
    steps = read_back(found.steps, found.system)
    assert steps == found.steps
    if not steps:
        return
    assert steps[0].user is not None
    settings = RunSettings(max_steps=StepLimit(found.longest_turn + 1))
    text = write_scenario(Scenario(Steps(steps), settings), "a").text
    reading = read_scenario(text, Syntax.YAML)
    assert reading.can_play
    ended = [one.finish_reason for one in steps]
    result = play_scenario(reading.scenario, TriggerSet())
    if FinishReason.ERROR not in ended:
        assert len(result.steps) == len(steps)


@given(
    st.text()
    | st.lists(
        st.sampled_from(['{"role": "user"', "}", "\n", "[", '{"messages":', "]", '"content": "a"', ","])
    ).map("".join)
)
def test_any_text_can_be_imported(source: str) -> None:
    found = import_scenario(source)
    assert (found.longest_turn > 0) == bool(found.steps)
    assert all(note.message.startswith(note.place) for note in found.losses)
    assert all(step.user is not None for step in found.steps[:1])


VALUES = st.sampled_from(["user", "tool", "TOOL", "Assistant", "text", "tool_use", "a", "{}", None, 0, True])
MESSAGES = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("role", "content", "type", "text", "message", "messages", "tool_calls", "function"),
                    *("id", "name", "arguments", "input", "tool_use_id", "tool_call_id", "usage"),
                    *("total_tokens", "stop_reason", "system", "function_call"),
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(st.lists(MESSAGES | st.builds(lambda one: {"role": "user", "content": one}, MESSAGES), max_size=4))
def test_any_json_can_be_imported_and_what_is_written_of_it_is_read(messages: list[object]) -> None:
    found = import_scenario(json.dumps(messages))
    assert all(note.message.startswith(note.place) for note in found.losses)
    if found.steps:
        read_back(found.steps, found.system)


def test_very_many_lines_are_all_taken_and_what_is_lost_is_counted() -> None:
    pair = [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "a", "name": "n", "input": {}}, {"type": "thinking"}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "r"}]},
    ]
    both = "\n".join(map(json.dumps, pair)) + "\n"
    found = import_scenario('{"role": "user", "content": "Go"}\n' + both * 10_000)
    assert len(found.steps) == 10_000
    assert found.max_steps == 10_001
    (loss,) = found.losses
    assert loss.message == (
        "Line 2, Line 4, Line 6 and 9,997 more: a part of type ‘thinking’ has no place in a scenario, "
        "and is left out."
    )


@pytest.mark.parametrize("form", ["{}\n", "{},"])
def test_of_very_many_messages_the_first_are_taken_and_the_others_counted(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert parts.MOST_MESSAGES == 100_000
    monkeypatch.setattr(parts, "MOST_MESSAGES", 100)
    listed = form.format('{"role": "assistant", "content": "a"}') * 102
    source = listed if form.endswith("\n") else f"[{listed.rstrip(',')}]"
    found = import_scenario(source)
    assert len(found.steps) <= 100
    assert any("(2) are not read: a transcript has at most 100" in note.message for note in found.losses)


def test_a_step_keeps_as_many_calls_as_a_scenario_can_have() -> None:
    calls = [{"id": str(number), "function": {"name": "n"}} for number in range(1002)]
    found = import_scenario(
        json.dumps([{"role": "user", "content": "Go"}, {"role": "assistant", "tool_calls": calls}])
    )
    (step,) = read_back(found.steps)
    assert len(step.tools) == 1000
    assert [note.message for note in found.losses] == [
        "messages[1]: a step has at most 1,000 calls; the others are left out.",
        "Step 0: it has 1,000 calls never answered; a provider refuses the next request.",
    ]


def whole(scenario: Scenario) -> Scenario:
    """Return a scenario without places; a call that failed has no result."""
    items = [
        replace(item, origin=None, tools=tuple(map(without_result, item.tools)))
        for item in scenario.steps.items
    ]
    expected = tuple(ExpectedText(one.text) for one in scenario.expect)
    return replace(scenario, steps=Steps(items), expect=expected)


def without_result(call: ToolCall) -> ToolCall:
    return call if call.error is None else replace(call, result=None)


@given(scenarios(), TRIGGERS)
def test_a_recorded_run_is_written_and_plays_again_to_the_same_requests(scenario, entries) -> None:
    expected = (ExpectedText("prefix kept"), ExpectedText('request at step 0 contains "a: b"'))
    scenario = replace(scenario, expect=expected)
    triggers = trigger_set(entries)
    first = play_scenario(scenario, triggers)
    for one in (scenario, recorded(scenario, first)):
        reading = read_scenario(write_scenario(one, "a").text, Syntax.YAML)
        assert whole(reading.scenario) == whole(one), reading.diagnostics
    again = play_scenario(reading.scenario, triggers)
    assert [step.fired for step in again.steps] == [step.fired for step in first.steps]
    for provider in PROVIDERS:
        for step in range(len(first.steps)):
            bodies = [one.requests.request_at(step, provider).body for one in (first, again)]
            assert bodies[0] == bodies[1]

"""The cases of the reference document."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from sent_messages import placed_messages, type_of

from editor_app.requests.building import message_entries
from editor_app.requests.parts import Provider
from editor_app.runs.loop.models import goes_on
from editor_app.runs.loop.results import play_scenario
from editor_app.runs.model.records import Figures, Situation
from editor_app.runs.model.scenario import (
    WRITES,
    ContinuePolicy,
    Scenario,
    ScenarioStep,
    Steps,
    Todo,
    ToolCall,
    TriggerEntry,
)
from editor_app.runs.model.session import Deliver, End, FinishReason, Level, Signal, ToolPart
from editor_app.runs.sent.placement import ModelMessage, ModelRole, wrapped
from editor_app.runs.triggers.built_in import BUILT_IN, todo_lines, trigger_set
from editor_app.runs.triggers.checking import Memory, check_triggers

CASES = json.loads(
    (Path(__file__).parents[1] / "cases" / "runs" / "triggers.json").read_text("utf-8"), parse_float=Decimal
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_cases_of_the_reference(case):
    _OPERATIONS[case["op"]](case["input"], case["expected"])


def _check_triggers(given, expected):
    tokens = given.get("contextTokens", {})
    figures = Figures(
        tokens.get("current"),
        tokens.get("max"),
        given.get("cpu"),
        given.get("memory"),
        tuple(Todo(**one) for one in given.get("todos", ())),
    )
    level = Level.MESSAGE if given["userMessages"] == 0 else Level.STEP
    situation = Situation(figures, user_messages=given["userMessages"])
    checked = check_triggers(BUILT_IN, situation, Memory(given.get("flags", {})), check=level)
    assert [one.trigger for one in checked.fired] == expected["fired"]
    if "flagUpdates" in expected:
        assert checked.flag_updates == expected["flagUpdates"]
    if "tag" in expected:
        assert [one.tag for one in checked.fired] == [expected["tag"]]


def _parse_type(given, expected):
    assert type_of(given) == expected
    assert type_of(wrapped("a_b-C", "x")) == "a_b-C"
    assert type_of(f"{given} ") is None


def _should_continue(given, expected):
    assert goes_on(FinishReason(given["finishReason"]), given["tools"], ContinuePolicy(WRITES)) is expected


def _format_todos(given, expected):
    assert todo_lines(Todo(**one) for one in given) == expected


def _registry(given, expected):
    entries = [
        TriggerEntry(
            one["id"],
            signal=None if one.get("throws") else Signal.STEPS,
            at=Decimal(1),
            order=one.get("priority"),
            enabled=one.get("enabled"),
            text=one.get("fires"),
        )
        for one in given.get("register", given.get("triggers"))
    ]
    triggers = trigger_set(entries, built_in=()).triggers
    checked = check_triggers(triggers, Situation(turn_steps=1), Memory(), check=Level.STEP)
    assert [one.text for one in checked.fired] == expected


def _loop(given, expected):
    steps = Steps(
        [ScenarioStep("Go", tools=(ToolCall("Bash"),)), *[ScenarioStep(tools=(ToolCall("Bash"),))] * 150]
    )
    assert given == {"always": "tool-calls"}
    made = play_scenario(Scenario(steps), trigger_set())
    assert (made.end, len(made.steps)) == (End.MAX_STEPS, 100)
    assert f'stops after {len(made.steps)} with error "{made.message}"' == expected


def _inject(given, expected):
    roles = {"user": ModelRole.USER, "assistant": ModelRole.ASSISTANT, "tool": ModelRole.TOOL}
    call = ToolPart("call_0_0", "Read", {}, "…")
    before = [ModelMessage(roles[role], "…", (call,) * (role != "user")) for role in given["messages"]]
    fired = [ModelMessage(ModelRole.TRIGGER, one, tag="t") for one in given["fired"]]
    *_, last = placed_messages([*before, *fired], Provider.OPENAI, Deliver.USER)
    (entry,) = message_entries(Provider.OPENAI, last)
    unwrapped = entry["content"]
    for one in given["fired"]:
        unwrapped = unwrapped.replace(wrapped("t", one), one)
    assert {"role": entry["role"], "text": unwrapped} == expected["append"]


_OPERATIONS = {
    "check_triggers": _check_triggers,
    "parse_type": _parse_type,
    "should_continue": _should_continue,
    "format_todos": _format_todos,
    "registry": _registry,
    "loop": _loop,
    "inject": _inject,
}

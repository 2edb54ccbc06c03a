"""What views ask of a run: steps in groups, and whose tokens a request has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from editor_app.runs.loop.results import Grouping, grouped, play_scenario
from editor_app.runs.model.scenario import RunSettings, Scenario, ScenarioStep, Steps, ToolCall
from editor_app.runs.sent.placement import ModelRole, wrapped
from editor_app.runs.sent.request_log import tokens_by_role
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text.tokens import estimated_tokens

CALL = (ToolCall("read_file", {}, "abcdefgh"),)
STEP = ScenarioStep(tools=CALL)
STEPS = (
    ScenarioStep("Do it", tools=CALL, total=100),
    STEP,
    ScenarioStep(text="Look", tools=CALL, total=850),
    STEP,
    replace(STEP, compact="They began."),
    STEP,
    ScenarioStep(text="Done"),
    ScenarioStep("And now?", text="Nothing"),
)


def _played():
    return play_scenario(
        Scenario(Steps(STEPS), RunSettings(context_limit=1000)), trigger_set(), system="Be kind."
    )


@pytest.mark.parametrize(
    ("grouping", "starts"),
    [("all", list(range(8))), ("boundaries", [0, 3, 4, 7]), ("phases", [0, 2, 4, 6, 7])],
)
def test_steps_are_grouped(grouping, starts):
    groups = grouped(_played().steps, Grouping(grouping))
    assert [group[0] for group in groups] == starts
    assert [number for group in groups for number in group] == list(range(8))


def test_no_steps_are_no_groups():
    assert grouped((), Grouping.ALL) == ()


def test_tokens_by_role_are_those_of_the_context_and_of_the_tags_around_texts_of_triggers():
    made = _played()
    first = tokens_by_role(made.requests, 0)
    assert set(first) == {ModelRole.SYSTEM, ModelRole.USER, ModelRole.TRIGGER}
    assert (first[ModelRole.SYSTEM], first[ModelRole.USER]) == (2, 2)
    later = tokens_by_role(made.requests, 2)
    assert (later[ModelRole.ASSISTANT], later[ModelRole.TOOL]) == (6, 4)
    compacted = tokens_by_role(made.requests, 5)
    told = [one for one in made.requests.messages_at(5) if one.role is ModelRole.TRIGGER]
    tags = sum(estimated_tokens(wrapped(one.tag, one.text)) - estimated_tokens(one.text) for one in told)
    assert sum(compacted.values()) == made.steps[5].figures.tokens + tags > made.steps[5].figures.tokens

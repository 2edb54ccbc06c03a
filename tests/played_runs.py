"""Scenarios that several tests of runs play."""

from __future__ import annotations

from editor_app.runs.loop.results import play_scenario
from editor_app.runs.model.scenario import RunSettings, Scenario, ScenarioStep, Steps, ToolCall
from editor_app.runs.triggers.built_in import trigger_set

CALL = (ToolCall("read_file", {"path": "a.py"}, "a = 1"),)

LIMIT = 1000


def scenario_of(*items, **settings):
    """Return a scenario of steps, with a limit of 1,000 tokens if no other is given."""
    settings.setdefault("context_limit", LIMIT)
    return Scenario(Steps(items), RunSettings(**settings))


def played(*items, entries=(), **settings):
    """Play steps, with entries of a triggers file."""
    return play_scenario(scenario_of(*items, **settings), trigger_set(entries), system="Be kind.")


def fired_at(made):
    """Return the ids that fired by the step whose request holds them."""
    return {step.number: [one.trigger for one in step.fired] for step in made.steps if step.fired}


START = {0: ["session-start-todos"]}

RISING = (
    ScenarioStep("Do it", tools=CALL, total=700),
    ScenarioStep(tools=CALL, total=850),
    ScenarioStep(tools=CALL, total=950),
    ScenarioStep(text="Done", total=960),
    ScenarioStep("And now?", text="Nothing", total=970),
)

COMPACTED = (
    ScenarioStep("Do it", tools=CALL, total=850),
    ScenarioStep(tools=CALL, total=950),
    ScenarioStep(tools=CALL, total=120, compact="They began."),
    ScenarioStep(tools=CALL, total=900),
    ScenarioStep(text="Done"),
)

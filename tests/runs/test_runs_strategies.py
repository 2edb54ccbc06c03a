"""One scenario under every strategy."""

from __future__ import annotations

from decimal import Decimal

from editor_app.runs.loop.results import compare_strategies, play_scenario
from editor_app.runs.model.scenario import (
    Ramp,
    RunSettings,
    Scenario,
    ScenarioStep,
    StepLimit,
    Steps,
    TriggerEntry,
)
from editor_app.runs.model.session import Signal, Strategy
from editor_app.runs.triggers.built_in import trigger_set

CLIMBING = Ramp(100, 20_000, 170_000, user="Refactor it")
TRIGGERS = trigger_set(
    [
        TriggerEntry("half", signal=Signal.CONTEXT, at=Decimal(50), text="x"),
        TriggerEntry("off", signal=Signal.CONTEXT, at=Decimal(50), text="x", enabled=False),
    ]
)


def _rows(*items):
    scenario = Scenario(Steps(items), RunSettings(context_limit=200_000, max_steps=StepLimit(200)))
    played = {strategy: play_scenario(scenario, TRIGGERS, strategy=strategy) for strategy in Strategy}
    rows = compare_strategies(played, TRIGGERS)
    return {row.trigger: [row.by_strategy[one].words for one in Strategy] for row in rows}


def test_per_trigger_the_step_it_reached_the_model_under_each_strategy():
    rows = _rows(CLIMBING, ScenarioStep(text="Done", total=170_000))
    late = "with the next user message"
    assert rows["half"] == [late, late, "step 54", "step 54"]
    assert rows["context-warning-80"] == [late, late, "step 94", "step 94"]
    assert rows["context-warning-90"] == ["never"] * 4
    assert rows["session-start-todos"] == ["step 0", "step 0", "never", "step 0"]
    assert "off" not in rows


def test_never_is_also_where_the_next_user_message_no_longer_meets_the_threshold():
    rows = _rows(CLIMBING, ScenarioStep(text="Done", total=90_000))
    assert rows["half"] == ["never", "never", "step 54", "step 54"]


def test_a_message_that_comes_with_the_next_turn_has_its_step():
    rows = _rows(CLIMBING, ScenarioStep(text="Done", total=170_000), ScenarioStep("And now?", text="Nothing"))
    assert rows["half"] == ["step 101", "step 101", "step 54", "step 54"]

"""Reading scenario and triggers files, with every problem at its place."""

from editor_app.runs.reading.linked_files import (
    LinkedScenario,
    StepsFile,
    Surroundings,
    TriggersFile,
    link_scenario,
)
from editor_app.runs.reading.scenario_file import Expected, ScenarioReading, read_scenario
from editor_app.runs.reading.steps_file import StepsReading, read_steps
from editor_app.runs.reading.triggers_file import (
    IdPlace,
    TriggersReading,
    read_triggers,
    trigger_at,
)

__all__ = [
    "Expected",
    "IdPlace",
    "LinkedScenario",
    "ScenarioReading",
    "StepsFile",
    "StepsReading",
    "Surroundings",
    "TriggersFile",
    "TriggersReading",
    "link_scenario",
    "read_scenario",
    "read_steps",
    "read_triggers",
    "trigger_at",
]

"""The check of a live agent gives what a run gives, at each of its steps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_runs import COMPACTED, RISING, scenario_of
from random_scenarios import TRIGGERS, scenarios

from editor_app.runs.loop.hook import check_session
from editor_app.runs.loop.models import RunPlan
from editor_app.runs.loop.results import play_scenario, recorded
from editor_app.runs.model.scenario import Measures, Start, Steps
from editor_app.runs.model.session import Session
from editor_app.runs.reading.scenario_file import read_scenario
from editor_app.runs.transcripts.writing import write_scenario
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.structured.nodes import Syntax

IDS = st.sampled_from(("call_0_0", "toolu_é", "call_a b", "0"))


def flags_after(made, number):
    """Return the flags once the check of a step was made."""
    found = {}
    for step in made.steps[: number + 1]:
        found |= step.flag_updates
    return found


def before(made, scenario, number):
    """Return the session as it was before the check of a step: what the user said is there already."""
    messages, flags = [], dict(scenario.start.flags)
    for step in made.steps[:number]:
        flags |= step.flag_updates
    for one in made.session.messages:
        if one.request > number or (one.request == number and one.trigger is not None):
            continue
        steps = tuple(step for step in one.steps if step.number < number)
        if one.role != "assistant" or steps:
            messages.append(replace(one, steps=steps))
    return Session(tuple(messages), flags)


def check(made, scenario, triggers, number):
    figures = made.steps[number].figures
    measures = Measures(figures.cpu, figures.memory, figures.todos)
    plan = RunPlan(scenario.settings, triggers, start=Start(measures=measures))
    return check_session(plan, before(made, scenario, number), figures.tokens)


@pytest.mark.parametrize("steps", [RISING, COMPACTED])
@pytest.mark.parametrize("strategy", ["hybrid", "multi-step", "message-only"])
def test_what_fires_in_a_run_is_added_for_a_live_agent(steps, strategy):
    scenario = scenario_of(*steps, strategy=strategy)
    triggers = trigger_set()
    made = play_scenario(scenario, triggers)
    for step in made.steps:
        checked = check(made, scenario, triggers, step.number)
        assert [one.trigger for one in checked.fired] == [one.trigger for one in step.fired], step.number
        assert [one.text for one in checked.fired] == [one.text for one in step.fired]
        assert checked.session.flags == flags_after(made, step.number)
        for_all = made.requests.request_at(step.number).body["messages"]
        if not step.is_compacted:
            assert list(checked.entries) == for_all[len(for_all) - len(checked.entries) :]


@given(scenarios(), TRIGGERS)
def test_any_run_is_what_its_agent_is_told(scenario, entries):
    triggers = trigger_set(entries)
    made = play_scenario(scenario, triggers)
    for step in made.steps:
        checked = check(made, scenario, triggers, step.number)
        assert [one.trigger for one in checked.fired] == [one.trigger for one in step.fired], step.number


@given(scenarios(), st.data())
def test_what_was_recorded_plays_to_the_same_requests_with_the_ids_of_calls(scenario, data):
    ids = iter(range(10**6))
    named = [
        replace(step, tools=tuple(replace(one, id=data.draw(IDS) + str(next(ids))) for one in step.tools))
        for step in (scenario.steps[number] for number in range(len(scenario.steps)))
    ]
    first = play_scenario(replace(scenario, steps=Steps(named)), trigger_set())
    whole = replace(scenario, steps=Steps(named))
    recording = write_scenario(recorded(whole, first), "a.steps.jsonl")
    assert recording.steps_text is None
    reading = read_scenario(recording.text, Syntax.YAML)
    assert not reading.diagnostics
    again = play_scenario(reading.scenario, trigger_set())
    assert [again.requests.request_at(step.number).body for step in again.steps] == [
        first.requests.request_at(step.number).body for step in first.steps
    ]

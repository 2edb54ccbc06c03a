"""A stored run read back is what it gave: the same steps, figures, firings and requests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from named_cases import in_case

from editor_app.conversations.stored_runs import RunStore
from editor_app.requests.parts import SystemText
from editor_app.runs.endpoint.addresses import endpoint_at
from editor_app.runs.endpoint.stored import mark_of
from editor_app.runs.endpoint.storing import BROKEN_OFF, RunKeeper, kept, read_run, replayed
from editor_app.runs.loop.models import RunTexts
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import collected, plan_of
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.records import RunEnded
from editor_app.runs.model.scenario import (
    ExpectedText,
    ModelChoice,
    RunSettings,
    Scenario,
    ScenarioStep,
    Start,
    Steps,
    ToolCall,
    TriggerSet,
)
from editor_app.runs.model.session import Deliver, End, Strategy
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text import Span

ENDPOINT = endpoint_at("https://host/v1", "some-model")
CALL = (ToolCall("read_file", {"path": "a"}, "text"), ToolCall("Bash", {}, None, "no"))
STEPS = (
    ScenarioStep("Do it", tools=CALL, total=700),
    ScenarioStep(text="Well", tools=CALL),
    ScenarioStep(tools=CALL, total=950),
    ScenarioStep(tools=CALL, total=120, compact="They began."),
    ScenarioStep(text="Done", total=960),
    ScenarioStep("And now?", text="Nothing", total=970),
)
CHAT = (("user", "Hi"), ("assistant", "Hello"), ("assistant", "Again"), ("user", "Go"), ("assistant", "Yes"))
SETTINGS = RunSettings(context_limit=1000, hints_every=2)


@pytest.fixture
def runs(tmp_path):
    store = RunStore(tmp_path, tmp_path / "runs.db", clock=lambda: datetime(2026, 3, 4, 9, 12, tzinfo=UTC))
    yield store
    store.close()


def played(runs, *, settings=SETTINGS, chat=(), start=None, cancel_at=None, is_told_of_its_end=True):
    """Return a run that was stored as it happened, the stored one, and what both were played with."""
    scenario = Scenario(Steps(STEPS), settings, start=start or Start())
    plan, model = plan_of(scenario, trigger_set(), chat=chat, system=SystemText("Be kind."))
    keeper = RunKeeper(runs, "runs/a.yaml", ENDPOINT, mark="mark")
    state = RunState(replace(plan, store=keeper.store))
    assert keeper.begin(state) is None
    seen = []

    def watched():
        for event in play(model, state, lambda: len(seen) == cancel_at):
            seen.append(event)
            yield event

    events = watched() if is_told_of_its_end else (one for one in watched() if not isinstance(one, RunEnded))
    made = collected(kept(events, keeper, pytest.fail), state)
    return made, read_run(runs, keeper.number), plan


def without_what_is_lost(step):
    return replace(step, flag_updates={}, notes=())


def bodies(made):
    return [made.requests.request_at(number).body for number in range(len(made.steps))]


WAYS = (
    *((chat, Strategy.HYBRID, deliver) for chat in ((), CHAT) for deliver in Deliver),
    *((CHAT, strategy, Deliver.USER) for strategy in Strategy if strategy is not Strategy.HYBRID),
)


def test_a_stored_run_is_what_it_gave(runs):
    for chat, strategy, deliver in WAYS:
        with in_case((chat, strategy, deliver)):
            settings = replace(SETTINGS, strategy=strategy, deliver=deliver)
            made, stored, plan = played(runs, settings=settings, chat=chat)
            other = replace(plan, settings=RunSettings(), texts=RunTexts(SystemText("Another.")))
            again = replayed(stored, other)
            assert [without_what_is_lost(one) for one in again.steps] == [
                without_what_is_lost(one) for one in made.steps
            ]
            assert bodies(again) == bodies(made)
            assert (again.end, again.message) == (made.end, made.message)
            assert again.session.flags == made.session.flags
            assert stored.setup.mark == "mark"


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_a_run_that_was_cancelled_anywhere_is_what_it_gave(runs, every):
    events = 6 * 8
    ends = set()
    for cancel_at in range(1, events, every):
        made, stored, plan = played(runs, start=Start(total=10), cancel_at=cancel_at)
        again = replayed(stored, plan)
        assert [without_what_is_lost(one) for one in again.steps] == [
            without_what_is_lost(one) for one in made.steps
        ]
        assert bodies(again) == bodies(made)
        ends.add(again.end)
    assert ends == {End.CANCELLED, End.FINISHED}


def test_a_run_that_ended_with_its_program_says_so(runs):
    made, stored, plan = played(runs, is_told_of_its_end=False)
    again = replayed(stored, plan)
    assert len(again.steps) == len(made.steps)
    assert (again.end, again.message) == (End.ERROR, BROKEN_OFF)


def test_the_mark_is_another_one_where_something_else_is_played():
    scenario = Scenario(Steps(STEPS), SETTINGS, model=ModelChoice("https://host/v1", "m", ("search",)))
    triggers = trigger_set()
    mark = mark_of(scenario, triggers, "Be kind.")
    first, *rest = triggers.triggers
    moved = Steps(tuple(replace(one, origin=Span(3, 9)) for one in STEPS))
    same = (
        (replace(scenario, expect=(ExpectedText("stops with finished"),)), triggers, "Be kind."),
        (replace(scenario, steps=moved), triggers, SystemText("Be kind.")),
        (scenario, TriggerSet((replace(first, origin=Span(1, 2)), *rest)), "Be kind."),
    )
    others = (
        (
            replace(scenario, steps=Steps((replace(STEPS[0], user="Do that"), *STEPS[1:]))),
            triggers,
            "Be kind.",
        ),
        (replace(scenario, settings=replace(SETTINGS, context_limit=999)), triggers, "Be kind."),
        (replace(scenario, model=ModelChoice("https://host/v1", "n", ("search",))), triggers, "Be kind."),
        (scenario, TriggerSet((replace(first, text="Other"), *rest)), "Be kind."),
        (scenario, triggers, "Be rude."),
    )
    assert {mark_of(*one) for one in same} == {mark}
    assert len({mark_of(*one) for one in others} | {mark}) == len(others) + 1

"""The loop: where checks happen, when a run goes on, and how it ends."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from played_runs import CALL, COMPACTED, RISING, START, fired_at, played, scenario_of

from editor_app.requests.parts import Provider
from editor_app.runs.loop.results import play_scenario
from editor_app.runs.model.scenario import (
    WRITES,
    ContinuePolicy,
    Measures,
    Ramp,
    ScenarioStep,
    Start,
    StepLimit,
    Steps,
    Todo,
    ToolCall,
    TriggerEntry,
)
from editor_app.runs.model.session import (
    Deliver,
    End,
    FinishReason,
    HintPart,
    Level,
    Signal,
    Strategy,
    Tokenizer,
)
from editor_app.runs.triggers.built_in import trigger_set
from editor_app.text import tokens


@pytest.mark.parametrize(
    ("strategy", "fired"),
    [
        ("message-only", {**START, 4: ["context-warning-90", "context-warning-80"]}),
        ("hints", {**START, 4: ["context-warning-90", "context-warning-80"]}),
        ("multi-step", {2: ["context-warning-80"], 3: ["context-warning-90"]}),
        ("hybrid", {**START, 2: ["context-warning-80"], 3: ["context-warning-90"]}),
    ],
)
def test_strategies_differ_in_where_checks_happen_and_the_steps_are_the_same(strategy, fired):
    made = played(*RISING, strategy=Strategy(strategy))
    assert fired_at(made) == fired
    assert [step.finish_reason.value for step in made.steps] == ["tool-calls"] * 3 + ["stop"] * 2
    assert [step.turn for step in made.steps] == [0, 0, 0, 0, 1]
    assert made.end is End.FINISHED


def test_levels_of_a_firing_and_its_place_in_the_session():
    made = played(*RISING)
    ours = [one for one in made.session.messages if one.trigger is not None]
    assert [(one.trigger, one.place) for one in ours] == [
        ("session-start-todos", None),
        ("context-warning-80", ("msg-2", 2)),
        ("context-warning-90", ("msg-2", 3)),
    ]
    assert [one.fired[0].level.value for one in made.steps if one.fired] == ["message", "step", "step"]
    assert [one.id for one in made.session.messages] == [f"msg-{number}" for number in range(7)]


def test_a_message_level_check_sees_the_session_before_the_users_message():
    entries = [TriggerEntry("t", signal=Signal.CONTEXT, at=Decimal(50), text="x")]
    made = played(
        ScenarioStep("a" * 2400, text="ok"),
        ScenarioStep("Go on", text="ok"),
        entries=entries,
        context_limit=1000,
    )
    assert fired_at(made) == {**START, 1: ["t"]}
    assert made.steps[0].figures.tokens == 2  # the system text alone


def test_the_steps_that_are_left_are_those_of_the_turn():
    entries = [
        TriggerEntry("left", signal=Signal.STEPS_LEFT, at=Decimal(2), text="[step:left] left", once=False)
    ]
    made = played(*[ScenarioStep(tools=CALL)] * 4, entries=entries, max_steps=StepLimit(5))
    said = {step.number: [one.text for one in step.fired if one.trigger == "left"] for step in made.steps}
    assert said == {0: [], 1: [], 2: [], 3: ["2 left"]}


def test_hints_come_after_each_tenth_call_of_the_turn_and_never_reach_the_model():
    calls = CALL * 4
    entries = [TriggerEntry("t", signal=Signal.CONTEXT, at=Decimal(50), text="[context:percent]", once=False)]
    steps = [replace(RISING[0], tools=calls, total=600), *[ScenarioStep(tools=calls, total=700)] * 5]
    made = played(*steps, entries=entries, strategy=Strategy.HINTS)
    hints = [(step.number, one.after_call, one.text) for step in made.steps for one in step.hints]
    assert hints == [(2, "call_2_1", "70"), (4, "call_4_3", "70")]
    assert made.session.flags == {"sessionStartTodoShown": True}
    kept = [part for message in made.session.messages for step in message.steps for part in step.parts]
    assert [part.text for part in kept if isinstance(part, HintPart)] == ["70", "70"]
    without = played(*steps, strategy=Strategy.MESSAGE_ONLY)
    assert made.requests.request_at(5).body == without.requests.request_at(5).body
    assert len(played(*steps, entries=entries, strategy=Strategy.HINTS, hints_every=4).steps[0].hints) == 0
    often = played(*steps, entries=entries, strategy=Strategy.HINTS, hints_every=4)
    assert [len(step.hints) for step in often.steps] == [0, 1, 1, 1, 1, 1]


def test_hints_have_flags_of_their_own():
    steps = [
        replace(RISING[0], total=850),
        *[ScenarioStep(tools=CALL, total=850)] * 4,
        ScenarioStep("Next", text="ok"),
    ]
    made = played(*steps, strategy=Strategy.HINTS, hints_every=1)
    assert [[one.trigger for one in step.hints] for step in made.steps] == [
        [],
        ["context-warning-80"],
        [],
        [],
        [],
        [],
    ]
    assert fired_at(made) == {**START, 5: ["context-warning-80"]}


@pytest.mark.parametrize(
    ("items", "settings", "end", "steps"),
    [
        ([ScenarioStep("Go", text="ok")], {}, End.FINISHED, 1),
        ([ScenarioStep("Go", tools=CALL)], {}, End.SCRIPT_END, 1),
        ([ScenarioStep("Go", tools=CALL), ScenarioStep(text="ok")], {}, End.FINISHED, 2),
        (
            [ScenarioStep("Go", tools=CALL), ScenarioStep(text="ok")],
            {"go_on": ContinuePolicy(WRITES)},
            End.POLICY,
            1,
        ),
        (
            [ScenarioStep("Go", tools=(ToolCall("Edit"), *CALL)), ScenarioStep(text="ok")],
            {"go_on": ContinuePolicy(WRITES)},
            End.FINISHED,
            2,
        ),
        (
            [ScenarioStep("Go", tools=(ToolCall("Edit"), *CALL)), ScenarioStep(text="ok")],
            {"go_on": ContinuePolicy(WRITES, 2)},
            End.POLICY,
            1,
        ),
        (
            [ScenarioStep("Go", tools=CALL, finish=FinishReason.LENGTH), ScenarioStep(text="ok")],
            {},
            End.FINISHED,
            1,
        ),
        ([ScenarioStep("Go", finish=FinishReason.TOOL_CALLS), ScenarioStep(text="ok")], {}, End.FINISHED, 1),
        (
            [ScenarioStep("Go", tools=CALL, finish=FinishReason.ERROR), ScenarioStep(text="ok")],
            {},
            End.ERROR,
            1,
        ),
        ([Ramp(100, 1, 9, user="Go"), ScenarioStep(text="ok")], {}, End.MAX_STEPS, 100),
        ([Ramp(99, 1, 9, user="Go"), ScenarioStep(text="ok")], {}, End.FINISHED, 100),
        ([Ramp(3, 1, 9, user="Go"), ScenarioStep(text="ok")], {"max_steps": StepLimit(3)}, End.MAX_STEPS, 3),
        ([Ramp(3, 1, 9, user="Go"), Ramp(3, 1, 9, user="On")], {"max_steps": StepLimit(3)}, End.MAX_STEPS, 3),
        (
            [Ramp(2, 1, 9, user="Go"), Ramp(2, 1, 9, user="On")],
            {"max_steps": StepLimit(3)},
            End.SCRIPT_END,
            4,
        ),
    ],
)
def test_a_run_goes_on_and_ends_as_its_settings_say(items, settings, end, steps):
    made = played(*items, **settings)
    assert (made.end, len(made.steps)) == (end, steps)
    assert (made.message != "") == (end in {End.ERROR, End.MAX_STEPS})
    assert made.session.error == (made.message or None)
    codes = [one.code for one in made.problems]
    there = len(Steps(items))
    assert ("steps-after-end" in codes) == (steps < there)
    assert ("results-never-read" in codes) == (end is End.POLICY)


def test_the_limit_of_steps_grows_with_the_open_todos():
    limit = StepLimit(2, 2, 5)
    assert [limit.steps(count) for count in range(4)] == [2, 4, 5, 5]
    todos = (Todo("a", "pending"), Todo("b", "completed"))
    made = play_scenario(
        replace(
            scenario_of(Ramp(9, 1, 9, user="Go"), max_steps=limit),
            start=Start(measures=Measures(todos=todos)),
        ),
        trigger_set(),
    )
    assert (len(made.steps), made.message) == (4, "Maximum iteration limit (4) reached.")
    assert made.message not in str(made.requests.request_at(3).body)


def test_usage_is_the_context_after_a_step_and_totals_are_never_added_up():
    big = (ToolCall("read_file", {}, "b" * 401),)
    made = played(
        ScenarioStep("Do it", tools=CALL, total=100),
        ScenarioStep(tools=big, total=200),
        ScenarioStep(text="é" * 3, tools=big),
        ScenarioStep(tools=CALL),
        entries=[TriggerEntry("session-start-todos", enabled=False)],
    )
    step_2 = 2 + 3 + 101  # ⌈6 bytes ÷ 4⌉ of text, ⌈9 ÷ 4⌉ of the call’s name, ⌈401 ÷ 4⌉ of its result
    assert [step.figures.tokens for step in made.steps] == [2, 100, 200, 200 + step_2]
    assert [step.figures.is_counted for step in made.steps] == [True, False, False, True]


def test_figures_and_todos_hold_from_the_end_of_a_step_until_they_are_given_anew():
    todos = (Todo("Write", "pending"),)
    scenario = replace(
        scenario_of(
            ScenarioStep("Go", tools=CALL, measures=Measures(Decimal("0.5"))),
            ScenarioStep(tools=CALL, measures=Measures(todos=todos)),
            ScenarioStep(tools=CALL),
        ),
        start=Start(
            total=10, measures=Measures(Decimal("0.1"), Decimal("0.2")), flags={"sessionStartTodoShown": True}
        ),
    )
    made = play_scenario(scenario, trigger_set())
    assert [step.figures.cpu for step in made.steps] == [Decimal("0.1"), Decimal("0.5"), Decimal("0.5")]
    assert [step.figures.memory for step in made.steps] == [Decimal("0.2")] * 3
    assert [step.figures.todos for step in made.steps] == [(), (), todos]
    assert made.steps[0].figures.tokens == 10
    assert fired_at(made) == {}


@pytest.mark.parametrize(
    ("strategy", "levels"),
    [
        ("message-only", ["message"]),
        ("hints", ["message"]),
        ("multi-step", ["step"]),
        ("hybrid", ["message"]),
    ],
)
def test_the_check_after_a_compaction_takes_the_levels_of_its_strategy(strategy, levels):
    compaction = {"signal": Signal.COMPACTION, "text": "x"}
    entries = [
        TriggerEntry("for-steps", level=Level.STEP, **compaction),
        TriggerEntry("for-messages", level=Level.MESSAGE, **compaction),
    ]
    for step in (COMPACTED[2], replace(COMPACTED[2], user="Go on")):
        made = played(*COMPACTED[:2], step, entries=entries, strategy=Strategy(strategy))
        fired = made.steps[2].fired
        asked = ["after-compact", "for-steps", "for-messages"]
        if strategy in {"message-only", "hints"}:
            asked.remove("for-steps")
        assert [one.trigger for one in fired] == asked
        assert {one.level.value for one in fired} == set(levels)


def test_a_trigger_that_fires_at_every_step_is_told():
    entries = [TriggerEntry("t", signal=Signal.STEPS_LEFT, at=Decimal(200), text="x", once=False)]
    made = played(*RISING[:4], entries=entries)
    assert [one.code for one in made.problems] == ["fires-at-every-step"]
    once = played(*RISING[:4], entries=[replace(entries[0], once=True)])
    assert once.problems == ()


def test_the_steps_and_calls_of_a_turn_are_counted_anew_in_the_next():
    edit = ScenarioStep(tools=(ToolCall("Edit"),))
    read = ScenarioStep(tools=CALL)
    entries = [
        TriggerEntry("unused", signal=Signal.TOOL_UNUSED, tool="Edit", at=Decimal(2), text="x", once=False),
        TriggerEntry("steps", signal=Signal.STEPS, at=Decimal(3), text="x", once=False),
    ]
    made = played(
        *(replace(edit, user="Go"), read, read, ScenarioStep(text="ok")),
        *(replace(read, user="On"), read, edit, ScenarioStep(text="ok")),
        entries=entries,
    )
    assert fired_at(made) == {**START, 3: ["unused", "steps"], 6: ["unused"], 7: ["steps"]}
    assert [(step.turn, step.turn_step) for step in made.steps] == [
        (turn, step) for turn in (0, 1) for step in range(4)
    ]


def test_a_run_that_no_message_of_the_user_begins_has_a_turn_all_the_same():
    made = played(ScenarioStep(text="ok"))
    assert [(step.turn, step.user) for step in made.steps] == [(0, None)]
    assert played().end is End.SCRIPT_END


def test_hints_come_again_after_a_compaction():
    made = played(*COMPACTED, strategy=Strategy.HINTS, hints_every=1)
    hints = [[one.trigger for one in step.hints] for step in made.steps]
    assert hints == [[], ["context-warning-80"], ["after-compact"], [], []]
    again = played(*COMPACTED[:4], ScenarioStep(tools=CALL), strategy=Strategy.HINTS, hints_every=1)
    assert [one.trigger for one in again.steps[4].hints] == ["context-warning-90", "context-warning-80"]


@pytest.fixture
def tokenizer(monkeypatch):
    """Give a function that installs a tokenizer, or with None takes it away."""

    def install(count):
        counter = SimpleNamespace(count=count)
        package = SimpleNamespace(openai=SimpleNamespace(cl100k_base=lambda: counter)) if count else None
        monkeypatch.setitem(sys.modules, "rs_bpe", SimpleNamespace(bpe=package))
        monkeypatch.setitem(sys.modules, "rs_bpe.bpe", package)
        tokens.forget()

    yield install
    tokens.forget()


def test_a_tokenizer_counts_where_one_is_installed_and_its_absence_is_told(tokenizer):
    settings = {"tokenizer": Tokenizer.CL100K, "context_limit": 10}
    step = ScenarioStep("Go", text="ok")
    tokenizer(lambda text: 9 * bool(text))
    made = played(step, **settings)
    assert (made.steps[0].figures.tokens, made.problems) == (9, ())
    assert fired_at(made)[0][:1] == ["context-warning-90"]
    tokenizer(None)
    estimated = played(step, **settings)
    assert estimated.steps[0].figures.tokens == 2
    assert [one.code for one in estimated.problems] == ["no-tokenizer"]


def test_a_run_whose_requests_are_not_checked_fires_the_same():
    scenario = scenario_of(*RISING, deliver=Deliver.SYSTEM, provider=Provider.ANTHROPIC)
    made, plain = (play_scenario(scenario, trigger_set(), check_requests=check) for check in (True, False))
    assert fired_at(plain) == fired_at(made)
    assert plain.requests == replace(made.requests, sums=())
    assert any(step.findings for step in made.steps)
    assert not any(step.findings for step in plain.steps)

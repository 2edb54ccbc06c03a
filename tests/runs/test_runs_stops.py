"""What a stop in the middle of a run leaves behind."""

from __future__ import annotations

from dataclasses import replace

from played_runs import CALL, RISING, START, fired_at, scenario_of

from editor_app.runs.loop.models import ModelError, StepEnd, StepInput
from editor_app.runs.loop.playing import play
from editor_app.runs.loop.results import collected, plan_of, play_scenario
from editor_app.runs.loop.state import RunState
from editor_app.runs.model.scenario import ScenarioStep, ToolCall
from editor_app.runs.model.session import End, FinishReason, StepStatus, TextPart, ToolPart
from editor_app.runs.triggers.built_in import trigger_set


def test_a_cancelled_run_keeps_what_came_and_closes_its_calls():
    scenario = scenario_of(ScenarioStep("Go", text="Well", tools=CALL * 2), ScenarioStep(text="ok"))
    plan, model = plan_of(scenario, trigger_set())
    seen = []

    def cancelled():
        return bool(seen) and isinstance(seen[-1], ToolPart)

    state = RunState(plan)

    def watched():
        for event in play(model, state, cancelled):
            seen.append(getattr(event, "part", None))
            yield event

    made = collected(watched(), state)
    assert made.end is End.CANCELLED
    (step,) = made.session.messages[-1].steps
    assert step.status is StepStatus.CANCELLED
    assert step.parts == (
        TextPart("Well"),
        ToolPart("call_0_0", "read_file", {"path": "a.py"}, None, "Cancelled."),
    )
    assert (made.steps[0].status, made.steps[0].finish_reason) == (StepStatus.CANCELLED, None)


class _Failing:
    """A model that fails in its second step, after a call."""

    def upcoming(self, number):
        return StepInput("Go" if number == 0 else None)

    def stream(self, number, request):
        assert [one["role"] for one in request().body["messages"]][:1] == ["user"]
        yield ToolPart(f"call_{number}_0", "Bash", {}, None if number else "ok")
        if number:
            raise ModelError("The line broke.")
        yield StepEnd(FinishReason.TOOL_CALLS)


def test_a_model_that_fails_leaves_a_session_that_can_go_on():
    state = RunState(plan_of(scenario_of(), trigger_set())[0])
    made = collected(play(_Failing(), state), state)
    assert (made.end, made.message, len(made.steps)) == (End.ERROR, "The line broke.", 2)
    (call,) = made.session.messages[-1].steps[1].parts
    assert call.error == "Failed: The line broke."
    assert made.steps[1].status is StepStatus.FAILED


def test_a_message_that_cannot_be_stored_is_told_and_fires_again():
    refused = ["The disk is full."]
    plan, model = plan_of(scenario_of(*RISING), trigger_set())
    plan = replace(
        plan,
        store=lambda message: refused.pop() if refused and message.trigger == "context-warning-80" else None,
    )
    state = RunState(plan)
    made = collected(play(model, state), state)
    assert fired_at(made) == {**START, 3: ["context-warning-90", "context-warning-80"]}
    assert made.steps[2].notes == ("‘context-warning-80’ fired and was not stored: The disk is full.",)


def test_a_cancel_between_steps_closes_the_calls_that_were_not_answered_yet():
    scenario = scenario_of(
        ScenarioStep("Go", tools=(ToolCall("Bash", {}, None), *CALL)), ScenarioStep(text="ok")
    )
    plan, model = plan_of(scenario, trigger_set())
    state = RunState(plan)
    made = collected(play(model, state, lambda: state.number == 1), state)
    assert (made.end, len(made.steps)) == (End.CANCELLED, 1)
    assert [call.error for call in made.session.messages[-1].steps[0].calls] == ["Cancelled.", None]
    assert made.steps[0].parts == made.session.messages[-1].steps[0].parts
    assert made.steps[0].status is StepStatus.COMPLETED


def test_a_run_that_is_cancelled_before_it_begins_has_no_steps():
    made = play_scenario(scenario_of(ScenarioStep("Go", text="ok")), trigger_set(), cancelled=lambda: True)
    assert (made.end, made.steps, made.session.messages) == (End.CANCELLED, (), ())


def test_a_cancelled_run_closes_the_stream_of_its_model():
    closed = []

    class Endless(_Failing):
        def stream(self, number, request):
            try:
                while True:
                    yield TextPart("and ")
            finally:
                closed.append(number)

    state = RunState(plan_of(scenario_of(), trigger_set())[0])
    made = collected(
        play(Endless(), state, lambda: state.open_step is not None and len(state.open_step.parts) == 3), state
    )
    assert (made.end, closed) == (End.CANCELLED, [0])
    assert [step.parts for step in made.steps] == [(TextPart("and and and "),)]


class _Silent(_Failing):
    """A model whose answer breaks off without an end."""

    def stream(self, number, request):
        yield TextPart("I will")


def test_an_answer_that_breaks_off_is_kept_and_ends_the_run():
    state = RunState(plan_of(scenario_of(), trigger_set())[0])
    made = collected(play(_Silent(), state), state)
    assert (made.end, made.message) == (End.ERROR, "The answer of the model broke off.")
    assert made.steps[0].parts == (TextPart("I will"),)


def test_a_model_that_ends_with_an_error_has_its_open_calls_closed():
    step = ScenarioStep("Go", tools=(ToolCall("Bash", {}, None),), finish=FinishReason.ERROR)
    made = play_scenario(scenario_of(step, ScenarioStep("On", text="ok")), trigger_set())
    assert (made.end, made.message) == (End.ERROR, "The model ended step 0 with an error.")
    assert [part.error for part in made.steps[0].parts] == ["Failed: the model ended with an error."]
    assert made.steps[0].status is StepStatus.FAILED

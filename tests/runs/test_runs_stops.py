"""What a stop in the middle of a run leaves behind."""

from __future__ import annotations

from dataclasses import replace

from played_runs import CALL, RISING, START, fired_at, scenario_of

from editor_app.runs import (
    End,
    ModelError,
    RunState,
    ScenarioStep,
    StepEnd,
    Upcoming,
    collected,
    plan_of,
    play,
    trigger_set,
)
from editor_app.runs.model.session import TextPart, ToolPart
from editor_app.runs.model.words import FinishReason, StepStatus


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
        return Upcoming("Go" if number == 0 else None)

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

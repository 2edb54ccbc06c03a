"""A run as a scenario that plays to the same requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from editor_app.runs.loop.models import made_id
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.records import StepRecord
from editor_app.runs.model.scenario import ModelChoice, Scenario, ScenarioStep, Steps, ToolCall
from editor_app.runs.model.session import TextPart, ToolPart
from editor_app.runs.model.words import FinishReason


def recorded(scenario: Scenario, result: RunResult) -> Scenario:
    """Return the scenario of a run with the steps that were played, for the scripted model.

    `scenario` is what was played; everything but its steps and its model stays. A message of the user that a
    chat ends with stays there. What is not in a scenario is lost: hints, which are never sent.
    """
    steps = list(_steps(result.steps))
    first = scenario.steps[0].user if len(scenario.steps) else None
    if steps and first is None:
        steps[0] = replace(steps[0], user=None)
    return replace(scenario, steps=Steps(steps), model=ModelChoice())


def _steps(records: tuple[StepRecord, ...]) -> Iterator[ScenarioStep]:
    for record, following in pairwise((*records, None)):
        if record is not None:
            yield _step(record, following)


def _own_id(part: ToolPart, step: int, index: int) -> str | None:
    """Return the id of a call, None where the scripted model makes the same."""
    return None if part.id == made_id(step, index) else part.id


def _step(record: StepRecord, following: StepRecord | None) -> ScenarioStep:
    """Return a step; the figures before the following one are those at its end."""
    texts = [part.text for part in record.parts if isinstance(part, TextPart)]
    calls = [part for part in record.parts if isinstance(part, ToolPart)]
    tools = tuple(
        ToolCall(part.name, part.arguments, part.result, part.error, _own_id(part, record.number, index))
        for index, part in enumerate(calls)
    )
    usual = FinishReason.TOOL_CALLS if tools else FinishReason.STOP
    figures = following.figures if following is not None else None
    is_new = figures is not None and figures.todos != record.figures.todos
    return ScenarioStep(
        record.user,
        "".join(texts) if texts else None,
        tools,
        record.usage,
        figures.cpu if figures is not None and figures.cpu != record.figures.cpu else None,
        figures.memory if figures is not None and figures.memory != record.figures.memory else None,
        figures.todos if figures is not None and is_new else None,
        record.finish_reason if record.finish_reason is not usual else None,
        record.summary,
    )

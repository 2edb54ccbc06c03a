"""A run as lines for a terminal: the steps at which something happens, and strategies side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from editor_app.cli.paths import show_path
from editor_app.cli.runs.scenario_runs import PlayedScenario
from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.loop.results import RunResult
from editor_app.runs.model.records import StepRecord
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import FinishReason, Level, StepStatus, TextPart, ToolPart
from editor_app.text.tokens import byte_length
from editor_app.wire.run_reports.report import short_line

_MOST_SHOWN = 72


def timeline(played: PlayedScenario) -> Iterator[str]:
    """Yield the lines of a run: its settings, what happens at which step, how it ends, what was expected."""
    count = len(played.result.steps)
    yield from head_lines(played.run_input.path, played.result.settings, f"{count:,} {_steps(count)}")
    last = len(played.result.steps) - 1
    for step in played.result.steps:
        if step.number == last or any(_events(step)):
            yield from step_lines(step)
    yield from end_lines(played)


def head_lines(path: Path, settings: RunSettings, title: str) -> Iterator[str]:
    """Yield what stands above the steps of a run: its settings, and by `title` its size or its model."""
    parts = [f"strategy {settings.strategy}", f"provider {settings.provider}", title]
    if settings.context_limit is not None:
        parts.append(f"context of {settings.context_limit:,} tokens")
    yield f"{show_path(path)}: {', '.join(parts)}"
    yield ""


def step_lines(step: StepRecord, *, with_answer: bool = False) -> Iterator[str]:
    """Yield the lines of a step: what happens there, and with `with_answer` what the model said and called.

    Of a step where nothing happens it is how it ended.
    """
    lines = [*_events(step), *(_answer(step) if with_answer else ())]
    head = f"step {step.number:<6}{_context(step):>18}"
    for line in lines or [f"{step.finish_reason or step.status}"]:
        yield f"{head}  {line}".rstrip()
        head = " " * len(head)


def end_lines(played: PlayedScenario) -> Iterator[str]:
    """Yield how a run ended, and what became of its expectations."""
    yield ""
    yield end_line(played.result)
    if played.expectations:
        yield ""
        yield from expectation_lines(played.expectations)


def end_line(result: RunResult) -> str:
    """Return how a run ended."""
    return f"Ended: {result.end}{f'. {result.message}' if result.message else ''}"


def expectation_lines(expectations: Iterable[CheckedExpectation]) -> Iterator[str]:
    """Yield a line for each expectation, with a second one for what happened instead."""
    for outcome in expectations:
        word = "held" if outcome.held else "ERROR" if outcome.is_error else "FAILED"
        yield f"{word:<6}  {outcome.text}"
        if not outcome.held:
            yield f"        {outcome.message}"


def side_by_side(runs: Sequence[PlayedScenario]) -> Iterator[str]:
    """Yield a table: of each trigger that fires, the steps at which it reached the model, by strategy."""
    fired_ids = {id_ for played in runs for id_ in played.result.fired_ids()}
    fired = [
        id_ for trigger in runs[0].run_input.triggers.triggers for id_ in trigger.ids if id_ in fired_ids
    ]
    rows = [("", *(str(played.result.settings.strategy) for played in runs))]
    rows += [(id_, *(_reached(id_, played.result) for played in runs)) for id_ in fired]
    rows.append(("ended", *(f"{played.result.end}" for played in runs)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield f"{show_path(runs[0].run_input.path)}: the step at which each trigger reached the model"
    yield ""
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _reached(id_: str, result: RunResult) -> str:
    """Return the steps at which a trigger reached the model, the first of a turn said to be so."""
    steps = [step for step in result.steps if any(firing.trigger == id_ for firing in step.fired)]
    if not steps:
        return "never"
    shown = []
    for step in steps[:3]:
        is_message = any(firing.trigger == id_ and firing.level is Level.MESSAGE for firing in step.fired)
        waited = is_message and step.number > 0 and step.user is not None
        shown.append(f"{step.number}{' (with the next user message)' if waited else ''}")
    return ", ".join(shown) + (f" and {len(steps) - 3} more" if len(steps) > 3 else "")


def _steps(count: int) -> str:
    return "step" if count == 1 else "steps"


def _events(step: StepRecord) -> Iterator[str]:
    if step.summary is not None:
        yield f"compaction: {short_line(step.summary)}"
    if step.user is not None:
        yield f"user: {short_line(step.user)}"
    for firing in step.fired:
        yield f"{firing.trigger} ({firing.level}): {short_line(firing.text)}"
    for hint in step.hints:
        yield f"hint {hint.trigger}, not sent: {short_line(hint.text)}"
    for refusal in step.refused:
        yield f"refused by {refusal.provider} ({refusal.rule}): {refusal.message}"
    yield from (f"note: {note}" for note in step.notes)


def _answer(step: StepRecord) -> Iterator[str]:
    """Yield what the model said and called, and how the step ended where that is not the usual way."""
    for part in step.parts:
        if isinstance(part, TextPart):
            yield f"text: {short_line(part.text)}"
        elif isinstance(part, ToolPart):
            arguments = json.dumps(part.arguments, ensure_ascii=False)
            yield f"calls {part.name} {short_line(arguments)}"
            if part.error is not None:
                yield f"error: {short_line(part.error)}"
            elif part.result is not None:
                yield f"result of {byte_length(part.result):,} bytes: {short_line(part.result)}"
    if step.status is not StepStatus.COMPLETED:
        yield f"{step.status}"
    elif step.finish_reason not in {FinishReason.STOP, FinishReason.TOOL_CALLS}:
        yield f"ended by {step.finish_reason}"


def _context(step: StepRecord) -> str:
    tokens, percent = step.figures.tokens, step.figures.percent
    if tokens is None:
        return ""
    shown = f"≈ {tokens:,}" if step.figures.is_counted else f"{tokens:,}"
    return shown if percent is None else f"{shown}  {percent:>3} %"

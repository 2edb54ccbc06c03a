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
from editor_app.text import Sentence, some_of
from editor_app.text.tokens import byte_length
from editor_app.wire.run_reports.report import short_line

_MOST_NAMED = 3


def timeline(played: PlayedScenario) -> Iterator[str]:
    """Yield the lines of a run: its settings, what happens at which step, how it ends, what was expected."""
    size = Sentence("text.steps", count=len(played.result.steps))
    yield from head_lines(played.run_input.path, played.result.settings, size)
    last = len(played.result.steps) - 1
    for step in played.result.steps:
        if step.number == last or any(_events(step)):
            yield from step_lines(step)
    yield from end_lines(played)


def head_lines(path: Path, settings: RunSettings, title: str) -> Iterator[str]:
    """Yield what stands above the steps of a run: its settings, and by `title` its size or its model."""
    yield Sentence(
        "cli.run-head",
        path=show_path(path),
        strategy=settings.strategy.value,
        provider=settings.provider.value,
        title=title,
        limit=settings.context_limit or 0,
    )
    yield ""


def step_lines(step: StepRecord, *, with_answer: bool = False) -> Iterator[str]:
    """Yield the lines of a step: what happens there, and with `with_answer` what the model said and called.

    Of a step where nothing happens it is how it ended.
    """
    lines = [*_events(step), *(_answer(step) if with_answer else ())]
    head = f"{Sentence('cli.step', step=step.number):<11}{_context(step):>18}"
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
    return Sentence("cli.ended", end=result.end.value, message=result.message or "")


def expectation_lines(expectations: Iterable[CheckedExpectation]) -> Iterator[str]:
    """Yield a line for each expectation, with a second one for what happened instead."""
    for outcome in expectations:
        became = "held" if outcome.held else "error" if outcome.is_error else "failed"
        yield f"{Sentence('cli.became', became=became):<6}  {outcome.text}"
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
    rows.append((Sentence("cli.row-ended"), *(f"{played.result.end}" for played in runs)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield Sentence("cli.side-by-side", path=show_path(runs[0].run_input.path))
    yield ""
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _reached(id_: str, result: RunResult) -> str:
    """Return the steps at which a trigger reached the model, the first of a turn said to be so."""
    steps = []
    for step in result.steps:
        levels = {firing.level for firing in step.fired if firing.trigger == id_}
        if levels:
            waited = Level.MESSAGE in levels and step.number > 0 and step.user is not None
            steps.append(Sentence("cli.reached-at", step=step.number, when="waited" if waited else "now"))
    return Sentence("cli.reached", count=len(steps), steps=some_of(steps, _MOST_NAMED))


def _events(step: StepRecord) -> Iterator[str]:
    if step.summary is not None:
        yield Sentence("cli.compaction", text=short_line(step.summary))
    if step.user is not None:
        yield Sentence("cli.user", text=short_line(step.user))
    for firing in step.fired:
        yield f"{firing.trigger} ({firing.level}): {short_line(firing.text)}"
    for hint in step.hints:
        yield Sentence("cli.hint-not-sent", trigger=hint.trigger, text=short_line(hint.text))
    for refusal in step.refused:
        provider, rule = refusal.provider.value, refusal.rule
        yield Sentence("cli.refused-by", provider=provider, rule=rule, message=refusal.message)
    yield from (Sentence("cli.note", text=note) for note in step.notes)


def _answer(step: StepRecord) -> Iterator[str]:
    """Yield what the model said and called, and how the step ended where that is not the usual way."""
    for part in step.parts:
        if isinstance(part, TextPart):
            yield Sentence("cli.said", text=short_line(part.text))
        elif isinstance(part, ToolPart):
            arguments = json.dumps(part.arguments, ensure_ascii=False)
            yield Sentence("cli.calls", name=part.name, arguments=short_line(arguments))
            if part.error is not None:
                yield Sentence("cli.call-failed", text=short_line(part.error))
            elif part.result is not None:
                text, size = short_line(part.result), byte_length(part.result)
                yield Sentence("cli.call-gave", count=size, text=text)
    if step.status is not StepStatus.COMPLETED:
        yield f"{step.status}"
    elif step.finish_reason not in {FinishReason.STOP, FinishReason.TOOL_CALLS}:
        yield Sentence("cli.ended-by", reason=str(step.finish_reason))


def _context(step: StepRecord) -> str:
    tokens, percent = step.figures.tokens, step.figures.percent
    if tokens is None:
        return ""
    shown = f"≈ {tokens:,}" if step.figures.is_counted else f"{tokens:,}"
    return shown if percent is None else f"{shown}  {percent:>3} %"

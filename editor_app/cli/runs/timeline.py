"""A run as lines for a terminal: the steps at which something happens, and strategies side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from editor_app.cli.paths import show_path
from editor_app.cli.runs.playing import PlayedScenario
from editor_app.runs import RunResult, StepRecord
from editor_app.runs.expectations.checking import CheckedExpectation
from editor_app.runs.model.words import Level

_MOST_SHOWN = 72


def timeline(played: PlayedScenario) -> Iterator[str]:
    """Yield the lines of a run: its settings, what happens at which step, how it ends, what was expected."""
    result = played.result
    settings = result.settings
    parts = [
        f"strategy {settings.strategy}",
        f"provider {settings.provider}",
        f"{len(result.steps):,} {'step' if len(result.steps) == 1 else 'steps'}",
    ]
    if settings.context_limit is not None:
        parts.append(f"context of {settings.context_limit:,} tokens")
    yield f"{show_path(played.given.path)}: {', '.join(parts)}"
    yield ""
    yield from _rows(result)
    yield ""
    yield f"Ended: {result.end}{f'. {result.message}' if result.message else ''}"
    if played.expectations:
        yield ""
        yield from expectation_lines(played.expectations)


def expectation_lines(expectations: Iterable[CheckedExpectation]) -> Iterator[str]:
    """Yield a line for each expectation, with a second one for what happened instead."""
    for one in expectations:
        word = "held" if one.held else "ERROR" if one.is_error else "FAILED"
        yield f"{word:<6}  {one.text}"
        if not one.held:
            yield f"        {one.message}"


def side_by_side(runs: Sequence[PlayedScenario]) -> Iterator[str]:
    """Yield a table: of each trigger that fires, the steps at which it reached the model, by strategy."""
    found = {id_ for played in runs for id_ in played.result.fired_ids()}
    fired = [id_ for trigger in runs[0].given.triggers.triggers for id_ in trigger.ids if id_ in found]
    rows = [("", *(str(played.result.settings.strategy) for played in runs))]
    rows += [(id_, *(_reached(id_, played.result) for played in runs)) for id_ in fired]
    rows.append(("ended", *(f"{played.result.end}" for played in runs)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    yield f"{show_path(runs[0].given.path)}: the step at which each trigger reached the model"
    yield ""
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _reached(id_: str, result: RunResult) -> str:
    """Return the steps at which a trigger reached the model, the first of a turn said to be so."""
    found = [step for step in result.steps if any(one.trigger == id_ for one in step.fired)]
    if not found:
        return "never"
    shown = [
        f"{step.number} (with the next user message)" if _waited(id_, step) else f"{step.number}"
        for step in found[:3]
    ]
    return ", ".join(shown) + (f" and {len(found) - 3} more" if len(found) > 3 else "")


def _waited(id_: str, step: StepRecord) -> bool:
    is_message = any(one.trigger == id_ and one.level is Level.MESSAGE for one in step.fired)
    return is_message and step.number > 0 and step.user is not None


def _rows(result: RunResult) -> Iterator[str]:
    last = len(result.steps) - 1
    for step in result.steps:
        said = [*_events(step)]
        if not said and step.number != last:
            continue
        head = f"step {step.number:<6}{_context(step):>18}"
        for line in said or [f"{step.finish_reason or step.status}"]:
            yield f"{head}  {line}".rstrip()
            head = " " * len(head)


def _events(step: StepRecord) -> Iterator[str]:
    if step.summary is not None:
        yield f"compaction: {_short(step.summary)}"
    if step.user is not None:
        yield f"user: {_short(step.user)}"
    for firing in step.fired:
        yield f"{firing.trigger} ({firing.level}): {_short(firing.text)}"
    for hint in step.hints:
        yield f"hint {hint.trigger}, not sent: {_short(hint.text)}"
    for refusal in step.refused:
        yield f"refused by {refusal.provider} ({refusal.rule}): {refusal.message}"
    yield from (f"note: {note}" for note in step.notes)


def _context(step: StepRecord) -> str:
    tokens, percent = step.figures.tokens, step.figures.percent
    if tokens is None:
        return ""
    shown = f"≈ {tokens:,}" if step.figures.is_counted else f"{tokens:,}"
    return shown if percent is None else f"{shown}  {percent:>3} %"


def _short(text: str) -> str:
    line = " ".join(text[: _MOST_SHOWN * 4].split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"

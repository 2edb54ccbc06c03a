"""The request of a step as the Request panel shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Final

from editor_app.requests.parts import Finding, Provider
from editor_app.runs.loop.results import RunResult
from editor_app.runs.sent.placement import ModelRole
from editor_app.runs.sent.request_log import tokens_by_role
from editor_app.runs.sent.request_structure import GroupKey, request_end, request_structure, step_change
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.panels.request.view import Comparison, RequestView, RunStep
from editor_app.window.panels.request.words import difference_words

_ORIGINS: Final = {
    ModelRole.SYSTEM: "system",
    ModelRole.USER: "user",
    ModelRole.ASSISTANT: "assistant",
    ModelRole.TOOL: "tools",
    ModelRole.TRIGGER: "triggers",
}


def request_view_of(
    result: RunResult,
    step: int,
    provider: Provider,
    triggers_path: Path | None,
    opened: Collection[GroupKey] = (),
) -> RequestView:
    """Return what a provider gets at a step; what triggers added there stands out.

    The parts of earlier steps are in groups, of which those in `opened` show theirs. The request itself is
    made when it is asked for.
    """
    findings = _findings(result, step, provider)
    fired = [one.trigger for one in result.steps[step].fired]
    structure = request_structure(result.requests, step, provider, findings, opened, triggers_path, fired)
    return RequestView(
        provider,
        cache(partial(result.requests.request_at, step, provider)),
        structure,
        current=triggers_path if any(row.is_inserted for row in structure.parts) else None,
        step=RunStep(
            partial(request_end, result.requests, step, provider),
            partial(compared_with_step_before, result, step, provider),
        ),
        context=f"before step {step} · {tokens_in_words(result, step)}",
    )


def compared_with_step_before(result: RunResult, step: int, provider: Provider) -> Comparison:
    """Return how the request of a step differs from the one of the step before."""
    found = step_change(result.requests, step, provider)
    if found is None:
        return Comparison("Step 0 is the first: no request of the run is before it.")
    name = f"step {step - 1}"
    if found.difference is None:
        sentence = f"Nothing is new since {name}."
    else:
        sentence = difference_words(found.difference, name)
    before, after = found.before, found.after
    if found.same:
        entries = "1 entry" if found.same == 1 else f"{number_in_words(found.same)} entries"
        head = f"    … {entries} that both have\n"
        before, after = head + before, head + after
    return Comparison(sentence, before, after, (name, f"step {step}"))


def tokens_in_words(result: RunResult, step: int) -> str:
    """Return whose tokens the request of a step has."""
    found = tokens_by_role(result.requests, step)
    return ", ".join(f"{_ORIGINS[origin]} ≈\u202f{number_in_words(count)}" for origin, count in found.items())


def _findings(result: RunResult, step: int, provider: Provider) -> Iterator[Finding]:
    start = result.requests.start_of(step)
    for one in chain.from_iterable(record.findings for record in result.steps[start : step + 1]):
        if one.provider is provider:
            yield Finding(one.rule, one.severity, one.place, one.message)

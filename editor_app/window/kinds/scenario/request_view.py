"""The request of a step as the Request panel shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Final

from editor_app.requests import Finding, Provider, Request
from editor_app.runs import PROVIDERS, GroupKey, RunResult, TokenOrigin, request_structure, tokens_by_origin
from editor_app.window.kinds.scenario.rows import number_words
from editor_app.window.panels.request import RequestView

OTHER_PROVIDER: Final = (
    "Runs are played for OpenAI’s chat completions, Anthropic and Google. Choose one of these."
)

_ORIGINS: Final = {
    TokenOrigin.SYSTEM: "system",
    TokenOrigin.USER: "user",
    TokenOrigin.ASSISTANT: "assistant",
    TokenOrigin.TOOL: "tools",
    TokenOrigin.TRIGGER: "triggers",
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
    if provider not in PROVIDERS:
        return RequestView(provider, sentence=OTHER_PROVIDER)
    mark = triggers_path or Path("triggers.yaml")
    findings = _findings(result, step, provider)
    structure = request_structure(result.requests, step, provider, findings, opened, mark)
    return RequestView(
        provider,
        cache(partial(result.requests.request_at, step, provider)),
        structure,
        current=mark if any(row.part.origin == mark for row in structure.parts) else None,
        context=f"before step {step} · {tokens_in_words(result, step)}",
    )


def previous_body(result: RunResult, step: int, provider: Provider) -> tuple[object, str] | None:
    """Return the body of the step before and what it is called, None at the first step."""
    if step == 0 or provider not in PROVIDERS:
        return None
    return result.requests.request_at(step - 1, provider).body, f"step {step - 1}"


def tokens_in_words(result: RunResult, step: int) -> str:
    """Return whose tokens the request of a step has."""
    found = tokens_by_origin(result.requests, step)
    return ", ".join(f"{_ORIGINS[origin]} ≈\u202f{number_words(count)}" for origin, count in found.items())


def request_of(result: RunResult, step: int, provider: Provider) -> Request | None:
    """Return the request of a step, None for a provider that runs are not played for."""
    return result.requests.request_at(step, provider) if provider in PROVIDERS else None


def _findings(result: RunResult, step: int, provider: Provider) -> Iterator[Finding]:
    start = result.requests.start_of(step)
    found = chain.from_iterable(one.findings for one in result.steps[start : step + 1])
    for one in found:
        if one.provider is provider:
            yield Finding(one.rule, one.severity, one.place, one.message)

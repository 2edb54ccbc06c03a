"""Whether a provider takes the requests of a run, said as they grow and of a finished body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from editor_app.requests.parts import Finding, Provider, facts_of
from editor_app.runs.legality.anthropic import AnthropicLegality
from editor_app.runs.legality.google import GoogleLegality
from editor_app.runs.legality.openai import OpenAILegality
from editor_app.runs.legality.state import Entry, refusal
from editor_app.runs.sent.request_log import CONVERSATION

Legality: TypeAlias = OpenAILegality | AnthropicLegality | GoogleLegality


def begin(provider: Provider, model: str | None) -> Legality:
    """Return what is known of a conversation before its first entry."""
    if provider is Provider.OPENAI:
        return OpenAILegality()
    facts = facts_of(provider, model)
    if provider is Provider.ANTHROPIC:
        return AnthropicLegality(facts, model)
    return GoogleLegality(facts, model)


def next_request(known: Legality, entries: Sequence[Entry]) -> tuple[Legality, tuple[Finding, ...]]:
    """Return what is known after the new entries of the next request, and what is refused in it for them."""
    broken: list[Finding] = []
    for entry in entries:
        broken += known.broken_by(entry)
        known = known.after(entry)
    known, at_end = known.ended()
    return known, (*broken, *at_end)


def check_run_request(
    provider: Provider, body: Mapping[str, object], model: str | None = None
) -> tuple[Finding, ...]:
    """Return what a provider refuses in a finished body of calls, results and messages between them."""
    entries = body.get(CONVERSATION[provider])
    known = begin(provider, model)
    found = next_request(known, entries if isinstance(entries, list) else ())[1]
    return (*check_system(provider, body), *found)


def check_system(provider: Provider, body: Mapping[str, object]) -> tuple[Finding, ...]:
    """Return the finding that a system text is only whitespace, which Anthropic refuses."""
    blocks = body.get("system")
    if provider is not Provider.ANTHROPIC or not isinstance(blocks, list):
        return ()
    return tuple(
        refusal(
            "blank-content",
            ("system", number, "text"),
            "The system text is only whitespace: Anthropic refuses it. Write something, or send none.",
        )
        for number, block in enumerate(blocks)
        if isinstance(block, Mapping) and not str(block.get("text")).strip()
    )

"""Whether a provider takes the requests of a run, said as they grow and of a finished body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Finding, Provider, SystemText, facts_of
from editor_app.runs.legality.anthropic import AnthropicLegality
from editor_app.runs.legality.google import GoogleLegality
from editor_app.runs.legality.openai import OpenAILegality
from editor_app.runs.legality.state import Entry, refusal
from editor_app.runs.model.records import Refusal
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import PROVIDERS
from editor_app.runs.sent.placement import ModelMessage, placed_chunk
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


class GrowingRequests:
    """The requests of a run, as each provider would check them one after the other."""

    __slots__ = ("_deliver", "_known", "_models", "_system")

    def __init__(self, system: SystemText, settings: RunSettings) -> None:
        """Begin with nothing sent; only the model of the provider of the settings is known."""
        self._system = system
        self._deliver = settings.deliver
        self._models = {one: settings.model if one is settings.provider else None for one in PROVIDERS}
        self._known: dict[Provider, Legality] = {}

    def restart(self) -> None:
        """Forget what was sent: a compaction begins the requests anew."""
        self._known.clear()

    def next(self, new: Sequence[ModelMessage]) -> tuple[Refusal, ...]:
        """Return what is refused in the next request for its new messages, provider after provider."""
        return tuple(
            Refusal(provider, one.code, one.severity, one.place, one.message)
            for provider, findings in self._next(new)
            for one in findings
        )

    def _next(self, new: Sequence[ModelMessage]) -> Iterator[tuple[Provider, Iterable[Finding]]]:
        for provider in PROVIDERS:
            placed = placed_chunk(new, provider, self._deliver)
            known = self._known.get(provider)
            model = self._models[provider]
            if known is None:
                body = assemble_request(provider, placed, system=self._system, model=model).body
                yield provider, check_system(provider, body)
                known, entries = begin(provider, model), body[CONVERSATION[provider]]
            else:
                entries = [entry for message in placed for entry in message_entries(provider, message)]
            self._known[provider], found = next_request(known, entries)
            if found:
                yield provider, found

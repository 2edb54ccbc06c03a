"""Requests checked as they grow: each step looks only at what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from editor_app.requests.building import assemble_request, message_entries
from editor_app.requests.parts import Finding, Provider, SystemText
from editor_app.runs.legality.checking import (
    Legality,
    begin,
    check_system,
    next_request,
)
from editor_app.runs.model.records import Refusal
from editor_app.runs.model.scenario import RunSettings
from editor_app.runs.model.session import PROVIDERS
from editor_app.runs.sent.placement import ModelMessage, placed_chunk
from editor_app.runs.sent.request_log import CONVERSATION


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

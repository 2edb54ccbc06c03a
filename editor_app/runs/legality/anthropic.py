"""What Anthropic refuses between calls and results, and of system messages among the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from editor_app.requests.parts import Finding, ModelFacts, Place, by_model, shown_place
from editor_app.runs.legality.state import (
    Entry,
    OpenCalls,
    final_message,
    first_message,
    listed,
    mappings,
    refusal,
)


@dataclass(frozen=True, slots=True)
class AnthropicLegality:
    """A conversation of Messages so far: who spoke last, and which calls are open.

    `is_misplaced` says that the last entry is a system message at a place of which that was said already.
    """

    facts: ModelFacts = field(default_factory=ModelFacts)
    model: str | None = None
    count: int = 0
    last_role: str | None = None
    is_misplaced: bool = False
    open: OpenCalls | None = None

    def ended(self) -> tuple[AnthropicLegality, tuple[Finding, ...]]:
        """Return what a request breaks that ends here: open calls, or the assistant's message last."""
        if self.open is not None:
            return replace(self, open=None), (_unanswered(self.open),)
        if self.last_role != "assistant" or self.facts.continues_reply:
            return self, ()
        return self, (final_message(("messages", self.count - 1), self.facts, self.model),)

    def broken_by(self, entry: Entry) -> Iterator[Finding]:
        """Yield what the next entry breaks."""
        place: Place = ("messages", self.count)
        role, blocks = entry.get("role"), mappings(entry.get("content"))
        if self.last_role is None and role == "assistant":
            yield first_message(place)
        yield from self._results(role, blocks, place)
        yield from _blank(entry, place)
        if role == "system":
            yield from self._system(place)
        if self.last_role == "system" and not self.is_misplaced and role not in {"assistant", "system"}:
            before: Place = ("messages", self.count - 1)
            yield _misplaced(before, "stands before a message that is not the assistant’s", self.model)

    def after(self, entry: Entry) -> AnthropicLegality:
        """Return what is known after the next entry."""
        role = entry.get("role")
        calls = [one for one in mappings(entry.get("content")) if one.get("type") == "tool_use"]
        ids = tuple(str(one.get("id")) for one in calls) if role == "assistant" else ()
        opened = OpenCalls(ids, ("messages", self.count)) if ids else None
        is_misplaced = role == "system" and self.last_role != "user"
        return AnthropicLegality(
            self.facts, self.model, self.count + 1, str(role), is_misplaced=is_misplaced, open=opened
        )

    def _results(self, role: object, blocks: Sequence[Mapping[str, Any]], place: Place) -> Iterator[Finding]:
        """Yield what is wrong with the results in an entry, or with there being none."""
        given = [str(one.get("tool_use_id")) for one in blocks if _is_result(one)]
        leading = sum(1 for _ in takewhile(_is_result, blocks))
        wanted = Counter(self.open.ids if self.open is not None else ())
        extra = list((Counter(given) - wanted).elements())
        if self.open is not None and (role != "user" or wanted - Counter(given)):
            yield _unanswered(self.open)
        if extra:
            yield refusal(
                "tool-results",
                place,
                f"{shown_place(place)} answers {listed(extra)}, which the message before it does not call: "
                "Anthropic refuses a result without its call. Remove it, or keep the call before it.",
            )
        if leading < len(given):
            yield refusal(
                "tool-results",
                place,
                f"{shown_place(place)} has something before its last ‘tool_result’: Anthropic refuses it. "
                "Put texts after all results.",
            )

    def _system(self, place: Place) -> Iterator[Finding]:
        """Yield what is wrong with a system message at a place."""
        takes = self.facts.takes_system_messages
        if takes is False:
            severity, _ = by_model(takes)
            says = f"{self.model} takes no system message among the others. Deliver it as ‘user’."
            yield refusal("system-not-first", place, f"{shown_place(place)}: {says}", severity)
        elif self.last_role is None:
            yield _misplaced(place, "is the first of the messages", self.model)
        elif self.last_role == "system":
            yield _misplaced(place, "follows another one", self.model)
        elif self.last_role != "user":
            yield _misplaced(place, "does not follow a message of the user", self.model)
        elif takes is None:
            severity, depends = by_model(takes)
            says = f"models before Claude Opus 4.8 take no system message among the others.{depends}"
            yield refusal("system-not-first", place, f"{shown_place(place)}: {says}", severity)


def _is_result(block: Mapping[str, Any]) -> bool:
    return block.get("type") == "tool_result"


def _blank(entry: Entry, place: Place) -> Iterator[Finding]:
    content = entry.get("content")
    texts: list[tuple[object, Place]] = []
    if isinstance(content, str):
        texts = [(content, (*place, "content"))]
    elif isinstance(content, list):
        texts = [
            (one.get("text"), (*place, "content", number, "text"))
            for number, one in enumerate(content)
            if isinstance(one, Mapping) and one.get("type") == "text"
        ]
        if not content:
            texts = [("", (*place, "content"))]
    for text, at in texts:
        if isinstance(text, str) and not text.strip():
            what = "only whitespace" if text else "empty"
            yield refusal(
                "blank-content",
                at,
                f"The text at {shown_place(at)} is {what}: Anthropic refuses it. Write something, or leave "
                "it out.",
            )


def _misplaced(place: Place, why: str, model: str | None) -> Finding:
    who = model or "Anthropic"
    return refusal(
        "system-placement",
        place,
        f"The system message {shown_place(place)} {why}: {who} refuses it there. Deliver it as ‘user’.",
    )


def _unanswered(calls: OpenCalls) -> Finding:
    return refusal(
        "tool-results",
        calls.place,
        f"{shown_place(calls.place)} calls {listed(calls.ids)}, and the next message does not begin with a "
        "‘tool_result’ for each: Anthropic refuses it. Give each call a result or an error.",
    )

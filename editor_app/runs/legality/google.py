"""What Google refuses between calls and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from editor_app.requests.parts import Finding, ModelFacts, Place, shown_place
from editor_app.runs.legality.state import (
    Entry,
    OpenCalls,
    final_message,
    first_message,
    listed,
    mappings,
    refusal,
)
from editor_app.text import Severity


@dataclass(frozen=True, slots=True)
class GoogleLegality:
    """A conversation of generateContent so far: contents, who spoke last, and open calls."""

    facts: ModelFacts = field(default_factory=ModelFacts)
    model: str | None = None
    count: int = 0
    last_role: str | None = None
    open: OpenCalls | None = None

    def ended(self) -> tuple[GoogleLegality, tuple[Finding, ...]]:
        """Return what the request breaks that ends here: open calls, or the model's content at the end."""
        if self.open is not None:
            return replace(self, open=None), (_unanswered(self.open),)
        if self.last_role != "model" or self.facts.continues_reply:
            return self, ()
        return self, (final_message(("contents", self.count - 1), self.facts, self.model),)

    def broken_by(self, entry: Entry) -> Iterator[Finding]:
        """Yield what the next content breaks."""
        place: Place = ("contents", self.count)
        parts = mappings(entry.get("parts"))
        if self.last_role is None and entry.get("role") == "model":
            yield first_message(place)
        yield from self._results(parts, place)
        if _names(parts, "functionCall") and self.last_role not in {"user", "function"}:
            yield refusal(
                "tool-calls",
                place,
                f"{shown_place(place)} calls a function, and no content of the user or ‘functionResponse’ "
                "stands directly before it: Google refuses it. Put one there.",
            )
        if entry.get("role") == "system":
            yield refusal(
                "system-not-first",
                place,
                f"{shown_place(place)} is a system message: Google takes none among the contents. Deliver it "
                "as ‘user’.",
            )
        yield from _blank(parts, place)

    def after(self, entry: Entry) -> GoogleLegality:
        """Return what is known after the next content."""
        names = _names(mappings(entry.get("parts")), "functionCall")
        opened = OpenCalls(names, ("contents", self.count)) if names else None
        role = str(entry.get("role", "user"))
        return replace(self, count=self.count + 1, last_role=role, open=opened)

    def _results(self, parts: Sequence[Mapping[str, Any]], place: Place) -> Iterator[Finding]:
        given = Counter(_names(parts, "functionResponse"))
        wanted = Counter(self.open.ids if self.open is not None else ())
        if self.open is not None and wanted - given:
            yield _unanswered(self.open)
        if given - wanted:
            yield refusal(
                "tool-results",
                place,
                f"{shown_place(place)} answers {listed((given - wanted).elements())}, which the content "
                "before it does not call: Google refuses it. Remove it, or keep the call before it.",
            )
        if given and given.total() < len(parts):
            yield refusal(
                "tool-results",
                place,
                f"{shown_place(place)} has something beside its ‘functionResponse’: newer models refuse "
                "that. Put it into a content of its own.",
            )


def _names(parts: Sequence[Mapping[str, Any]], key: str) -> tuple[str, ...]:
    found = (part[key] for part in parts if key in part)
    return tuple(str(one.get("name")) if isinstance(one, Mapping) else "" for one in found)


def _blank(parts: Sequence[Mapping[str, Any]], place: Place) -> Iterator[Finding]:
    for number, part in enumerate(parts):
        text = part.get("text")
        if not isinstance(text, str) or text.strip():
            continue
        at: Place = (*place, "parts", number, "text")
        if text:
            says, severity = (
                "is only whitespace: Google takes it, and the model reads nothing",
                Severity.WARNING,
            )
        else:
            says, severity = "is empty: Google refuses it", Severity.ERROR
        message = f"The text at {shown_place(at)} {says}. Write something, or leave it out."
        yield refusal("blank-content", at, message, severity)


def _unanswered(calls: OpenCalls) -> Finding:
    return refusal(
        "tool-results",
        calls.place,
        f"{shown_place(calls.place)} calls {listed(calls.ids)}, and the next content does not have a "
        "‘functionResponse’ for each: Google refuses it. Give each call a result or an error.",
    )

"""What OpenAI refuses between calls and results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from editor_app.requests.parts import Finding, shown_place
from editor_app.runs.legality.state import Entry, OpenCalls, listed, mappings, refusal


@dataclass(frozen=True, slots=True)
class OpenAILegality:
    """A conversation of Chat Completions so far: how many entries, and which calls have no result yet."""

    count: int = 0
    open: OpenCalls | None = None

    def ended(self) -> tuple[OpenAILegality, tuple[Finding, ...]]:
        """Return what the request breaks that ends here: calls without results."""
        if self.open is None:
            return self, ()
        return replace(self, open=None), (_unanswered(self.open),)

    def broken_by(self, entry: Entry) -> Iterator[Finding]:
        """Yield what the next entry breaks."""
        place = ("messages", self.count)
        role = entry.get("role")
        if role == "tool":
            id_ = str(entry.get("tool_call_id"))
            if self.open is None or id_ not in self.open.ids:
                yield refusal(
                    "tool-results",
                    place,
                    f"{shown_place(place)} answers ‘{id_[:64]}’, which no open call has: OpenAI refuses a "
                    "result without its call. Remove it, or keep the call before it.",
                )
        elif self.open is not None:
            if role == "system":
                yield refusal(
                    "system-placement",
                    place,
                    f"{shown_place(place)} is a system message between calls and their results: OpenAI "
                    "refuses it there. Put it after the results.",
                )
            else:
                yield _unanswered(self.open)

    def after(self, entry: Entry) -> OpenAILegality:
        """Return what is known after the next entry."""
        count = self.count + 1
        role = entry.get("role")
        if role == "tool" and self.open is not None:
            id_ = str(entry.get("tool_call_id"))
            left = tuple(one for one in self.open.ids if one != id_)
            return OpenAILegality(count, replace(self.open, ids=left) if left else None)
        if role == "system":
            return replace(self, count=count)
        ids = tuple(str(call.get("id")) for call in mappings(entry.get("tool_calls")))
        return OpenAILegality(count, OpenCalls(ids, ("messages", self.count)) if ids else None)


def _unanswered(calls: OpenCalls) -> Finding:
    return refusal(
        "tool-results",
        calls.place,
        f"{shown_place(calls.place)} calls {listed(calls.ids)}, and no ‘tool’ message answers that before "
        "the next message: OpenAI refuses it. Give each call a result or an error.",
    )

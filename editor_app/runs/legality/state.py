"""What the checks of legality share: what they give, and how a request is gone through as it grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from editor_app.requests.parts import Finding, ModelFacts, Place, by_model, shown_place
from editor_app.text import Severity

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """The calls of an assistant's message that wait for their results.

    They are known by their ids, Google's by their names; `place` is that of the message.
    """

    ids: tuple[str, ...] = ()
    place: Place = ()


def refusal(code: str, place: Place, message: str, severity: Severity = Severity.ERROR) -> Finding:
    """Return what a rule refuses at a place."""
    return Finding(code, severity, place, message)


def final_message(place: Place, facts: ModelFacts, model: str | None) -> Finding:
    """Return what models make of a request that ends with the assistant's message."""
    severity, depends = by_model(facts.continues_reply)
    who = f"{model} refuses" if facts.continues_reply is False else "newer models refuse"
    return refusal(
        "final-assistant",
        place,
        f"The last message, {shown_place(place)}, is the assistant’s: {who} that. End with a message of the "
        f"user.{depends}",
        severity,
    )


def first_message(place: Place) -> Finding:
    """Return what models make of a conversation that the assistant begins."""
    message = (
        f"{shown_place(place)} is the first message, and the assistant’s: some models and hosts refuse that."
    )
    return refusal("first-not-user", place, f"{message} Begin with the user’s.", Severity.WARNING)


def listed(ids: Iterable[str]) -> str:
    """Return ids in quotes with commas, the first three of them."""
    names = list(ids)
    shown = ", ".join(f"‘{one[:64]}’" for one in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown


def mappings(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of a list; of anything else, none."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []

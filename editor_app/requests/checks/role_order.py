"""Who speaks first, and who twice in a row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Provider, shown_place
from editor_app.text import Severity

_ASSISTANTS = {"assistant", "model"}


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for a conversation that the assistant begins, and for each role twice in a row."""
    if view.provider.is_openai:
        return
    first = view.turns[0] if view.turns else None
    if first is not None and first.role in _ASSISTANTS:
        message = (
            "The first message is the assistant’s: some models and hosts refuse that. Begin with the user’s."
        )
        yield Finding("first-not-user", Severity.WARNING, first.place, message)
    for before, turn in pairwise(view.turns):
        if turn.role is not None and turn.role == before.role and turn.role != "system":
            says = (
                "Anthropic combines them into one turn"
                if view.provider is Provider.ANTHROPIC
                else "models differ in what they make of it"
            )
            message = (
                f"{shown_place(before.place)} and {shown_place(turn.place)} are both of role "
                f"‘{turn.role[:40]}’: {says}."
            )
            args = {"role": turn.role, "says": says}
            yield Finding("consecutive-roles", Severity.WARNING, turn.place, message, args)

"""Roles that a provider does not know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Add, Finding, Provider, Repair, SetValue, shown_place
from editor_app.text import Severity, nearest

_OPENAI = ("system", "developer", "user", "assistant", "tool", "function")
_ROLES = {
    Provider.OPENAI: _OPENAI,
    Provider.OPENAI_RESPONSES: _OPENAI,
    Provider.ANTHROPIC: ("user", "assistant", "system"),
    Provider.GOOGLE: ("user", "model"),
}
_SAME = {"assistant": "model", "model": "assistant", "human": "user", "ai": "assistant", "bot": "assistant"}


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each role that the provider does not know, and for each message without one."""
    known = _ROLES[view.provider]
    for number, turn in enumerate(view.turns):
        if turn.role in known or not turn.needs_role:
            continue
        if view.provider is Provider.GOOGLE and turn.role == "system" and number:
            continue  # its place is what is wrong
        place = (*turn.place, "role")
        listed = f"{view.provider.maker} knows {', '.join(known)}"
        if turn.role is None:
            message = f"{shown_place(turn.place)} has no role; {listed}."
            entry = view.body[view.conversation][turn.place[-1]]
            change = (
                SetValue((*turn.place, "role"), "user")
                if "role" in entry
                else Add(turn.place, "role", "user")
            )
            repair = Repair("Make it a message of the user", (change,))
            yield Finding("unknown-role", Severity.ERROR, turn.place, message, repair=repair)
            continue
        meant = _meant(turn.role, known)
        did = f" Did you mean ‘{meant}’?" if meant else ""
        message = f"The role ‘{turn.role[:40]}’ of {shown_place(turn.place)} is none; {listed}.{did}"
        written = Repair(f"Write ‘{meant}’", (SetValue(place, meant),)) if meant else None
        args = {"role": turn.role[:100], "says": f"{listed}.{did}"}
        yield Finding("unknown-role", Severity.ERROR, place, message, args, written)


@lru_cache(maxsize=256)
def _meant(role: str, known: tuple[str, ...]) -> str | None:
    same = _SAME.get(role.lower())
    if same in known:
        return same
    near = nearest(role, known)
    return near[0] if near else None

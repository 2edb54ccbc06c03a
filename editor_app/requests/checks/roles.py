"""Roles: which there are, who speaks first and last, and where system messages stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import (
    Add,
    Finding,
    Provider,
    Remove,
    Repair,
    SetValue,
    by_model,
    facts_of,
    shown_place,
)
from editor_app.requests.provider_rules import ASSISTANTS, RULES
from editor_app.text import Severity, nearest

_SAME = {"assistant": "model", "model": "assistant", "human": "user", "ai": "assistant", "bot": "assistant"}


def check_roles(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each role that the provider does not know, and for each message without one."""
    known = RULES[view.provider].roles
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


def check_order(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for a conversation that the assistant begins, and for each role twice in a row."""
    if view.provider.is_openai:
        return
    first = view.turns[0] if view.turns else None
    if first is not None and first.role in ASSISTANTS:
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


def check_system_places(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each system message where the provider or the model takes none."""
    if view.provider.is_openai:
        return
    takes = facts_of(view.provider, view.model).takes_system_messages
    for number, turn in enumerate(view.turns):
        if turn.role != "system":
            continue
        if view.provider is Provider.GOOGLE:
            if number:
                says = "Google takes no system message here."
                yield _not_first(view, number, Severity.ERROR, says, "Google takes it only first.")
            continue
        if not takes:
            severity, depends = by_model(takes)
            model = f"{view.model} takes" if takes is False else "Models before Claude Opus 4.8 take"
            first = f"{view.model} takes" if takes is False else "models before Claude Opus 4.8 take"
            says = f"{model} no system message among the others.{depends}"
            yield _not_first(view, number, severity, says, f"{first} it only first.{depends}")
            continue
        why = _misplaced(view, number)
        if why is not None:
            message = f"The system message {shown_place(turn.place)} {why}: {view.model} refuses it there."
            args = {"why": why, "model": view.model or ""}
            yield Finding(
                "system-placement", Severity.ERROR, turn.place, message, args, _to_user(view, number)
            )


def _not_first(view: BodyView, number: int, severity: Severity, says: str, takes: str) -> Finding:
    place = view.turns[number].place
    message = f"{shown_place(place)} is a system message: {says} Put it into the system text."
    return Finding("system-not-first", severity, place, message, {"takes": takes}, _to_user(view, number))


def _misplaced(view: BodyView, number: int) -> str | None:
    """Return in words what is wrong with the place of a system message, None if nothing is."""
    before = view.turns[number - 1].role if number else None
    after = view.turns[number + 1].role if number + 1 < len(view.turns) else None
    if number == 0:
        return "is the first of the messages"
    if "system" in {before, after}:
        return "stands beside another one"
    if before != "user":
        return "does not follow a message of the user"
    if after not in {None, "assistant"}:
        return "is neither the last nor before a message of the assistant"
    return None


def _to_user(view: BodyView, number: int) -> Repair:
    place = (*view.turns[number].place, "role")
    return Repair("Make it a message of the user", (SetValue(place, "user"),))


def check_last(view: BodyView) -> Iterator[Finding]:
    """Yield what providers make of an assistant's message at the end, and of whitespace at its end."""
    last = view.turns[-1] if view.turns else None
    if last is None or last.role not in ASSISTANTS:
        return
    severity, says = _judged(view)
    message = f"The last message, {shown_place(last.place)}, is the assistant’s: {says}"
    repair = None
    follows_another = len(view.turns) > 1 and view.turns[-2].role not in ASSISTANTS
    if follows_another and isinstance(last.place[-1], int):
        repair = Repair("Remove this message", (Remove(last.place),))
    yield Finding("final-assistant", severity, last.place, message, {"says": says}, repair)
    text = last.texts[-1] if last.texts else None
    if view.provider is Provider.ANTHROPIC and text is not None and text.text != text.text.rstrip():
        repair = Repair("Remove the whitespace at its end", (SetValue(text.place, text.text.rstrip()),))
        message = (
            f"The last text, {shown_place(text.place)}, is the assistant’s and ends in whitespace: Anthropic "
            "refuses it. Remove the whitespace."
        )
        has_rest = bool(text.text.strip())
        yield Finding(
            "trailing-whitespace", Severity.ERROR, text.place, message, repair=repair if has_rest else None
        )


def _judged(view: BodyView) -> tuple[Severity, str]:
    if view.provider.is_openai:
        return Severity.WARNING, "OpenAI does not continue it; a new reply follows."
    continues = facts_of(view.provider, view.model).continues_reply
    if continues:
        return Severity.WARNING, "the model continues it instead of answering."
    severity, depends = by_model(continues)
    if continues is False:
        return severity, f"{view.model} refuses that. End with a message of the user."
    newer = "Claude 4.6 and later refuse" if view.provider is Provider.ANTHROPIC else "newer models refuse"
    return severity, f"{newer} that, others continue it.{depends}"

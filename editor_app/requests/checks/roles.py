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
from editor_app.text import Sentence, Severity, meant, nearest

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
        if turn.role is None:
            message = Sentence(
                "requests.without-role", place=shown_place(turn.place), maker=view.provider.maker, known=known
            )
            entry = view.body[view.conversation][turn.place[-1]]
            change = (
                SetValue((*turn.place, "role"), "user")
                if "role" in entry
                else Add(turn.place, "role", "user")
            )
            repair = Repair(Sentence("requests.make-users"), (change,))
            yield Finding("unknown-role", Severity.ERROR, turn.place, message, repair=repair)
            continue
        meant_role = _meant(turn.role, known)
        did = meant([meant_role] if meant_role else [])
        message = Sentence(
            "requests.unknown-role",
            role=turn.role[:40],
            place=shown_place(turn.place),
            maker=view.provider.maker,
            known=known,
            near=did,
        )
        written = (
            Repair(Sentence("text.write", text=meant_role), (SetValue(place, meant_role),))
            if meant_role
            else None
        )
        args = {
            "role": turn.role[:100],
            "says": Sentence("requests.roles-known", maker=view.provider.maker, known=known, near=did),
        }
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
        message = Sentence("requests.first-of-assistant")
        yield Finding("first-not-user", Severity.WARNING, first.place, message)
    for before, turn in pairwise(view.turns):
        if turn.role is not None and turn.role == before.role and turn.role != "system":
            says = Sentence("requests.models-differ-in-them")
            if view.provider is Provider.ANTHROPIC:
                says = Sentence("requests.combined")
            message = Sentence(
                "requests.same-role",
                first=shown_place(before.place),
                second=shown_place(turn.place),
                role=turn.role[:40],
                says=says,
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
                says, takes_it = (
                    Sentence("requests.google-takes-none"),
                    Sentence("requests.google-only-first"),
                )
                yield _not_first(view, number, Severity.ERROR, says, takes_it)
            continue
        if not takes:
            severity, _ = by_model(takes)
            says, first = Sentence("requests.old-takes-none"), Sentence("requests.old-only-first")
            if takes is False:
                says = Sentence("requests.takes-none", model=view.model or "")
                first = Sentence("requests.only-first", model=view.model or "")
            yield _not_first(view, number, severity, says, first)
            continue
        why = _misplaced(view, number)
        if why is not None:
            message = Sentence(
                "requests.system-misplaced", place=shown_place(turn.place), why=why, model=view.model or ""
            )
            args = {"why": why, "model": view.model or ""}
            yield Finding(
                "system-placement", Severity.ERROR, turn.place, message, args, _to_user(view, number)
            )


def _not_first(view: BodyView, number: int, severity: Severity, says: str, takes: str) -> Finding:
    place = view.turns[number].place
    message = Sentence("requests.system-not-first", place=shown_place(place), says=says)
    return Finding("system-not-first", severity, place, message, {"takes": takes}, _to_user(view, number))


def _misplaced(view: BodyView, number: int) -> str | None:
    """Return what is wrong with the place of a system message, None if nothing is."""
    before = view.turns[number - 1].role if number else None
    after = view.turns[number + 1].role if number + 1 < len(view.turns) else None
    if number == 0:
        return "first"
    if "system" in {before, after}:
        return "beside-another"
    if before != "user":
        return "not-after-user"
    if after not in {None, "assistant"}:
        return "not-before-assistant"
    return None


def _to_user(view: BodyView, number: int) -> Repair:
    place = (*view.turns[number].place, "role")
    return Repair(Sentence("requests.make-users"), (SetValue(place, "user"),))


def check_last(view: BodyView) -> Iterator[Finding]:
    """Yield what providers make of an assistant's message at the end, and of whitespace at its end."""
    last = view.turns[-1] if view.turns else None
    if last is None or last.role not in ASSISTANTS:
        return
    severity, says = _judged(view)
    message = Sentence("requests.last-of-assistant", place=shown_place(last.place), says=says)
    repair = None
    follows_another = len(view.turns) > 1 and view.turns[-2].role not in ASSISTANTS
    if follows_another and isinstance(last.place[-1], int):
        repair = Repair(Sentence("requests.remove-message"), (Remove(last.place),))
    yield Finding("final-assistant", severity, last.place, message, {"says": says}, repair)
    text = last.texts[-1] if last.texts else None
    if view.provider is Provider.ANTHROPIC and text is not None and text.text != text.text.rstrip():
        repair = Repair(Sentence("requests.remove-whitespace"), (SetValue(text.place, text.text.rstrip()),))
        message = Sentence("requests.ends-in-whitespace", place=shown_place(text.place))
        has_rest = bool(text.text.strip())
        yield Finding(
            "trailing-whitespace", Severity.ERROR, text.place, message, repair=repair if has_rest else None
        )


def _judged(view: BodyView) -> tuple[Severity, str]:
    if view.provider.is_openai:
        return Severity.WARNING, Sentence("requests.new-reply-follows")
    continues = facts_of(view.provider, view.model).continues_reply
    if continues:
        return Severity.WARNING, Sentence("requests.is-continued")
    severity, depends = by_model(continues)
    if continues is False:
        return severity, Sentence("requests.refused-end-with-user", model=view.model or "")
    if view.provider is Provider.ANTHROPIC:
        return severity, Sentence("requests.claude-refuses", depends=depends)
    return severity, Sentence("requests.newer-refuse", depends=depends)

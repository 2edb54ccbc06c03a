"""System messages that stand among the others."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Provider, Repair, SetValue, by_model, facts_of, shown_place
from editor_app.text import Severity


def check(view: BodyView) -> Iterator[Finding]:
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

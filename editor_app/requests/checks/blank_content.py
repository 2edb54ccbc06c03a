"""Texts that are empty or only whitespace."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView, TextAt, Turn
from editor_app.requests.parts import Finding, Place, Provider, Remove, Repair, shown_place
from editor_app.text import Severity


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each blank text, and for each message without any content."""
    for text in view.system:
        if not text.text.strip():
            yield _finding(view, text.text, text.place, _system_repair(view, text))
    for turn in view.turns:
        yield from _of_turn(view, turn)


def _of_turn(view: BodyView, turn: Turn) -> Iterator[Finding]:
    if not turn.texts and not turn.has_other:
        yield _finding(view, "", turn.place, _without(turn.place))
    for text in turn.texts:
        if text.text.strip():
            continue
        is_alone = len(turn.texts) == 1 and not turn.has_other
        place = turn.place if is_alone else text.place[:-1]
        yield _finding(view, text.text, text.place, _without(place))


def _finding(view: BodyView, text: str, place: Place, repair: Repair | None) -> Finding:
    what = "only whitespace" if text else "empty"
    provider = view.provider
    if provider.is_openai:
        severity, says = Severity.WARNING, "OpenAI takes it, and the model reads nothing"
    elif provider is Provider.GOOGLE and text:
        severity, says = Severity.WARNING, "Google takes it, and the model reads nothing"
    else:
        severity, says = Severity.ERROR, f"{provider.maker} refuses it"
    message = f"The text at {shown_place(place)} is {what}: {says}. Write something, or remove it."
    return Finding("blank-content", severity, place, message, {"what": what, "says": says}, repair)


def _without(place: Place) -> Repair | None:
    """Return the repair that removes an entry of a list; what is no entry stays."""
    return Repair("Remove it", (Remove(place),)) if place and isinstance(place[-1], int) else None


def _system_repair(view: BodyView, text: TextAt) -> Repair:
    if len(view.system) > 1:
        return Repair("Remove it", (Remove(text.place[:-1]),))
    return Repair("Send no system text", (Remove(text.place[:1]),))

"""Texts that are empty or only whitespace, and those that UTF-8 cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Place, Remove, Repair, SetValue, shown_place
from editor_app.requests.provider_rules import judge_blank_text
from editor_app.text import Sentence, Severity

_half = re.compile("[\ud800-\udfff]")


def check_blank(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each blank text, and for each message without any content."""
    for text in view.system:
        if not text.text.strip():
            repair = Repair(Sentence("requests.send-no-system"), (Remove(text.place[:1]),))
            if len(view.system) > 1:
                repair = Repair(Sentence("text.remove-it"), (Remove(text.place[:-1]),))
            yield _blank(view, text.text, text.place, repair)
    for turn in view.turns:
        if not turn.texts and not turn.has_other:
            yield _blank(view, "", turn.place, _without(turn.place))
        for text in turn.texts:
            if not text.text.strip():
                is_alone = len(turn.texts) == 1 and not turn.has_other
                place = turn.place if is_alone else text.place[:-1]
                yield _blank(view, text.text, text.place, _without(place))


def _blank(view: BodyView, text: str, place: Place, repair: Repair | None) -> Finding:
    is_what = Sentence("requests.only-whitespace") if text else Sentence("requests.empty")
    severity, says = judge_blank_text(view.provider, text)
    message = Sentence("requests.text-empty", place=shown_place(place), says=says)
    if text:
        message = Sentence("requests.text-blank", place=shown_place(place), says=says)
    return Finding("blank-content", severity, place, message, {"what": is_what, "says": says}, repair)


def _without(place: Place) -> Repair | None:
    """Return the repair that removes an entry of a list; what is no entry stays."""
    return (
        Repair(Sentence("text.remove-it"), (Remove(place),)) if place and isinstance(place[-1], int) else None
    )


def check_unicode(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each text or key with half a character in it."""
    waiting: list[tuple[object, Place]] = [(view.body, ())]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, str):
            if not value.isascii() and _half.search(value):
                yield _half_character(place, SetValue(place, _half.sub("", value)))
        elif isinstance(value, Mapping):
            for key in value:
                if isinstance(key, str) and not key.isascii() and _half.search(key):
                    yield _half_character(place, None)
            waiting += [(inner, (*place, str(key))) for key, inner in reversed(list(value.items()))]
        elif isinstance(value, list):
            waiting += [(inner, (*place, number)) for number, inner in reversed(list(enumerate(value)))]


def _half_character(place: Place, change: SetValue | None) -> Finding:
    message = Sentence("requests.half-character", place=shown_place(place))
    repair = Repair(Sentence("text.remove-it"), (change,)) if change is not None else None
    return Finding("not-unicode", Severity.ERROR, place, message, repair=repair)

"""Halves of surrogate pairs, which UTF-8 cannot hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Place, Repair, SetValue, shown_place
from editor_app.text import Severity

_half = re.compile("[\ud800-\udfff]")


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each text or key with half a character in it."""
    waiting: list[tuple[object, Place]] = [(view.body, ())]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, str):
            if not value.isascii() and _half.search(value):
                yield _finding(place, SetValue(place, _half.sub("", value)))
        elif isinstance(value, Mapping):
            for key in value:
                if isinstance(key, str) and not key.isascii() and _half.search(key):
                    yield _finding(place, None)
            waiting += [(inner, (*place, str(key))) for key, inner in reversed(list(value.items()))]
        elif isinstance(value, list):
            waiting += [(inner, (*place, number)) for number, inner in reversed(list(enumerate(value)))]


def _finding(place: Place, change: SetValue | None) -> Finding:
    message = (
        f"At {shown_place(place)} stands half of a character, which no API takes. Write both halves, or "
        "remove it."
    )
    repair = Repair("Remove it", (change,)) if change is not None else None
    return Finding("not-unicode", Severity.ERROR, place, message, repair=repair)

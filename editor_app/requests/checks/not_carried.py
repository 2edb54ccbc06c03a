"""What a body holds that is kept, and not judged."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, shown_place
from editor_app.text import Severity


def check(view: BodyView) -> Iterator[Finding]:
    """Yield a finding for each kind of thing besides text, at the first of them."""
    for name, place in view.not_carried.items():
        message = f"{shown_place(place)}: {name} are kept as they are, and not judged."
        if name.startswith(("a ", "an ", "thinking", "sound")):
            message = f"{shown_place(place)}: {name} is kept as it is, and not judged."
        yield Finding("not-carried", Severity.INFORMATION, place, message, {"what": name})


def check_shape(view: BodyView) -> Iterator[Finding]:
    """Yield an error for each value that has not the provider's shape, so that it is not read."""
    for place, expected in view.misplaced:
        yield Finding("wrong-shape", Severity.ERROR, place, f"{shown_place(place)} should be {expected}.")

"""A conversation that ends with the assistant’s message."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView, Turn
from editor_app.requests.parts import (
    Finding,
    Provider,
    Remove,
    Repair,
    SetValue,
    by_model,
    facts_of,
    shown_place,
)
from editor_app.text import Severity

_ASSISTANTS = {"assistant", "model"}


def check(view: BodyView) -> Iterator[Finding]:
    """Yield what providers make of an assistant's message at the end, and of whitespace at its end."""
    last = view.turns[-1] if view.turns else None
    if last is None or last.role not in _ASSISTANTS:
        return
    severity, says = _judged(view)
    message = f"The last message, {shown_place(last.place)}, is the assistant’s: {says}"
    yield Finding("final-assistant", severity, last.place, message, {"says": says}, _without(view, last))
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


def _without(view: BodyView, last: Turn) -> Repair | None:
    """Return the repair that removes the last message, where the one before it is not the assistant's."""
    if len(view.turns) < 2 or view.turns[-2].role in _ASSISTANTS or not isinstance(last.place[-1], int):
        return None
    return Repair("Remove this message", (Remove(last.place),))

"""Whether there are messages, and not too many of them."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.requests.body_view import BodyView
from editor_app.requests.parts import Finding, Provider
from editor_app.text import Severity

_MOST_MESSAGES = 100_000
_STORED = ("previous_response_id", "conversation", "prompt")


def check(view: BodyView) -> Iterator[Finding]:
    """Yield the finding that there is no message beside the system text, or that there are too many."""
    key = view.conversation
    if view.provider.is_openai:
        is_empty = not view.turns and not any(view.body.get(stored) for stored in _STORED)
    else:
        is_empty = all(turn.role == "system" for turn in view.turns)
    if is_empty and not any(found.place[:1] == (key,) for found in view.misplaced):
        beside = "" if view.provider is Provider.OPENAI else " beside the system text"
        message = f"There is no message{beside}: {view.provider.maker} needs one in ‘{key}’. Add one."
        yield Finding("no-messages", Severity.ERROR, (key,) if key in view.body else (), message)
    if view.provider is Provider.ANTHROPIC and len(view.turns) > _MOST_MESSAGES:
        message = (
            f"There are {len(view.turns):,} messages; Anthropic takes {_MOST_MESSAGES:,}. "
            "Compact the conversation, or leave the first ones out."
        )
        yield Finding("too-many-messages", Severity.ERROR, (key,), message)

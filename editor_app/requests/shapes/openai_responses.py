"""The body of OpenAI’s Responses."""

from __future__ import annotations

from typing import Any

from editor_app.requests.parts import Place
from editor_app.requests.shapes.draft import Draft, Written, role_messages


def write(draft: Draft) -> Written:
    """Write the system text as the instructions, and all messages as the input."""
    body: dict[str, Any] = {} if draft.model is None else {"model": draft.model}
    places: list[Place] = [("instructions",)] * len(draft.system)
    if draft.system:
        body["instructions"] = draft.system_text
    body["input"] = role_messages((*draft.leading, *draft.messages))
    places += [("input", number, "content") for number in range(len(body["input"]))]
    if draft.max_tokens is not None:
        body["max_output_tokens"] = draft.max_tokens
    return Written(body, places)

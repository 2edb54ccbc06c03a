"""The body of OpenAI’s Chat Completions."""

from __future__ import annotations

from typing import Any

from editor_app.requests.parts import CacheMarks, Place
from editor_app.requests.shapes.draft import Draft, Written, role_messages

_MARK = {"mode": "explicit"}


def write(draft: Draft) -> Written:
    """Write the system text as the first message; it has parts only where a model reads their marks."""
    messages: list[dict[str, Any]] = []
    places: list[Place] = []
    last_mark: Place | None = None
    has_marks = draft.takes_breakpoints and draft.cache is not CacheMarks.OFF
    if draft.system and has_marks:
        messages.append({"role": "system", "content": []})
        for number, block in enumerate(draft.system):
            part: dict[str, Any] = {"type": "text", "text": block.text}
            place: Place = ("messages", 0, "content", number, "text")
            if block.is_marked:
                part["prompt_cache_breakpoint"] = dict(_MARK)
                last_mark = place
            messages[0]["content"].append(part)
            places.append(place)
    elif draft.system:
        messages.append({"role": "system", "content": draft.system_text})
        places += [("messages", 0, "content")] * len(draft.system)
    for message in role_messages((*draft.leading, *draft.messages)):
        places.append(("messages", len(messages), "content"))
        messages.append(message)
    body: dict[str, Any] = {} if draft.model is None else {"model": draft.model}
    body["messages"] = messages
    if draft.max_tokens is not None:
        body["max_completion_tokens"] = draft.max_tokens
    return Written(body, places, last_mark)

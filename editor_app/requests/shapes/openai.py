"""The body of OpenAI’s Chat Completions."""

from __future__ import annotations

import json
from typing import Any

from editor_app.requests.parts import CacheMarks, Place, ToolMessage
from editor_app.requests.shapes.draft import (
    Draft,
    Entries,
    WrittenBody,
    conversation,
    plain_entry,
)

_MARK = {"mode": "explicit"}


def write(draft: Draft) -> WrittenBody:
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
    rest = conversation((*draft.leading, *draft.messages), write_message, "messages", len(messages))
    messages += rest.entries
    places += rest.places
    body: dict[str, Any] = {} if draft.model is None else {"model": draft.model}
    body["messages"] = messages
    if draft.max_tokens is not None:
        body["max_completion_tokens"] = draft.max_tokens
    return WrittenBody(body, places, last_mark)


def write_message(message: ToolMessage) -> Entries:
    """Write a message, with its calls in it; each answer is a message of its own."""
    if message.is_plain:
        return plain_entry(message)
    entries: list[dict[str, Any]] = [
        {"role": "tool", "tool_call_id": answer.id, "content": answer.text} for answer in message.answers
    ]
    places: list[Place] = [(number, "content") for number in range(len(entries))]
    texts = message.texts
    if not texts and not message.calls:
        return Entries(entries, places)
    at = len(entries)
    content: object = None
    if len(texts) == 1:
        content = texts[0]
        places.append((at, "content"))
    elif texts:
        content = [{"type": "text", "text": text} for text in texts]
        places += [(at, "content", number, "text") for number in range(len(texts))]
    entry: dict[str, Any] = {"role": message.role, "content": content}
    if message.calls:
        entry["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
            }
            for call in message.calls
        ]
    return Entries([*entries, entry], places)

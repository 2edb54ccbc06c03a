"""The body of OpenAI’s Responses."""

from __future__ import annotations

import json
from typing import Any

from editor_app.requests.parts import Place, ToolMessage
from editor_app.requests.shapes.draft import (
    Draft,
    Entries,
    WrittenBody,
    conversation,
    plain_entry,
)


def write(draft: Draft) -> WrittenBody:
    """Write the system text as the instructions, and all messages as the input."""
    body: dict[str, Any] = {} if draft.model is None else {"model": draft.model}
    places: list[Place] = [("instructions",)] * len(draft.system)
    if draft.system:
        body["instructions"] = draft.system_text
    body["input"], further = conversation((*draft.leading, *draft.messages), write_message, "input")
    places += further
    if draft.max_tokens is not None:
        body["max_output_tokens"] = draft.max_tokens
    return WrittenBody(body, places)


def write_message(message: ToolMessage) -> Entries:
    """Write a message; each answer and each call is an item of its own."""
    if message.is_plain:
        return plain_entry(message)
    entries: list[dict[str, Any]] = [
        {"type": "function_call_output", "call_id": answer.id, "output": answer.text}
        for answer in message.answers
    ]
    places: list[Place] = [(number, "output") for number in range(len(entries))]
    texts = message.texts
    if texts:
        kind = "output_text" if message.role == "assistant" else "input_text"
        places += [(len(entries), "content", number, "text") for number in range(len(texts))]
        content = [{"type": kind, "text": text} for text in texts]
        entries.append({"role": message.role, "content": content})
    entries += [
        {
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": json.dumps(call.arguments, ensure_ascii=False),
        }
        for call in message.calls
    ]
    return Entries(entries, places)

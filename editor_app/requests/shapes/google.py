"""The body of Google’s generateContent."""

from __future__ import annotations

from typing import Any

from editor_app.requests.parts import Place, ToolMessage
from editor_app.requests.shapes.draft import Draft, Entries, WrittenBody, conversation


def write(draft: Draft) -> WrittenBody:
    """Write the system text and the system messages after it as parts; the model stands in the URL."""
    body: dict[str, Any] = {}
    places: list[Place] = []
    texts = [*(block.text for block in draft.system), *(message.content for message in draft.leading)]
    if texts:
        body["systemInstruction"] = {"parts": [{"text": text} for text in texts]}
        places += [("systemInstruction", "parts", number, "text") for number in range(len(texts))]
    body["contents"], further = conversation(draft.messages, write_message, "contents")
    places += further
    if draft.max_tokens is not None:
        body["generationConfig"] = {"maxOutputTokens": draft.max_tokens}
    return WrittenBody(body, places)


def write_message(message: ToolMessage) -> Entries:
    """Write a message as parts: answers first, then texts, then calls."""
    parts: list[dict[str, Any]] = []
    places: list[Place] = []
    for answer in message.answers:
        key = "error" if answer.is_error else "result"
        places.append((0, "parts", len(parts), "functionResponse", "response", key))
        parts.append({"functionResponse": {"name": answer.name, "response": {key: answer.text}}})
    for text in message.texts:
        places.append((0, "parts", len(parts), "text"))
        parts.append({"text": text})
    parts += [{"functionCall": {"name": call.name, "args": dict(call.arguments)}} for call in message.calls]
    role = "model" if message.role == "assistant" else message.role
    return Entries([{"role": role, "parts": parts}], places)

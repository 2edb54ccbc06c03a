"""The body of Anthropic’s Messages."""

from __future__ import annotations

from typing import Any

from editor_app.requests.parts import CacheMarks, Place, ToolMessage
from editor_app.requests.shapes.draft import (
    Draft,
    Entries,
    WrittenBody,
    conversation,
    plain_entry,
)

DEFAULT_MAX_TOKENS = 1024  # the API needs a limit


def write(draft: Draft) -> WrittenBody:
    """Write the system text, and the system messages after it, as blocks of their own."""
    body: dict[str, Any] = {} if draft.model is None else {"model": draft.model}
    body["max_tokens"] = DEFAULT_MAX_TOKENS if draft.max_tokens is None else draft.max_tokens
    blocks: list[dict[str, Any]] = []
    places: list[Place] = []
    last_mark: Place | None = None
    for text, is_marked in (*draft.system, *((message.content, False) for message in draft.leading)):
        place: Place = ("system", len(blocks), "text")
        block: dict[str, Any] = {"type": "text", "text": text}
        if is_marked and draft.cache is not CacheMarks.OFF:
            block["cache_control"] = _mark(draft.cache)
            last_mark = place
        blocks.append(block)
        places.append(place)
    if blocks:
        body["system"] = blocks
    body["messages"], further = conversation(draft.messages, write_message, "messages")
    places += further
    return WrittenBody(body, places, last_mark)


def write_message(message: ToolMessage) -> Entries:
    """Write a message as blocks: answers first, then texts, then calls; one text alone is no block."""
    if message.is_plain:
        return plain_entry(message)
    blocks: list[dict[str, Any]] = []
    places: list[Place] = []
    for answer in message.answers:
        places.append((0, "content", len(blocks), "content"))
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": answer.id, "content": answer.text}
        blocks.append({**block, "is_error": True} if answer.is_error else block)
    for text in message.texts:
        places.append((0, "content", len(blocks), "text"))
        blocks.append({"type": "text", "text": text})
    blocks += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}
        for call in message.calls
    ]
    return Entries([{"role": message.role, "content": blocks}], places)


def _mark(cache: CacheMarks) -> dict[str, str]:
    mark = {"type": "ephemeral"}
    return {**mark, "ttl": cache.value} if cache is CacheMarks.ONE_HOUR else mark

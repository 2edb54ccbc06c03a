"""The parts of a body from elsewhere, and whose shape it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from editor_app.requests.body_view import view_body
from editor_app.requests.parts import Provider, RequestPart, provider_named
from editor_app.text import Span

_OF_ANTHROPIC = ("system", "stop_sequences", "top_k", "thinking")
_PARTS_OF_ANTHROPIC = ("thinking", "tool_use", "tool_result", "image", "document")  # a type may have no hash


def shape_of(body: object) -> Provider:
    """Return the provider whose shape a body has; what fits several, or none, counts as OpenAI's."""
    if not isinstance(body, Mapping):
        return Provider.OPENAI
    if "contents" in body or "systemInstruction" in body or "system_instruction" in body:
        return Provider.GOOGLE
    if "input" in body or "instructions" in body:
        return Provider.OPENAI_RESPONSES
    if any(key in body for key in _OF_ANTHROPIC) or _has_parts_of_anthropic(body):
        return Provider.ANTHROPIC
    model = body.get("model")
    return Provider.ANTHROPIC if isinstance(model, str) and "claude" in model.lower() else Provider.OPENAI


def body_parts(provider: str, body: object, origin: Path | None = None) -> tuple[RequestPart, ...]:
    """Return the texts of a body from elsewhere as parts, the system's first."""
    api = provider_named(provider)
    view = view_body(api, body)
    last = max((mark.texts_before for mark in view.marks), default=0)
    named = [("system", text) for text in view.system]
    named += [(turn.role or "", text) for turn in view.turns for text in turn.texts]
    return tuple(
        RequestPart(
            role,
            text.text,
            text.place,
            Span(0, len(text.text)),
            origin,
            is_cached=number < last or api is not Provider.ANTHROPIC,
        )
        for number, (role, text) in enumerate(named)
    )


def _has_parts_of_anthropic(body: Mapping[str, object]) -> bool:
    return any(
        "cache_control" in part or part.get("type") in _PARTS_OF_ANTHROPIC for part in _content_parts(body)
    )


def _content_parts(body: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    messages = body.get("messages")
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, Mapping) else None
        yield from (
            (part for part in content if isinstance(part, Mapping)) if isinstance(content, list) else ()
        )

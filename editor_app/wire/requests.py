"""Requests to providers as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor_app.text.tokens import count_tokens
from editor_app.wire.problems import FORMAT, JsonObject, Problem

if TYPE_CHECKING:  # not needed by the other commands
    from editor_app.analysis.vectors import Vector
    from editor_app.chats.chat import Chat
    from editor_app.prompts.entities import PromptVariable
    from editor_app.requests.importing import ImportNote
    from editor_app.requests.parts import RequestPart, SystemText


def request_document(
    provider: str,
    model: str | None,
    body: object,
    parts: Iterable[RequestPart],
    problems: Iterable[Problem],
) -> JsonObject:
    """Return what `request` prints: the body, what would be refused in it, and the parts it consists of."""
    return {
        "format": FORMAT,
        "provider": provider,
        "model": model,
        "request": body,
        "problems": [problem.to_json() for problem in problems],
        "parts": [
            {
                "role": part.role,
                "filePath": None if part.origin is None else str(part.origin),
                "characters": len(part.text),
                "tokens": count_tokens(part.text, model).count,
                "cached": part.is_cached,
            }
            for part in parts
        ],
    }


def import_document(
    provider: str, written: Iterable[str], losses: Iterable[ImportNote], warnings: Iterable[ImportNote]
) -> JsonObject:
    """Return what `import` prints: the files, what they cannot hold, and where keys may stand."""
    return {
        "format": FORMAT,
        "provider": provider,
        "written": list(written),
        "losses": [_note(note) for note in losses],
        "warnings": [_note(note) for note in warnings],
    }


def _note(note: ImportNote) -> JsonObject:
    return {"place": note.place, "message": note.message}


def text_export_document(name: str, kind: str, text: str, system: SystemText) -> JsonObject:
    """Return what `export` writes of a rendered text: the same for the same text and values."""
    return {
        "format": FORMAT,
        "name": name,
        "kind": kind,
        "text": text,
        "maxTokens": system.max_tokens,
        "stablePrefix": len(text) if system.stable is None else system.stable,
    }


def chat_export_document(name: str, chat: Chat) -> JsonObject:
    """Return what `export` writes of a chat: its messages with their metadata."""
    messages = [
        {"role": message.role, "content": message.sent_content, "metadata": dict(message.metadata)}
        for message in chat.messages
    ]
    return {"format": FORMAT, "name": name, "kind": "chat", "messages": messages}


def vectors_document(vectors: Iterable[Vector]) -> JsonObject:
    """Return what `export --vectors` writes, so that another renderer can be compared with ours."""
    return {
        "format": FORMAT,
        "vectors": [
            {
                "name": vector.name,
                "dialect": vector.dialect,
                "template": vector.template,
                "values": dict(vector.values),
                "declared": None if vector.declared is None else [*map(_declared, vector.declared)],
                "expected": vector.expected,
            }
            for vector in vectors
        ],
    }


def _declared(variable: PromptVariable | str) -> object:
    if isinstance(variable, str):
        return variable
    return {"name": variable.name, "required": variable.required, "default": variable.default}

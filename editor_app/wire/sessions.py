"""Sessions of runs as JSON."""

from __future__ import annotations

from typing import Any

from editor_app.runs.model.session import (
    ASSISTANT,
    Part,
    Session,
    SessionMessage,
    SessionStep,
    TextPart,
    ToolPart,
)
from editor_app.wire.problems import FORMAT

_COMPLETED = "completed"


def session_document(session: Session) -> dict[str, Any]:
    """Return a session as JSON data: its messages, the flags of its triggers, and its error."""
    return {
        "format": FORMAT,
        "messages": [message_document(message) for message in session.messages],
        "flags": dict(session.flags),
        "error": session.error,
    }


def message_document(message: SessionMessage) -> dict[str, Any]:
    """Return a message as JSON data; that of an assistant has its parts in its steps."""
    content = [] if message.role == ASSISTANT else [_text(message.text)]
    document: dict[str, Any] = {
        "id": message.id,
        "role": message.role,
        "content": content,
        "timestamp": message.timestamp,
        "steps": [step_document(step, message.id) for step in message.steps],
    }
    if message.tag is not None:
        document["tag"], document["trigger"] = message.tag, message.trigger
    if message.place is not None:
        document["messageId"], document["beforeStep"] = message.place.message, message.place.before_step
    if message.is_summary:
        document["isSummary"] = True
    if not message.is_sent:
        document["isSent"] = False
    return document


def step_document(step: SessionStep, message: str) -> dict[str, Any]:
    """Return a step as JSON data; `message` is the id of the message it belongs to."""
    return {
        "id": step.id,
        "messageId": message,
        "stepIndex": step.index,
        "status": step.status.value,
        "parts": [part_document(part) for part in step.parts],
        "usage": None if step.usage is None else {"total": step.usage},
        "finishReason": None if step.finish_reason is None else step.finish_reason.value,
    }


def part_document(part: Part) -> dict[str, Any]:
    """Return a part of a step as JSON data, by its type: text, tool or system-hint."""
    if isinstance(part, TextPart):
        return _text(part.text)
    if isinstance(part, ToolPart):
        return _tool(part)
    return {
        "type": "system-hint",
        "content": part.text,
        "status": _COMPLETED,
        "trigger": part.trigger,
        "tag": part.tag,
        "afterCall": part.after_call,
    }


def _tool(part: ToolPart) -> dict[str, Any]:
    document: dict[str, Any] = {
        "type": "tool",
        "toolId": part.id,
        "name": part.name,
        "args": dict(part.arguments),
        "status": "failed" if part.error is not None else _COMPLETED if part.is_answered else "active",
    }
    if part.error is not None:
        document["error"] = part.error
    elif part.result is not None:
        document["result"] = part.result
    return document


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "content": text, "status": _COMPLETED}

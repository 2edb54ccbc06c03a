"""Messages and steps of sessions as JSON texts, as they are stored."""

from __future__ import annotations

import json
from typing import Any

from editor_app.runs.model.session import (
    FinishReason,
    HintPart,
    Part,
    SessionMessage,
    SessionStep,
    StepPlace,
    StepStatus,
    TextPart,
    ToolPart,
)


def message_text(message: SessionMessage) -> str:
    """Return a message without its steps as JSON."""
    place = None if message.place is None else list(message.place)
    return _text(
        {
            "id": message.id,
            "role": message.role,
            "content": message.text,
            "timestamp": message.timestamp,
            "tag": message.tag,
            "trigger": message.trigger,
            "place": place,
            "isSummary": message.is_summary,
            "request": message.request,
        }
    )


def message_of(text: str) -> SessionMessage:
    """Return the message of such a text; raises ValueError, KeyError or TypeError for any other."""
    read = json.loads(text)
    place = None if read["place"] is None else StepPlace(str(read["place"][0]), int(read["place"][1]))
    return SessionMessage(
        str(read["id"]),
        str(read["role"]),
        str(read["content"]),
        tag=read["tag"],
        trigger=read["trigger"],
        place=place,
        is_summary=bool(read["isSummary"]),
        request=int(read["request"]),
        timestamp=int(read["timestamp"]),
    )


def step_text(step: SessionStep) -> str:
    """Return a step as JSON."""
    return _text(
        {
            "id": step.id,
            "stepIndex": step.index,
            "number": step.number,
            "status": step.status.value,
            "parts": [_part(part) for part in step.parts],
            "usage": step.usage,
            "finishReason": None if step.finish_reason is None else step.finish_reason.value,
        }
    )


def step_of(text: str) -> SessionStep:
    """Return the step of such a text; raises ValueError, KeyError or TypeError for any other."""
    read = json.loads(text)
    finish = read["finishReason"]
    return SessionStep(
        str(read["id"]),
        int(read["stepIndex"]),
        int(read["number"]),
        StepStatus(read["status"]),
        tuple(_part_of(part) for part in read["parts"]),
        read["usage"],
        None if finish is None else FinishReason(finish),
    )


def _text(value: object) -> str:
    return json.dumps(value)  # escapes keep halves of characters, which SQLite does not


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    if isinstance(part, HintPart):
        return {"type": "system-hint", **part._asdict()}
    return {"type": "tool", **part._asdict()}


def _part_of(read: dict[str, Any]) -> Part:
    fields = dict(read)
    kinds: dict[str, type[TextPart | HintPart | ToolPart]] = {
        "text": TextPart,
        "system-hint": HintPart,
        "tool": ToolPart,
    }
    return kinds[fields.pop("type")](**fields)

"""The body of Google’s generateContent."""

from __future__ import annotations

from typing import Any

from editor_app.requests.parts import Place
from editor_app.requests.shapes.draft import Draft, Written


def write(draft: Draft) -> Written:
    """Write the system text and the system messages after it as parts; the model stands in the URL."""
    body: dict[str, Any] = {}
    places: list[Place] = []
    texts = [*(block.text for block in draft.system), *(one.text for one in draft.leading)]
    if texts:
        body["systemInstruction"] = {"parts": [{"text": text} for text in texts]}
        places += [("systemInstruction", "parts", number, "text") for number in range(len(texts))]
    body["contents"] = [
        {"role": "model" if role == "assistant" else role, "parts": [{"text": text}]}
        for role, text in draft.messages
    ]
    places += [("contents", number, "parts", 0, "text") for number in range(len(draft.messages))]
    if draft.max_tokens is not None:
        body["generationConfig"] = {"maxOutputTokens": draft.max_tokens}
    return Written(body, places)

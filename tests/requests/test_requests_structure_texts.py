"""The structure of a request and its raw body have the same number of texts."""

from __future__ import annotations

import json

import pytest

from editor_app.requests.building import assemble_request
from editor_app.requests.parts import RequestMessage, SystemText
from editor_app.requests.structure import structure_of

RULES = SystemText("Rules.\n[branch main]", 7, "[git:branch]", is_rebuilt=True)
PLAIN = SystemText("Rules.")
CHAT = [RequestMessage("user", "Hi")]


def texts_of_body(value) -> int:
    """Count the texts of a body that a model reads."""
    if isinstance(value, dict):
        own = sum(isinstance(value.get(key), str) for key in ("content", "text", "instructions"))
        return own + sum(texts_of_body(one) for one in value.values())
    return sum(map(texts_of_body, value)) if isinstance(value, list) else 0


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic", "google"])
@pytest.mark.parametrize("model", [None, "gpt-5.6"])
@pytest.mark.parametrize("system", [RULES, PLAIN])
def test_structure_and_body_agree_on_the_number_of_texts(provider, model, system) -> None:
    request = assemble_request(provider, CHAT, system=system, model=model)
    structure = structure_of(request)
    begun = [row for row in structure.parts if not row.continues]
    assert len(begun) == structure.text_count == texts_of_body(json.loads(json.dumps(request.body)))
    assert "".join(row.part.text for row in structure.parts) == f"{system.text}Hi"

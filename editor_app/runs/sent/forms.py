"""How each provider takes one message of a trigger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor_app.requests.building import message_entries
from editor_app.requests.providers import Provider
from editor_app.runs.model.session import ToolPart
from editor_app.runs.model.words import PROVIDERS, Deliver, Level
from editor_app.runs.sent.model_messages import ModelMessage, ModelRole
from editor_app.runs.sent.placement import placed_chunk

_QUESTION = ModelMessage(ModelRole.USER, "…")
_CALL = ToolPart("call_0_0", "read_file", {}, "…")


def message_forms(
    tag: str, text: str, level: Level, deliver: Deliver = Deliver.USER
) -> Mapping[Provider, list[dict[str, Any]]]:
    """Return for each provider the entries of a conversation in which a message of a trigger stands.

    One of level MESSAGE follows a message of the user, others the result of a tool; both are ‘…’ here.
    """
    before = (
        (_QUESTION,)
        if level is Level.MESSAGE
        else (ModelMessage(ModelRole.ASSISTANT, calls=(_CALL,)), ModelMessage(ModelRole.TOOL, calls=(_CALL,)))
    )
    new = (*before, ModelMessage(ModelRole.TRIGGER, text, tag=tag))
    return {
        provider: [
            entry
            for message in placed_chunk(new, provider, deliver)
            for entry in message_entries(provider, message)
        ]
        for provider in PROVIDERS
    }

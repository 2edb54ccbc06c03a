"""Whose tokens a request is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from editor_app.runs.counting import CountText, arguments_text, estimated_tokens
from editor_app.runs.model.session import ToolPart
from editor_app.runs.sent.model_messages import ModelMessage, ModelRole
from editor_app.runs.sent.request_log import RequestLog


class TokenOrigin(StrEnum):
    """Whose text it is."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    TRIGGER = "trigger"


def tokens_by_origin(
    log: RequestLog, step: int, count: CountText = estimated_tokens
) -> Mapping[TokenOrigin, int]:
    """Return how many tokens the request of a step has of each origin, as the context is counted.

    Calls are the assistant's, their answers the tools'; origins without any are left out.
    """
    found: Counter[TokenOrigin] = Counter()
    found[TokenOrigin.SYSTEM] += count(log.system.text)
    for message in log.messages_at(step):
        if message.role is ModelRole.TOOL:
            found[TokenOrigin.TOOL] += sum(count(_answer(call)) for call in message.calls)
        else:
            found[_ORIGINS[message.role]] += count(message.text) + _calls(message, count)
    return {origin: found[origin] for origin in TokenOrigin if found[origin]}


_ORIGINS = {
    ModelRole.SYSTEM: TokenOrigin.SYSTEM,
    ModelRole.USER: TokenOrigin.USER,
    ModelRole.ASSISTANT: TokenOrigin.ASSISTANT,
    ModelRole.TRIGGER: TokenOrigin.TRIGGER,
}


def _calls(message: ModelMessage, count: CountText) -> int:
    return sum(count(call.name + arguments_text(call.arguments)) for call in message.calls)


def _answer(call: ToolPart) -> str:
    return (call.error if call.error is not None else call.result) or ""

"""Whose tokens a request is made of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from editor_app.runs.sent.request_log import RequestLog
from editor_app.text.tokens import estimated_tokens


class TokenOrigin(StrEnum):
    """Whose text it is."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    TRIGGER = "trigger"


def tokens_by_origin(log: RequestLog, step: int) -> Mapping[TokenOrigin, int]:
    """Return how many tokens the request of a step has of each origin, counted as the context is.

    Texts of triggers count with the tags around them, which the context leaves out. Calls are the
    assistant's, their answers the tools'; origins without any are left out.
    """
    found = log.sums_between(log.start_of(step), step)
    tokens = {
        TokenOrigin.SYSTEM: found.system + estimated_tokens(log.system.text),
        TokenOrigin.USER: found.user,
        TokenOrigin.ASSISTANT: found.assistant,
        TokenOrigin.TOOL: found.tool,
        TokenOrigin.TRIGGER: found.trigger,
    }
    return {origin: count for origin, count in tokens.items() if count}

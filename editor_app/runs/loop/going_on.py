"""Whether a run goes on after a step."""

from __future__ import annotations

from collections.abc import Iterable

from editor_app.runs.model.scenario import ContinuePolicy
from editor_app.runs.model.session import FinishReason


def goes_on(finish: FinishReason | None, tools: Iterable[str], policy: ContinuePolicy) -> bool:
    """Whether the model is asked again: it ended with tool calls, and the policy says so."""
    names = tuple(tools)
    if finish is not FinishReason.TOOL_CALLS or not names:
        return False
    return policy.after is None or sum(name in policy.after for name in names) >= policy.at_least

"""What was read of a system message, and what was made of it."""

from __future__ import annotations

from editor_app.analysis import Analysis, AssembledText, ModelText
from editor_app.system_messages import MessageReading


def reading_of(analysis: Analysis) -> MessageReading | None:
    """Return what was read of a system message, None for what is no message."""
    return analysis.message


def assembled_of(result: ModelText | None) -> AssembledText | None:
    """Return what the model gets of a system message, None for what is no message."""
    return result if isinstance(result, AssembledText) else None

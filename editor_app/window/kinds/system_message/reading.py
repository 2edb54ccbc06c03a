"""What was read of a system message."""

from __future__ import annotations

from editor_app.analysis import Analysis
from editor_app.system_messages import MessageReading


def reading_of(analysis: Analysis) -> MessageReading | None:
    """Return what was read of a system message, None for what is no message."""
    return analysis.message

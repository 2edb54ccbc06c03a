"""The clock, which only the faces read; everything below them is told the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)

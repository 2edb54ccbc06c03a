"""The clock, which only the faces read; everything below them is told the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]  # gives a time with its zone


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """Return the time now in this machine's zone, for who looks at it."""
    return datetime.now().astimezone()

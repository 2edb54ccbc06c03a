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


def local_time(seconds: float) -> datetime | None:
    """Return a time given in seconds since 1970 in this machine's zone; None for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return None

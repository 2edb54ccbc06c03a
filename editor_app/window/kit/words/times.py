"""Days and times in words, in English whatever the system's language."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

TODAY: Final = "Today"
YESTERDAY: Final = "Yesterday"
MONTHS: Final = (  # those of the standard library are in the language of the system
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def clock_time(at: datetime | None, *, exact: bool = False) -> str:
    """Return a time such as "14:02", `exact` with seconds."""
    if at is None:
        return "??:??"
    return f"{at:%H:%M:%S}" if exact else f"{at:%H:%M}"


def moment(at: datetime, now: datetime) -> str:
    """Return "at 14:02", of another day than `now` "on 2026-03-04 at 14:02", in the time zone of `now`."""
    at = at.astimezone(now.tzinfo)
    return f"at {at:%H:%M}" if at.date() == now.date() else f"on {at:%Y-%m-%d} at {at:%H:%M}"


def day_of(at: datetime | None, now: datetime) -> str:
    """Return the heading for a time: Today, Yesterday, or a date, with its year unless it is this one."""
    if at is None:
        return "Unknown date"
    day = at.date()
    if day == now.date():
        return TODAY
    if day == now.date() - timedelta(days=1):
        return YESTERDAY
    year = f" {day.year}" if day.year != now.year else ""
    return f"{day.day} {MONTHS[day.month - 1]}{year}"

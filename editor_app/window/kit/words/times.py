"""Days and times in words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from editor_app.text import Sentence

TODAY: Final = Sentence("window-kit.today")


def clock_time(at: datetime | None, *, exact: bool = False) -> str:
    """Return a time such as "14:02", `exact` with seconds."""
    if at is None:
        return "??:??"
    return f"{at:%H:%M:%S}" if exact else f"{at:%H:%M}"


def moment(at: datetime, now: datetime) -> str:
    """Return "at 14:02", of another day than `now` "on 2026-03-04 at 14:02", in the time zone of `now`."""
    at = at.astimezone(now.tzinfo)
    if at.date() == now.date():
        return Sentence("window-kit.at-time", time=f"{at:%H:%M}")
    return Sentence("window-kit.on-day-at-time", day=f"{at:%Y-%m-%d}", time=f"{at:%H:%M}")


def day_of(at: datetime | None, now: datetime) -> str:
    """Return the heading for a time: Today, Yesterday, or a date, with its year unless it is this one."""
    if at is None:
        return Sentence("window-kit.unknown-date")
    day = at.date()
    if day == now.date():
        return TODAY
    if day == now.date() - timedelta(days=1):
        return Sentence("window-kit.yesterday")
    if day.year == now.year:
        return Sentence("window-kit.date", day=day.day, month=day.month)
    return Sentence("window-kit.date-of-year", day=day.day, month=day.month, year=str(day.year))

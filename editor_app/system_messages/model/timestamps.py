"""RFC 3339 date-times."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import NamedTuple

_grammar = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]++))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
).fullmatch
_loose = re.compile(
    r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})"
    r"(?:[Tt ] *([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]{1,9})?)?)?"
    r" *([Zz]|UTC|[+-][0-9]{2}(?::?[0-9]{2})?)?"
).fullmatch


class Moment(NamedTuple):
    """A point in time, ordered by time; `fraction` has the decimals of the second without trailing zeros."""

    minute: int
    second: int
    fraction: str


def read_moment(text: str) -> Moment | None:
    """Return the time of an RFC 3339 date-time, None for any other text; seconds and zone are required."""
    match = _grammar(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
    east, west_hours, west_minutes = match.group(8), int(match[9] or 0), int(match[10] or 0)
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    if hour > 23 or minute > 59 or second > 60 or west_hours > 23 or west_minutes > 59:
        return None
    offset = (west_hours * 60 + west_minutes) * (-1 if east == "-" else 1)
    before = year - 1
    leaps = before // 4 - before // 100 + before // 400
    days = before * 365 + leaps + sum(monthrange(year, earlier)[1] for earlier in range(1, month)) + day
    minutes = (days * 24 + hour) * 60 + minute - offset
    if second == 60 and minutes % 1440 != 1439:  # a leap second ends a day of UTC
        return None
    return Moment(minutes, second, (match[7] or "").rstrip("0"))


def probable_timestamp(text: str) -> str | None:
    """Return the date-time that was probably meant, None where that is unclear.

    A date without a time is at midnight, no zone is UTC, and a day that the month does not have is the
    nearest it has.
    """
    match = _loose(text.strip()) if len(text) < 100 else None
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    if not 1 <= int(month) <= 12:
        return None
    nearest_day = min(max(int(day), 1), monthrange(int(year), int(month))[1])
    date = f"{year}-{int(month):02}-{nearest_day:02}"
    time = f"{int(hour or 0):02}:{minute or '00'}:{second or '00'}{fraction or ''}"
    if zone in {None, "Z", "z", "UTC"}:
        zone = "Z"
    else:
        digits = zone[1:].replace(":", "").ljust(4, "0")
        zone = f"{zone[0]}{digits[:2]}:{digits[2:]}"
    better = f"{date}T{time}{zone}"
    return better if better != text and read_moment(better) is not None else None

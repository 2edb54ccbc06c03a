"""The rows of the history panel: versions of a file, or deleted files, by day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from editor_app.library import FileHistory, Version, size_in_words

NOW: Final = "now"
_NO_DAY: Final = "Unknown date"
_NO_TIME: Final = "??:??"
_MONTHS: Final = (  # those of the standard library are in the language of the system
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_BEFORE: Final = {
    "saved": "before it was saved",
    "reset": "before it was reset to the default",
    "deleted": "before it was deleted",
    "reloaded": "before it was reloaded from the disk",
    "undone": "before making it was undone",
    "replaced": "before another program replaced it",
    "library-replace": "before a replacement in the whole library",
    "restored": "before an older version was restored",
    "copied": "as it was copied from the default",
}


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row: a version, or with None the text there is now.

    `day` is the heading it stands under, `name` what the lists of versions call it, `about` a sentence.
    """

    version: Version | None
    day: str
    time: str
    words: str
    size: str
    name: str
    about: str = ""

    def in_words(self, counts: tuple[int, int] | None = None) -> str:
        """Return the row for screen readers."""
        changed = ""
        if counts is not None:
            lines = "1 line" if counts[0] == 1 else f"{counts[0]} lines"
            changed = f"{lines} added and {counts[1]} removed since"
        when = f"{self.day} {self.time}".strip()
        return ", ".join(part for part in (when, self.words, self.size, changed) if part)


@dataclass(frozen=True, slots=True)
class ShownHistory:
    """What the panel shows: rows, the newest first, and the words of its head.

    `sentences` tell what could not be read. With `of_deleted` each row is a file that is no longer there.
    `other` is the file to go back to where the rows are not about the file in front.
    """

    rows: tuple[HistoryRow, ...]
    head: str
    days: int = 90
    sentences: tuple[str, ...] = ()
    why_not_restore: str = ""
    of_deleted: bool = False
    other: str = ""


def now_row(state: str, size: int | None) -> HistoryRow:
    """Return the row of the text there is now, of `size` bytes, which is "saved" or in another state."""
    words = size_in_words(size) if size is not None else ""
    return HistoryRow(None, "Today", NOW, state, words, NOW, "The text there is now")


def version_rows(history: FileHistory, first: HistoryRow, now: datetime) -> tuple[HistoryRow, ...]:
    """Return the row of the text there is now, and one for each version."""
    return (first, *(_version_row(version, now) for version in history.versions))


def deleted_rows(versions: Sequence[Version], folder: Path, now: datetime) -> tuple[HistoryRow, ...]:
    """Return a row for each deleted file, with its path in `folder`."""
    rows = []
    for version in sorted(versions, key=lambda one: (-one.kept_at, one.path)):
        at = time_of(version, now)
        name = version.path.relative_to(folder).as_posix()
        about = f"{name}, as it was {_on(at)}"
        size = size_in_words(version.size)
        rows.append(HistoryRow(version, day_of(at, now), clock_time(at), name, size, name, about))
    return tuple(rows)


def time_of(version: Version, now: datetime) -> datetime | None:
    """Return when a version was kept, in the zone of `now`; None for a time beyond the calendar."""
    try:
        return datetime.fromtimestamp(version.kept_at, now.tzinfo)
    except (ValueError, OverflowError, OSError):
        return None


def clock_time(at: datetime | None) -> str:
    """Return a time such as "14:02"."""
    return _NO_TIME if at is None else f"{at:%H:%M}"


def day_of(at: datetime | None, now: datetime) -> str:
    """Return the heading for a time: Today, Yesterday, or a date, with its year unless it is this one."""
    if at is None:
        return _NO_DAY
    day = at.date()
    if day == now.date():
        return "Today"
    if day == now.date() - timedelta(days=1):
        return "Yesterday"
    return _date(day, now.date())


def _version_row(version: Version, now: datetime) -> HistoryRow:
    at = time_of(version, now)
    day, time = day_of(at, now), clock_time(at)
    name = time if day == "Today" else f"{day} {time}"
    about = f"The text {_BEFORE.get(version.why.value, '')} {_on(at)}".replace("  ", " ")
    return HistoryRow(version, day, time, version.why.in_words, size_in_words(version.size), name, about)


def _on(at: datetime | None) -> str:
    if at is None:
        return "at an unknown time"
    return f"on {at.day} {_MONTHS[at.month - 1]} {at.year} at {at:%H:%M}"


def _date(day: date, today: date) -> str:
    year = f" {day.year}" if day.year != today.year else ""
    return f"{day.day} {_MONTHS[day.month - 1]}{year}"

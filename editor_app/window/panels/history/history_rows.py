"""The rows of the history panel: versions of a file, or deleted files, by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from editor_app.library.history.history import FileHistory, size_in_words
from editor_app.library.history.version_lists import Version
from editor_app.window.kit.words.times import MONTHS, TODAY, clock_time, day_of

NOW: Final = "now"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A row: a version, or with None the text there is now.

    `day` is the heading it stands under, `name` what the lists of versions call it, `about` a sentence. Of a
    deleted file `words` and `name` are its path.
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
class FileChoice:
    """The names of files to choose from, and the index of the one that is shown."""

    names: tuple[str, ...] = ()
    index: int = 0


@dataclass(frozen=True, slots=True)
class HistoryListing:
    """What the panel shows: rows, the newest first, and the words of its head.

    `sentences` tell what could not be read. With `of_deleted` each row is a file that is no longer there.
    `other` is the file to go back to where the rows are not about the file in front. `choice` has several
    files to choose from.
    """

    rows: tuple[HistoryRow, ...]
    head: str
    days: int = 90
    sentences: tuple[str, ...] = ()
    why_not_restore: str = ""
    of_deleted: bool = False
    other: str = ""
    choice: FileChoice = FileChoice()


def now_row(state: str, size: int | None) -> HistoryRow:
    """Return the row of the text there is now, of `size` bytes, which is "saved" or in another state."""
    words = size_in_words(size) if size is not None else ""
    return HistoryRow(None, TODAY, NOW, state, words, NOW, "The text there is now")


def version_rows(history: FileHistory, first: HistoryRow, now: datetime) -> tuple[HistoryRow, ...]:
    """Return the row of the text there is now, and one for each version."""

    def minute(at: datetime | None) -> str:
        return "" if at is None else f"{at:%Y-%m-%d %H:%M}"

    rows, times = [first], [time_of(version, now) for version in history.versions]
    in_minute = Counter(map(minute, times))
    for version, at in zip(history.versions, times, strict=True):
        # with seconds where versions share a minute
        day, time = day_of(at, now), clock_time(at, exact=in_minute[minute(at)] > 1)
        name = time if day == TODAY else f"{day} {time}"
        about = f"Text {version.why.in_a_sentence}, {_when(version, now)}"
        size = size_in_words(version.size)
        rows.append(HistoryRow(version, day, time, version.why.in_words, size, name, about))
    return tuple(rows)


def deleted_rows(versions: Sequence[Version], folder: Path, now: datetime) -> tuple[HistoryRow, ...]:
    """Return a row for each deleted file, with its path in `folder`, and the minute it was kept in."""
    rows = []
    for version in sorted(versions, key=lambda version: (-version.kept_at, version.path)):
        path = version.path.relative_to(folder).as_posix()
        about = f"{path} {version.why.in_a_sentence}, {_when(version, now)}"
        at, size = time_of(version, now), size_in_words(version.size)
        rows.append(HistoryRow(version, day_of(at, now), clock_time(at), path, size, path, about))
    return tuple(rows)


def time_of(version: Version, now: datetime) -> datetime | None:
    """Return when a version was kept, in the zone of `now`; None for a time beyond the calendar."""
    try:
        return datetime.fromtimestamp(version.kept_at, now.tzinfo)
    except (ValueError, OverflowError, OSError):
        return None


def _when(version: Version, now: datetime) -> str:
    """Return the time of today with seconds, or else the date and time, as short as it can be."""
    at = time_of(version, now)
    if at is None:
        return "at an unknown time"
    day = day_of(at, now)
    if day == TODAY:
        return clock_time(at, exact=True)
    return f"{day.replace(MONTHS[at.month - 1], MONTHS[at.month - 1][:3])} {clock_time(at)}"

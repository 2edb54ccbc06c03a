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
from editor_app.text import Sentence
from editor_app.window.kit.words.times import TODAY, clock_time, day_of

NOW: Final = Sentence("window-history.now")
_UNKNOWN_TIME: Final = Sentence("window-history.unknown-time")


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

    def in_words(self) -> str:
        """Return the row for screen readers."""
        when = Sentence("window-history.day-and-time", day=self.day, time=self.time)
        parts = [when, self.words, self.size]
        return Sentence("window-history.row", parts=list(filter(None, parts)))


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
    return HistoryRow(None, TODAY, NOW, state, words, NOW, Sentence("window-history.text-now"))


def version_rows(history: FileHistory, first: HistoryRow, now: datetime) -> tuple[HistoryRow, ...]:
    """Return the row of the text there is now, and one for each version."""

    def minute(at: datetime | None) -> str:
        return "" if at is None else f"{at:%Y-%m-%d %H:%M}"

    rows, times = [first], [time_of(version, now) for version in history.versions]
    in_minute = Counter(map(minute, times))
    for version, at in zip(history.versions, times, strict=True):
        # with seconds where versions share a minute
        day, time = day_of(at, now), clock_time(at, exact=in_minute[minute(at)] > 1)
        name = time
        if at is None or at.date() != now.date():
            name = Sentence("window-history.day-and-time", day=day, time=time)
        why, when = version.why.in_a_sentence, name if at is not None else _UNKNOWN_TIME
        about = Sentence("window-history.text-kept", why=why, when=when)
        size = size_in_words(version.size)
        rows.append(HistoryRow(version, day, time, version.why.in_words, size, name, about))
    return tuple(rows)


def deleted_rows(versions: Sequence[Version], folder: Path, now: datetime) -> tuple[HistoryRow, ...]:
    """Return a row for each deleted file, with its path in `folder`, and the minute it was kept in."""
    rows = []
    for version in sorted(versions, key=lambda version: (-version.kept_at, version.path)):
        path, at = version.path.relative_to(folder).as_posix(), time_of(version, now)
        day, time, why = day_of(at, now), clock_time(at), version.why.in_a_sentence
        when = (
            Sentence("window-history.day-and-time", day=day, time=time) if at is not None else _UNKNOWN_TIME
        )
        about = Sentence("window-history.file-deleted", path=path, why=why, when=when)
        rows.append(HistoryRow(version, day, time, path, size_in_words(version.size), path, about))
    return tuple(rows)


def time_of(version: Version, now: datetime) -> datetime | None:
    """Return when a version was kept, in the zone of `now`; None for a time beyond the calendar."""
    try:
        return datetime.fromtimestamp(version.kept_at, now.tzinfo)
    except (ValueError, OverflowError, OSError):
        return None

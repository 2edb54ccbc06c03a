"""What local history has of files, as the history panel shows it, and the texts of versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from editor_app.clock import Clock
from editor_app.library.files.binary import binary_sort
from editor_app.library.files.reading import read_file
from editor_app.library.history.history import (
    FileHistory,
    deleted_files,
    history_of,
    read_version,
    size_in_words,
)
from editor_app.library.history.version_lists import Version
from editor_app.library.paths import is_file
from editor_app.library.settings.settings import read_settings, use_history_settings, write_settings
from editor_app.text import Decoded, Sentence, UnencodableText, decode, encode
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.words.times import TODAY, clock_time, day_of

NOW: Final = Sentence("window-history.now")
_SMALL: Final = 100_000  # bytes: of smaller versions, more texts are kept
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

    def in_words(self, counts: tuple[int, int] | None = None) -> str:
        """Return the row for screen readers."""
        when = Sentence("window-history.day-and-time", day=self.day, time=self.time)
        parts = [when, self.words, self.size]
        if counts is not None:
            added, removed = counts
            parts.append(Sentence("window-history.changed-since", added=added, removed=removed))
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


@dataclass(frozen=True, slots=True)
class HistoryFolders:
    """The folders of local history, of the settings and of the library."""

    state: Path
    config: Path
    library: Path


class Versions:
    """Reads versions; the text there is now is that of the open file, or else of the file on disk."""

    def __init__(
        self,
        find_open: Callable[[Path], OpenFile | None],
        folders: HistoryFolders,
        clock: Clock,
        access: Callable[[], FileAccess],
    ) -> None:
        """Use these folders; `find_open` returns the open file at a path, `access` where paths may lead."""
        self._access = access
        self.find_open = find_open
        self.folders = folders
        self._clock = clock
        self._read_small = lru_cache(maxsize=64)(self._read)
        self._read_large = lru_cache(maxsize=2)(self._read)

    def of_file(self, path: Path) -> HistoryListing:
        """Return the versions of a file; without any, there are no rows."""
        history = history_of(self.folders.state, path)
        rows = version_rows(history, self.now(path), self._clock()) if history.versions else ()
        file = self.find_open(path)
        problem = file.document.read_only_because if file is not None else None
        return HistoryListing(rows, history.in_words, history.most_days, history.sentences, problem or "")

    def of_deleted(self) -> HistoryListing:
        """Return the files of the library that are no longer there."""
        versions = deleted_files(self.folders.state, self.folders.library)
        rows = deleted_rows(versions, self.folders.library, self._clock())
        head = Sentence("window-history.deleted-files", count=len(rows)) if rows else ""
        return HistoryListing(rows, head, of_deleted=True)

    def now(self, path: Path) -> HistoryRow:
        """Return the row of the text that a file has now."""
        file = self.find_open(path)
        if file is not None:
            saved = "unsaved" if file.is_modified else "saved"
            state = Sentence("window-history.state", state="gone" if file.is_gone else saved)
            return now_row(state, _size_of(file))
        try:
            return now_row(Sentence("window-history.on-disk"), path.stat().st_size)
        except OSError:
            return now_row(Sentence("window-history.not-there"), None)

    def is_there(self, path: Path) -> bool:
        """Whether a file is open or on disk."""
        return self.find_open(path) is not None or is_file(path)

    def text_now(self, path: Path) -> str | None:
        """Return the text that a file has now, None if it holds none; FileError if it cannot be read."""
        file = self.find_open(path)
        if file is not None:
            return file.text if file.binary_sort is None else None
        data = read_file(path, access=self._access()).data
        return decode(data).text if binary_sort(data) is None else None

    def decoded(self, version: Version) -> Decoded | None:
        """Return the text of a version, None if it holds none; FileError if it cannot be read."""
        return (self._read_large if version.size > _SMALL else self._read_small)(version)

    def _read(self, version: Version) -> Decoded | None:
        data = read_version(self.folders.state, version)
        return decode(data) if binary_sort(data) is None else None

    def name_of(self, path: Path) -> str:
        """Return a file's path in the library, or its name if it is elsewhere."""
        library = self.folders.library
        return path.relative_to(library).as_posix() if path.is_relative_to(library) else path.name

    def when(self, version: Version) -> str:
        """Return the time at which a version was kept, such as "14:02"."""
        return clock_time(time_of(version, self._clock()))

    def keep_days(self, days: int) -> tuple[str, ...]:
        """Keep versions for so many days; return sentences about the settings, or raise FileError."""
        settings, complaints = read_settings(self.folders.config)
        changed = settings.with_value("history_days", days)
        write_settings(self.folders.config, changed)
        return use_history_settings(self.folders.state, changed, complaints)


def _size_of(file: OpenFile) -> int:
    """Return how many bytes saving would write."""
    try:
        return len(encode(file.text, replace(file.text_format, newlines=file.document.newlines)))
    except UnencodableText:
        return len(file.text.encode("utf-8", "surrogatepass"))


def now_row(state: str, size: int | None) -> HistoryRow:
    """Return the row of the text there is now, of `size` bytes, which is "saved" or in another state."""
    words = size_in_words(size) if size is not None else ""
    return HistoryRow(None, TODAY, NOW, state, words, NOW, Sentence("window-history.text-now"))


def version_rows(history: FileHistory, first: HistoryRow, now: datetime) -> tuple[HistoryRow, ...]:
    """Return the row of the text there is now, and one for each version."""
    rows, times = [first], [time_of(version, now) for version in history.versions]
    in_minute = Counter((day_of(at, now), clock_time(at)) for at in times)
    for version, at in zip(history.versions, times, strict=True):
        # with seconds where versions share a minute
        day, time = day_of(at, now), clock_time(at)
        time = clock_time(at, exact=in_minute[day, time] > 1)
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

"""Taking over the journals that ended processes left: each is given to exactly one process."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Collection, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from errno import ELOOP
from math import inf
from pathlib import Path

from editor_app.library.files.reading import quoted, read_plainly, reason_of
from editor_app.library.files.replacing import replace_file, sync_folder
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.files.temporaries import is_at, is_ours, is_running, try_lock
from editor_app.library.history.version_lists import read_limits
from editor_app.library.journal.framing import Damage, read_records
from editor_app.library.journal.journal_file import (
    is_name_aside,
    journal_folder,
    library_folders,
    process_of,
    set_other_things_aside,
    set_place_aside,
    write_journal,
)
from editor_app.library.journal.live_documents import LiveDocuments
from editor_app.library.journal.reading import MOST_BYTES, JournalReading, TooLargeError
from editor_app.library.journal.records import (
    BeginRecord,
    EndRecord,
    JournalContent,
    JournalledText,
    read_payload,
)
from editor_app.text import Sentence

_DAY_SECONDS = 24 * 60 * 60
_OPEN = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


class FoundJournal:
    """A journal of an ended process, locked for this one until it is removed, set aside or released."""

    def __init__(self, path: Path, descriptor: int, reading: JournalReading) -> None:
        """Take over an open and locked journal that is being read."""
        self.path = path
        self.content = JournalContent()
        self._descriptor: int | None = descriptor
        self._reading: JournalReading | None = reading

    @property
    def is_read(self) -> bool:
        """Whether `content` is there; else there is more to be read, by `read_on`."""
        return self._reading is None

    def read_on(self, most_weight: float = inf) -> float:
        """Read records and edits up to that weight; return how much of it is left.

        At the end of one that cannot be had, `content` has only the sentences about it.
        """
        if self._reading is None:
            return most_weight
        try:
            weight_left = self._reading.read_on(most_weight)
            if weight_left is None:
                return 0.0
            content = self._reading.content()
        except TooLargeError as error:
            weight_left, content = most_weight, _not_had(self.set_aside("too-large", str(error)))
        except OSError as error:
            self.release()
            weight_left, content = most_weight, _not_had(_unreadable(self.path, error))
        is_newer, self._reading = self._reading.is_newer, None
        self.content = self._told(content, is_newer=is_newer)
        return weight_left

    def _told(self, content: JournalContent, *, is_newer: bool) -> JournalContent:
        """Return the content with sentences about what becomes of a journal that is not whole."""
        if content.is_whole or self._descriptor is None:
            return content
        if not content.texts and content.session is None:
            return _not_had(" ".join((*content.sentences, self.set_aside("empty"))))
        aside_name = free_name_aside(self.path)
        if aside_name is None:
            return content
        sentence = Sentence("library.journal-here", name=quoted(aside_name))
        if is_newer:
            newer = Sentence("library.journal-for-newer", name=quoted(self.path.name))
            return replace(content, sentences=(*content.sentences, sentence, newer))
        return replace(content, sentences=(*content.sentences, sentence))

    def remove(self) -> None:
        """Delete the journal, once a new one that holds all of it is on the disk.

        One that is damaged or newer is set aside instead: the rest of it may still be had.
        """
        if self._descriptor is None or not self.is_read:
            return
        if not self.content.is_whole:
            self.set_aside()
            return
        if sys.platform == "win32":  # where an open file cannot be removed
            self.release()
        with suppress(OSError):  # the next start offers it again, which does no harm
            self.path.unlink()
            sync_folder(self.path.parent)
        self.release()

    def keep_only(self, texts: Collection[JournalledText]) -> None:
        """Let the journal have only these of its texts; one that is damaged or newer stays as it is.

        All others are then in a new journal, and what becomes of them there must not be undone by this one.
        """
        content = self.content
        wanted = tuple(text for text in content.texts if text in texts)
        if (
            self._descriptor is None
            or not self.is_read
            or not content.is_whole
            or len(wanted) == len(content.texts)
        ):
            return
        live = LiveDocuments()
        timestamp = 0.0 if content.last_write is None else content.last_write.timestamp()
        for text in wanted:
            live.take_over(text, timestamp)
        if content.session is not None:
            live.keep_session(json.dumps(dict(content.session), ensure_ascii=False), timestamp)
        if content.is_clean:
            live.close(timestamp, is_clean=True)
        try:
            descriptor, _size = write_journal(self.path, live.payloads(timestamp), self.release)
        except OSError:  # the next start offers the others again, beside what they are by then
            return
        with suppress(OSError):
            sync_folder(self.path.parent)
        self._descriptor, self.content = descriptor, replace(content, texts=wanted)

    @property
    def is_had(self) -> bool:
        """Whether it is still locked for this process."""
        return self._descriptor is not None

    def set_aside(self, why: str = "not-taken", most: str = "") -> str:
        """Keep the journal under another name, so that no start takes it again; return a sentence."""
        if sys.platform == "win32":  # where an open file cannot be renamed
            self.release()
        sentence = set_place_aside(self.path, why, most)
        self.release()
        return sentence

    def release(self) -> None:
        """Let others have the journal."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with suppress(OSError):
                os.close(descriptor)


def take_journals(
    state_dir: Path, library: Path, most_weight: float = inf
) -> tuple[tuple[FoundJournal, ...], tuple[str, ...]]:
    """Lock and read the journals of a library that no running process writes, the newest first.

    Of all together, records and edits up to that weight are read; what is beyond, `read_on` reads. Returns
    also sentences about those that could not be had. What is no journal at all is set aside.
    """
    folder = journal_folder(state_dir, library)
    sentences: list[str] = []
    try:
        sentences += set_other_things_aside(folder)
        paths = sorted((path for path in folder.iterdir() if process_of(path.name) is not None), reverse=True)
    except FileNotFoundError:
        return (), tuple(sentences)
    except OSError as error:
        return (), (Sentence("library.journals-unreadable", folder=quoted(folder), reason=reason_of(error)),)
    journals: list[FoundJournal] = []
    for path in paths:
        journal = _take(path)
        if isinstance(journal, FoundJournal):
            most_weight = journal.read_on(most_weight)
            if journal.is_had:
                journals.append(journal)
            else:
                sentences += journal.content.sentences
        elif journal:
            sentences.append(journal)
    return tuple(journals), tuple(sentences)


def _take(path: Path) -> FoundJournal | str:
    """Return a journal, or a sentence why it is not to be had; "" if another process has it."""
    try:
        descriptor = _opened(path)
    except FileNotFoundError:  # another process took and removed it
        return ""
    except OSError as error:
        if error.errno == ELOOP:
            return set_place_aside(path, "link")
        return _unreadable(path, error)
    try:
        with ExitStack() as stack:
            stack.callback(os.close, descriptor)
            journal = _read(path, descriptor)
            if isinstance(journal, FoundJournal):
                stack.pop_all()  # it stays open, and locked
            return journal
    except TooLargeError as error:
        return set_place_aside(path, "too-large", str(error))
    except OSError as error:
        return _unreadable(path, error)


def _not_had(sentence: str) -> JournalContent:
    return JournalContent(sentences=(sentence,), is_whole=False)


def _read(path: Path, descriptor: int) -> FoundJournal | str:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return set_place_aside(path, "not-plain")
    if not is_ours(status):
        return Sentence("library.journal-of-other-user", path=quoted(path))
    if not try_lock(descriptor) or not _is_there(path, descriptor):
        return ""
    return FoundJournal(path, descriptor, JournalReading(descriptor))


def _is_there(path: Path, descriptor: int) -> bool:
    try:
        return is_at(path, descriptor)
    except OSError:
        return False


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | _OPEN)  # network drives lock only what is open for writing
    except OSError as error:
        if error.errno == ELOOP or isinstance(error, FileNotFoundError):
            raise
        return os.open(path, os.O_RDONLY | _OPEN)


def _unreadable(path: Path, error: OSError) -> str:
    return Sentence("library.journal-unreadable", path=quoted(path), reason=reason_of(error))


_NOTE = "library.json"
_MOST_NOTE_BYTES = 100_000
_LOOK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class UnsavedElsewhere:
    """A library with unsaved text that no running process has, and when that was written last."""

    root: Path
    last_write: datetime


def note_library(state_dir: Path, library: Path) -> None:
    """Note beside a library's journals where it is; raises OSError. The folder of the journals is there."""
    folder = journal_folder(state_dir, library)
    root = os.path.realpath(library)
    if _noted_in(folder) != Path(root):
        replace_file(folder / _NOTE, json.dumps({"root": root}).encode() + b"\n", mode=0o600)


def unsaved_elsewhere(state_dir: Path, library: Path) -> tuple[UnsavedElsewhere, ...]:
    """Return the other libraries that have unsaved text, the latest first; nothing is locked or changed.

    A journal of a process that seems to be running is passed over.
    """
    ours = journal_folder(state_dir, library)
    libraries = []
    for folder in library_folders(state_dir):
        root = _noted_in(folder) if folder != ours else None
        if root is not None and journal_folder(state_dir, root) == folder:
            last_write = max(_times_of_unsaved(folder), default=None)
            if last_write is not None:
                libraries.append(UnsavedElsewhere(root, datetime.fromtimestamp(last_write, UTC)))
    return tuple(sorted(libraries, key=lambda library: library.last_write, reverse=True))


def _noted_in(folder: Path) -> Path | None:
    try:
        root = json.loads(read_plainly(str(folder / _NOTE), _MOST_NOTE_BYTES) or b"")["root"]
        return Path(root) if isinstance(root, str) and "\0" not in root else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _times_of_unsaved(folder: Path) -> Iterator[float]:
    """Yield when each journal with unsaved text was written last."""
    with suppress(OSError):
        for path in folder.iterdir():
            process = process_of(path.name)
            if process is None or is_running(process):
                continue
            with suppress(OSError):
                descriptor = os.open(path, _LOOK)
                try:
                    status = os.fstat(descriptor)
                    is_read = stat.S_ISREG(status.st_mode) and is_ours(status)
                    if is_read and status.st_size <= MOST_BYTES and _has_text(descriptor):
                        yield status.st_mtime
                finally:
                    os.close(descriptor)


def _has_text(descriptor: int) -> bool:
    """Whether a document in a journal has not ended; edits are not read."""
    unended: set[int] = set()
    for payload in read_records(descriptor):
        if isinstance(payload, Damage) or not payload.startswith((b'["begun"', b'["ended"')):
            continue
        match read_payload(payload):
            case (BeginRecord(_, document), _):
                unended.add(document.number)
            case (EndRecord(number), _):
                unended.discard(number)
    return bool(unended)


@dataclass(frozen=True, slots=True)
class JournalAside:
    """A journal that was set aside, and its size."""

    path: Path
    size: int


def journals_set_aside(state_dir: Path) -> tuple[JournalAside, ...]:
    """Return the journals of all libraries that were set aside, the newest first."""
    newest_first = sorted(_set_aside(state_dir), key=lambda journal: journal[1].st_ctime, reverse=True)
    return tuple(JournalAside(path, status.st_size) for path, status in newest_first)


def remove_old_set_aside(state_dir: Path, now: datetime) -> tuple[Path, ...]:
    """Remove those that were set aside longer ago than local history keeps versions; return their paths.

    None goes while it cannot be read how long that is.
    """
    limits = read_limits(state_dir)
    if limits is None:
        return ()
    oldest = now.timestamp() - limits.days * _DAY_SECONDS
    removed = []
    for path, status in _set_aside(state_dir):
        # Setting aside renames the file, which is a change of its status and not of its bytes.
        if max(status.st_mtime, status.st_ctime) < oldest:
            with suppress(OSError):
                path.unlink()
                removed.append(path)
    return tuple(removed)


def _set_aside(state_dir: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the files and links that were set aside and belong to the user."""
    for folder in library_folders(state_dir):
        with suppress(OSError):
            for path in folder.iterdir():
                if is_name_aside(path.name):
                    status = path.lstat()
                    if is_ours(status) and (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
                        yield path, status

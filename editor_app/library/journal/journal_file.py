"""The file of a journal being written: it always has whole records only, and a lock as long as it is open."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from errno import EAGAIN, EINVAL, EIO, ENOSYS, ENOTSUP, EOPNOTSUPP
from pathlib import Path

from editor_app.library.files.locks import try_lock
from editor_app.library.files.replacing import rename_over, sync_folder
from editor_app.library.files.temporaries import create_temporary, sweep_folder
from editor_app.library.journal.folders import make_journal_folder, new_journal_path
from editor_app.library.journal.framing import FIRST_LINE, frame

_PIECE = 1 << 20
_CANNOT_SYNC = frozenset((EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP))  # of a disk that has no such thing


class JournalFile:
    """A journal on the disk. Whatever fails raises OSError, and what was on the disk before stays there."""

    def __init__(self, folder: Path, now: datetime) -> None:
        """Choose a free path in `folder`; `write_anew` makes the file."""
        self._folder = folder
        self.path = new_journal_path(folder, now)
        self.size = 0
        self._descriptor: int | None = None
        self._file: tuple[int, int] | None = None
        self._is_sound = False

    @property
    def can_append(self) -> bool:
        """Whether records can be appended; else the journal has to be written anew."""
        if self._descriptor is None or not self._is_sound:
            return False
        try:
            status = self.path.lstat()
        except OSError:  # somebody removed it, perhaps with its folder
            return False
        return (status.st_dev, status.st_ino) == self._file and status.st_size >= self.size

    def append(self, records: bytes) -> None:
        """Write whole records behind the others; they are on the disk when this returns."""
        descriptor = self._descriptor
        if descriptor is None:
            raise OSError(EIO, os.strerror(EIO))
        try:
            _write_at(descriptor, self.size, records)
        except OSError:
            try:
                os.ftruncate(descriptor, self.size)  # no half a record may stay between whole ones
            except OSError:
                self._is_sound = False
            raise
        try:
            _sync(descriptor)
        except OSError:
            self._is_sound = False  # what the disk has now is unknown, and a second try would not tell
            raise
        self.size += len(records)

    def write_anew(self, payloads: Iterable[bytes]) -> None:
        """Replace the journal by one with these records, in one step, as `write_journal` does."""
        make_journal_folder(self._folder)
        descriptor, size = write_journal(self.path, payloads, self.close)
        status = os.fstat(descriptor)
        self._descriptor, self.size, self._is_sound = descriptor, size, True
        self._file = status.st_dev, status.st_ino
        sync_folder(self._folder)

    def remove(self) -> None:
        """Delete the journal, which needs no room on a full disk."""
        if sys.platform == "win32":  # where an open file cannot be removed
            self.close()
        with suppress(OSError):
            self.path.unlink()
            sync_folder(self._folder)

    def sweep(self) -> None:
        """Remove what killed processes left half written."""
        sweep_folder(self._folder)

    def close(self) -> None:
        """Close the file, which lets others have it."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with suppress(OSError):  # all that counts was synced
                os.close(descriptor)


def write_journal(path: Path, payloads: Iterable[bytes], close_old: Callable[[], object]) -> tuple[int, int]:
    """Put a journal with these records at `path`, in one step; return its locked descriptor and its size.

    One that this process has open there stays locked until all is written, and is closed by `close_old`. The
    new one is locked before anybody sees it, but on Windows right after that: who has the lock first there
    has the journal, and OSError is raised.
    """
    temporary, descriptor = create_temporary(path, 0o600)
    try:
        size = _write_records(descriptor, payloads)
        _sync(descriptor)
        if sys.platform == "win32":  # where an open file can be neither renamed nor replaced
            os.close(descriptor)
            descriptor = -1
            close_old()
            rename_over(temporary, path)
            descriptor = _opened_and_locked(path)
        else:
            temporary.replace(path)
            close_old()
    except BaseException:
        with suppress(OSError):
            os.close(descriptor)
        with suppress(OSError):
            temporary.unlink()
        raise
    return descriptor, size


def _opened_and_locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    if not try_lock(descriptor):
        os.close(descriptor)
        raise OSError(EAGAIN, os.strerror(EAGAIN))
    return descriptor


def _write_records(descriptor: int, payloads: Iterable[bytes]) -> int:
    """Write the first line and all records; return the size of the file."""
    size, waiting, length = 0, [FIRST_LINE], len(FIRST_LINE)
    for payload in payloads:
        record = frame(payload)
        waiting.append(record)
        length += len(record)
        if length > _PIECE:
            _write_at(descriptor, size, b"".join(waiting))
            size, waiting, length = size + length, [], 0
    _write_at(descriptor, size, b"".join(waiting))
    return size + length


def _write_at(descriptor: int, place: int, data: bytes) -> None:
    os.lseek(descriptor, place, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if written <= 0:
            raise OSError(EIO, os.strerror(EIO))
        rest = rest[written:]


def _sync(descriptor: int) -> None:
    try:
        getattr(os, "fdatasync", os.fsync)(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise

"""Reading files into bytes, without ever waiting on a pipe or device."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from editor_app.library.files.errors import FileError, check_path, quoted, reason_of
from editor_app.library.files.stamps import FileStamp, stamp_of

MOST_BYTES = 64 * 1024 * 1024
_MOST_TRIES = 3
_OPEN_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's bytes and its stamp."""

    data: bytes
    stamp: FileStamp


def read_file(
    path: Path,
    most_bytes: int = MOST_BYTES,
    *,
    only_in: Path | None = None,
    too_large: str = "more than can be opened here",
) -> FileContent:
    """Read a regular file; anything else, or one too large, raises FileError.

    `only_in` is a library that is not trusted: a link in it that leads out is not followed. `too_large` says
    in the sentence what so many bytes are.
    """
    check_path(path)
    try:
        if only_in is not None and leads_out(path, only_in):
            raise FileError(link_out_sentence(path), path)
        return _read_steadily(path, most_bytes, too_large)
    except OSError as error:
        raise FileError(f"{quoted(path.name)} could not be read: {reason_of(error)}.", path) from error


def read_plainly(path: str, most_bytes: int) -> bytes | None:
    """Return the bytes of a plain file, for many small ones; None where `read_file` has to look at it.

    That is a link, what cannot be read, what is larger, and a file that is being written.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):  # opening a device may already have an effect
            return None
        descriptor = os.open(path, _OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0))
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
                return None
            data = os.read(descriptor, status.st_size + 1)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    return data if len(data) == status.st_size else None


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path that lies in a folder leads out of it, by a link."""
    if not path.is_relative_to(folder):
        return False  # the user named a file elsewhere
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def link_out_sentence(path: Path) -> str:
    """Return why a link that leads out of a library is not followed."""
    return (
        f"{quoted(path.name)} is a link that leads out of the library; it is read once you trust the folder."
    )


def read_file_head(path: Path | str, size: int) -> bytes:
    """Return up to `size` bytes from a regular file's start; any other sort of file raises OSError, too."""
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is not a plain file")
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def sort_of_file(mode: int) -> str | None:
    """Return what sort of file a mode is of, in words; None for a plain file."""
    for test, words in _SORTS:
        if test(mode):
            return words
    return None if stat.S_ISREG(mode) else "not a plain file"


_SORTS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _read_steadily(path: Path, most_bytes: int, too_large: str) -> FileContent:
    """Read a file; up to three times if it was being written meanwhile."""
    _refuse_special(path, path.stat())  # opening a device may already have an effect
    for attempt in range(_MOST_TRIES):
        descriptor = os.open(path, _OPEN_FLAGS)
        try:
            before = os.fstat(descriptor)
            _refuse_special(path, before)
            if before.st_size > most_bytes:
                raise _larger(path, most_bytes, too_large)
            data = _read_all(descriptor, path, most_bytes, too_large)
            after = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        steady = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if steady or attempt == _MOST_TRIES - 1:
            break
    return FileContent(data, stamp_of(data, after))


def _refuse_special(path: Path, status: os.stat_result) -> None:
    sort = sort_of_file(status.st_mode)
    if sort is not None:
        raise FileError(f"{quoted(path.name)} is {sort}, not a file that can be opened.", path)


def _read_all(descriptor: int, path: Path, most_bytes: int, too_large: str) -> bytes:
    pieces, size = [], 0
    while piece := os.read(descriptor, 1024 * 1024):
        pieces.append(piece)
        size += len(piece)
        if size > most_bytes:  # it grows, or is a file that says no size
            raise _larger(path, most_bytes, too_large)
    return b"".join(pieces)


def _larger(path: Path, most_bytes: int, too_large: str) -> FileError:
    return FileError(f"{quoted(path.name)} is larger than {_in_words(most_bytes)}, {too_large}.", path)


def _in_words(size: int) -> str:
    for unit in (1024 * 1024, 1_000_000):
        if size >= unit and size % unit == 0:
            return f"{size // unit} MB"
    return f"{size // (1024 * 1024)} MB" if size >= 1024 * 1024 else f"{size} bytes"

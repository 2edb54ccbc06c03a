"""Marks and stamps, which tell one state of a file from another: by its status alone, or by its bytes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class FileMark(NamedTuple):
    """A file's or folder's status; another one means that it is worth reading again.

    `mtime_ns` can be set back by whoever writes a file, `ctime_ns` can't.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int
    links: int = 1  # how many names the file has


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The hash and mark of a file when it was read, to tell whether it was changed since."""

    hash: str
    mark: FileMark


def mark_at(path: Path) -> FileMark | None:
    """Return the mark of the file at a path, links followed; None where its status cannot be read."""
    try:
        return mark_of(path.stat())
    except (OSError, ValueError):
        return None


def mark_of(status: os.stat_result) -> FileMark:
    """Return the mark of a file with this status."""
    return FileMark(
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_nlink,
    )


def stamp_of(data: bytes, status: os.stat_result) -> FileStamp:
    """Return the stamp of a file with these bytes and this status."""
    return FileStamp(content_hash(data), mark_of(status))


def content_hash(data: bytes) -> str:
    """Return the SHA-256 of a content in hex, as in stamps, manifests and local history."""
    return sha256(data).hexdigest()

"""What tells one state of a file from another: by its status alone, and by its bytes."""

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


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What a file was when it was read: enough to tell whether it is still that."""

    hash: str
    mark: FileMark


def mark_at(path: Path) -> FileMark | None:
    """Return the mark of what a path leads to, links followed; None where nothing is or can be looked at."""
    try:
        return mark_of(path.stat())
    except (OSError, ValueError):
        return None


def mark_of(status: os.stat_result) -> FileMark:
    """Return the mark that a status is."""
    return FileMark(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def stamp_of(data: bytes, status: os.stat_result) -> FileStamp:
    """Return the stamp of a file with these bytes and this status."""
    return FileStamp(content_hash(data), mark_of(status))


def content_hash(data: bytes) -> str:
    """Return the hash that stamps and manifests name contents by."""
    return sha256(data).hexdigest()

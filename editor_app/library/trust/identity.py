"""Telling a folder from another one that was put in its place.

A file system gives the number of a folder that was deleted to the next one that is made. The time when a
folder was made tells the two apart, where the system knows it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

_FOLDER_NOT_FOLLOWED = 0x100  # AT_SYMLINK_NOFOLLOW
_HERE = -100  # AT_FDCWD
_BIRTH_TIME = 0x800  # STATX_BTIME
_STATX_BYTES = 256
_MASK, _SECONDS, _NANOSECONDS = slice(0, 4), slice(80, 88), slice(88, 92)


class FolderIdentity(NamedTuple):
    """What stays the same of a folder as long as it is there: `made` in nanoseconds, 0 where unknown."""

    device: int
    inode: int
    made: int

    def is_same(self, other: FolderIdentity | None) -> bool:
        """Whether both are of one folder.

        A device has another number after a restart on some file systems, so it counts only where it is not
        known when the folder was made.
        """
        if other is None or self.inode != other.inode or self.made != other.made:
            return False
        return bool(self.made) or self.device == other.device


def identity_of(folder: Path) -> FolderIdentity | None:
    """Return the identity of a folder; None for what is none, or cannot be looked at."""
    import stat

    try:
        status = folder.lstat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISDIR(status.st_mode):
        return None
    if sys.platform == "darwin":
        made_at = int(status.st_birthtime * 1_000_000_000)
    else:
        made_at = _made(folder) if sys.platform == "linux" else 0
    return FolderIdentity(status.st_dev, status.st_ino, made_at)


def _made(folder: Path) -> int:
    """Return when a folder was made; Python has no call for it on Linux."""
    import ctypes

    try:
        statx = ctypes.CDLL(None).statx
    except (OSError, AttributeError):  # an old C library
        return 0
    answer = ctypes.create_string_buffer(_STATX_BYTES)
    if statx(_HERE, os.fsencode(folder), _FOLDER_NOT_FOLLOWED, _BIRTH_TIME, answer):
        return 0
    data = answer.raw
    if not int.from_bytes(data[_MASK], sys.byteorder) & _BIRTH_TIME:
        return 0
    seconds = int.from_bytes(data[_SECONDS], sys.byteorder, signed=True)
    return seconds * 1_000_000_000 + int.from_bytes(data[_NANOSECONDS], sys.byteorder)

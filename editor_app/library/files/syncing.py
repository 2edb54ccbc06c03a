"""Making sure that what was written outlasts a power cut."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "darwin":
    import fcntl

_CANNOT_SYNC = frozenset((errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP))


def sync_file(descriptor: int) -> bool:
    """Make sure that an open file outlasts a power cut; False on a disk that cannot do that."""
    try:
        if sys.platform == "darwin":  # where fsync leaves it in the memory of the disk itself
            with suppress(OSError):  # a disk without that, as on a network
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
                return True
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
        return False
    return True


def sync_folder(folder: Path) -> bool:
    """Make sure that names given in a folder outlast a power cut; False where that cannot be told."""
    if sys.platform != "win32":  # which keeps names by itself, and has no such call
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError:
            return False
    return True

"""Making sure that what was written outlasts a power cut."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

_CANNOT_SYNC = frozenset((errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP))


def sync_file(descriptor: int) -> bool:
    """Make sure that an open file outlasts a power cut; False on a disk that cannot do that."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
        return False
    return True


def sync_folder(folder: Path) -> bool:
    """Make sure that names given in a folder outlast a power cut; False where that cannot be told."""
    if sys.platform == "win32":
        return True
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return True

"""Locks between processes, so that two programs never save one file at the same moment."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.errors import FileError, quoted
from editor_app.library.paths import make_private_dir

WAIT_SECONDS = 5.0
_PAUSE_SECONDS = 0.01
_LOCKED_BYTE = 0x7FFF_FFFE  # behind the end of any file: on Windows nobody else can read what is locked


def path_lock(state_dir: Path, path: Path) -> Path:
    """Return the lock file of a path; some paths share one, and then only wait for each other."""
    return state_dir / "locks" / f"{sha256(os.fsencode(path)).hexdigest()[:2]}.lock"


@contextmanager
def locked(lock_file: Path, path: Path, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold a lock for changing `path` while the body runs; the system releases it if the process ends.

    Raises FileError if another holder keeps it for `wait_seconds`, OSError where the lock
    file cannot be made.
    """
    make_private_dir(lock_file.parent)
    descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + wait_seconds
        while not try_lock(descriptor):
            if time.monotonic() > deadline:
                sentence = f"{quoted(path.name)} is in use by another program. Try again in a moment."
                raise FileError(sentence, path)
            time.sleep(_PAUSE_SECONDS)
        yield
    finally:
        with suppress(OSError):  # the work is done, and the system releases the lock anyway
            os.close(descriptor)


if sys.platform == "win32":  # pragma: no cover

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process alone; False while another holds it."""
        import msvcrt

        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)  # where the lock begins
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, at, os.SEEK_SET)
        return True

    try_shared_lock = try_lock  # Windows has no lock that several share; then only one window marks a file

else:

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process alone; False while another holds it, OSError without locks."""
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def try_shared_lock(descriptor: int) -> bool:
        """Lock an open file together with others who share it; False while somebody holds it alone."""
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

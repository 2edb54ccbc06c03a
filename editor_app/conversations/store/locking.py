"""The lock that every user of the database holds while using it."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from editor_app.conversations.store.failures import busy_error, refused_error
from editor_app.conversations.store.processes import OfThread
from editor_app.library.paths import make_private_dir
from editor_app.text import Sentence

_PAUSE_SECONDS = 0.005
_MOST_BYTES = 1024
_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
_NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class UseLock:
    """A lock on a file beside the database: shared by its users, or held alone.

    Where the folder can only be read, or the disk has no locks, nothing is held: there nobody can move the
    database away either.
    """

    def __init__(self, path: Path, wait_seconds: float) -> None:
        """Remember the lock's file and how long to wait for it."""
        self._path = path
        self._wait_seconds = wait_seconds
        self._own = threading.local()  # a lock belongs to an open file: each thread has one

    def share(self, *, makes_it: bool) -> int | None:
        """Hold the lock with others; return what is to be released, None where nothing is held.

        Without `makes_it` no file is made where there is no database.
        """
        descriptor = self._descriptor(makes_it=makes_it)
        self._take(descriptor, alone=False)
        return descriptor

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the lock alone; yields whether it could be held at all."""
        descriptor = self._descriptor(makes_it=True)
        holds_it = self._take(descriptor, alone=True)
        try:
            yield holds_it
        finally:
            release(descriptor)

    def read(self) -> bytes:
        """Return what the lock's file holds; nothing where there is none."""
        descriptor = self._descriptor(makes_it=False)
        try:
            if descriptor is None:
                return b""
            os.lseek(descriptor, 0, os.SEEK_SET)
            return os.read(descriptor, _MOST_BYTES)
        except OSError:
            return b""

    def note(self, content: bytes) -> None:
        """Have the lock's file hold something, always as long; where it can only be read it stays."""
        descriptor = self._descriptor(makes_it=False)
        if descriptor is not None and self.read() != content:
            with suppress(OSError):
                os.lseek(descriptor, 0, os.SEEK_SET)
                os.write(descriptor, content)

    def close(self) -> None:
        """Close this thread's file."""
        file: _LockFile | None = getattr(self._own, "file", None)
        self._own.file = None
        if file is not None:
            file.close()

    def _descriptor(self, *, makes_it: bool) -> int | None:
        file: _LockFile | None = getattr(self._own, "file", None)
        if file is not None and file.is_open:
            return file.descriptor
        if makes_it:
            make_private_dir(self._path.parent)
        descriptor = None
        if makes_it or os.path.lexists(self._path.with_suffix("")):
            descriptor = _open(self._path)
        self._own.file = _LockFile(descriptor) if descriptor is not None else None
        return descriptor

    def _take(self, descriptor: int | None, *, alone: bool) -> bool:
        if descriptor is None:
            return False
        deadline = None
        while (is_held := try_to_hold(descriptor, alone=alone)) is False:
            if deadline is None:
                deadline = time.monotonic() + self._wait_seconds
            elif time.monotonic() > deadline:
                raise busy_error(self._path.with_suffix(""))
            time.sleep(_PAUSE_SECONDS)
        return is_held is True


class _LockFile(OfThread):
    """An open lock file, closed with its thread."""

    __slots__ = ("descriptor",)

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        super().__init__(_Descriptor(descriptor))


class _Descriptor:
    """A file's descriptor."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def close(self) -> None:
        os.close(self._descriptor)


def _open(path: Path) -> int | None:
    """Open the lock's file, which is made if it is not there; None where it cannot be made."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise refused_error(path, Sentence("conversations.a-link")) from None
        if error.errno not in _NOT_WRITABLE:
            raise
        with suppress(OSError):
            return os.open(path, flags & ~(os.O_RDWR | os.O_CREAT))
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise refused_error(path, Sentence("conversations.not-a-plain-file"))
    return descriptor


if sys.platform == "win32":  # pragma: no cover

    def try_to_hold(descriptor: int, *, alone: bool) -> bool | None:
        """Return True: nobody can move the database away here while it is open."""
        del descriptor, alone
        return True

    def release(descriptor: int | None) -> None:
        """Release what is held."""
        del descriptor

else:
    import fcntl

    def try_to_hold(descriptor: int, *, alone: bool) -> bool | None:
        """Hold a lock; False while others keep it, None on a disk without locks."""
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return None
            raise
        return True

    def release(descriptor: int | None) -> None:
        """Release what is held."""
        if descriptor is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_UN)
            except OSError:  # a disk without locks
                return

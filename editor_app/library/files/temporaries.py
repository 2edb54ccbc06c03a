"""Temporary files, each beside the file it becomes, and removing them; locks between processes.

A name tells the machine and the process that made the file, and the process holds a lock on it while it
writes. Only a file whose machine is this one, whose process is gone and whose lock is free is removed:
one that another computer writes on a network drive, or a program in a container, stays.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from editor_app.library.files.reading import FileError, quoted
from editor_app.library.paths import make_private_dir
from editor_app.text import Sentence

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
                sentence = Sentence("library.in-use", name=quoted(path.name))
                raise FileError(sentence, path)
            time.sleep(_PAUSE_SECONDS)
        yield
    finally:
        with suppress(OSError):  # the work is done, and the system releases the lock anyway
            os.close(descriptor)


if sys.platform == "win32":  # pragma: no cover

    def try_lock(descriptor: int, *, shared: bool = False) -> bool:  # noqa: ARG001  no lock is shared there
        """Lock an open file for this process alone; False while another holds it.

        Windows has no lock that several share; then only one window marks a file.
        """
        import msvcrt

        start = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)  # where the lock begins
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, start, os.SEEK_SET)
        return True

else:

    def try_lock(descriptor: int, *, shared: bool = False) -> bool:
        """Lock an open file for this process alone, or together with others who share it.

        False while another holds it, or holds it alone; OSError without locks.
        """
        import fcntl

        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file still has its name; another process may have removed or replaced it.

    Raises OSError where the disk does not tell.
    """
    try:
        return os.path.samestat(path.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


_NAME = re.compile(r"\.foreword-([0-9a-f]{12})-([1-9][0-9]{0,9})-[0-9a-f]{16}\.tmp")
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_LOOK = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def create_temporary(target: Path, mode: int) -> tuple[Path, int]:
    """Make a file in the folder of `target`, under a unique name that listings hide, open for writing."""
    path = target.with_name(f".foreword-{_machine()}-{os.getpid()}-{os.urandom(8).hex()}.tmp")
    descriptor = os.open(path, _CREATE, mode)
    if sys.platform != "win32":  # where an open file cannot be removed anyway
        with suppress(OSError):  # a disk without locks, where nobody sweeps either
            try_lock(descriptor)
    return path, descriptor


def is_temporary_name(name: str) -> bool:
    """Whether a file's name is one that `create_temporary` gives."""
    return name.startswith(".foreword-") and _NAME.fullmatch(name) is not None


def sweep_temporaries(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Remove those temporary files whose process is gone, and return them; in doubt one stays."""
    return tuple(path for path in paths if _sweep(path))


def sweep_folder(folder: Path) -> tuple[Path, ...]:
    """Remove such files directly in a folder of the program's own, which may be missing; return them."""
    try:
        temporaries = [path for path in folder.iterdir() if is_temporary_name(path.name)]
    except OSError:
        return ()
    return sweep_temporaries(temporaries)


def sweep_state(state_dir: Path) -> tuple[Path, ...]:
    """Remove such files from the folders of the state folder that always have the same name; return them."""
    history = state_dir / "history"
    folders = (state_dir, history, history / "files", state_dir / "renumbering")
    return tuple(path for folder in folders for path in sweep_folder(folder))


def _sweep(path: Path) -> bool:
    name = _NAME.fullmatch(path.name)
    if name is None or name[1] != _machine() or is_running(int(name[2])):
        return False
    try:
        descriptor = os.open(path, _LOOK)
        try:
            status = os.fstat(descriptor)
            if not (stat.S_ISREG(status.st_mode) and is_ours(status) and try_lock(descriptor)):
                return False
            path.unlink()
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return True


def is_ours(status: os.stat_result) -> bool:
    """Whether a file belongs to the user."""
    return sys.platform == "win32" or status.st_uid == os.geteuid()


def is_running(process: int) -> bool:
    """Whether a process with this number runs on this computer; taken for granted on Windows."""
    if sys.platform != "win32":  # where signal 0 is Ctrl-C; elsewhere it only tests
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):
            return True
    return True


@cache
def _machine() -> str:
    """Return a hash that tells this computer and its process namespace from others."""
    known = []
    if sys.platform != "win32":  # where none is removed
        known.append(os.uname().nodename)
    with suppress(OSError):
        known.append(Path("/etc/machine-id").read_text(encoding="ascii", errors="replace").strip())
    with suppress(OSError):
        known.append(os.readlink("/proc/self/ns/pid"))  # noqa: PTH115  its very text, not a path
    return sha256("\n".join(known).encode("utf-8", "surrogateescape")).hexdigest()[:12]

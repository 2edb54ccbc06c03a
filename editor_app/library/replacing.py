"""Bytes onto the disk, whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

# Attributes that the system sets by itself, or lets only the administrator set.
_SYSTEM_XATTRS = ("security.", "trusted.")
_TEMPORARY_FLAGS = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)


def replace_file(
    target: Path,
    data: bytes,
    *,
    like: os.stat_result | None = None,
    mode: int = 0o666,
    before_replacing: Callable[[], object] = lambda: None,
) -> tuple[str, ...]:
    """Put `data` at `target` in one step, and return what could not be kept of the file there.

    The temporary file beside it gets the owner, mode and extended attributes
    of the file whose status is `like`; with no file given, `mode` as the umask
    leaves it. `before_replacing` may still raise to leave all as it was.
    """
    temporary = temporary_beside(target)
    descriptor = os.open(temporary, _TEMPORARY_FLAGS, mode if like is None else 0o600)
    try:
        try:
            write_all(descriptor, data)
            lost = () if like is None else _make_alike(descriptor, target, like)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        before_replacing()
        _replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)
    return lost


def create_file_at(target: Path, data: bytes, mode: int = 0o666) -> None:
    """Put `data` at `target` in one step where nothing is; raises FileExistsError if something is."""
    temporary = temporary_beside(target)
    descriptor = os.open(temporary, _TEMPORARY_FLAGS, mode)
    try:
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        move_without_replacing(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)


def move_without_replacing(source: Path, target: Path) -> None:
    """Give a file another name on the same disk; raises FileExistsError if something has it already."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a disk without hard links
        if os.path.lexists(target):
            raise FileExistsError(f"{target} is already there") from None
        source.rename(target)
    else:
        source.unlink()


def temporary_beside(target: Path) -> Path:
    """Return a name in a file's folder that nothing else has, hidden from listings."""
    return target.parent / f".foreword-{os.urandom(8).hex()}.tmp"


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, however little the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def sync_folder(folder: Path) -> None:
    """Make sure that names given in a folder outlast a power cut, where the system can tell."""
    if sys.platform == "win32":
        return
    with suppress(OSError):  # the file itself is safe; some disks cannot sync a folder
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _make_alike(descriptor: int, original: Path, status: os.stat_result) -> tuple[str, ...]:
    """Give an open file the owner, mode and attributes of `original`; return what it did not take."""
    if sys.platform == "win32":
        return ()
    lost: list[str] = []
    if (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        try:
            os.fchown(descriptor, status.st_uid, status.st_gid)
        except OSError:
            lost.append("owner")
            with suppress(OSError):
                os.fchown(descriptor, -1, status.st_gid)
    mode = stat.S_IMODE(status.st_mode)
    os.fchmod(descriptor, mode & 0o777 if lost else mode)  # set-user-id is the owner's to give
    if sys.platform == "linux":
        lost += _copy_xattrs(descriptor, original)
    return tuple(lost)


def _copy_xattrs(descriptor: int, original: Path) -> list[str]:
    try:
        names = os.listxattr(original)
    except OSError:  # a disk without extended attributes
        return []
    lost = []
    for name in names:
        try:
            os.setxattr(descriptor, name, os.getxattr(original, name))
        except OSError:
            if not name.startswith(_SYSTEM_XATTRS):
                lost.append(f"attribute {name}")
    return lost


if sys.platform == "win32":  # pragma: no cover

    def _replace(source: Path, target: Path) -> None:
        deadline = time.monotonic() + 1.0  # here, whoever reads the file stands in the way
        while True:
            try:
                source.replace(target)
            except PermissionError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

else:

    def _replace(source: Path, target: Path) -> None:
        source.replace(target)

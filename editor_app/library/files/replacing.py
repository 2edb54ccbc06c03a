"""Atomic writing: a file's bytes are replaced as a whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from editor_app.library.files import syncing
from editor_app.library.files.temporaries import create_temporary
from editor_app.text import Sentence

# Attributes that the system sets by itself, or lets only the administrator set.
_SYSTEM_XATTRS = ("security.", "trusted.")
UNSYNCED = Sentence("library.unsynced")
"""The end of a warning about a file that was written, but not confirmed to be on the disk (fsync)."""
_SECONDS_TO_RENAME = 1.0
_PAUSE_SECONDS = 0.02
sync_file, sync_folder = syncing.sync_file, syncing.sync_folder


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was put in its place.

    `status` is the new file's just before it got its name, `lost` names the attributes of the replaced file
    that could not be kept. Without `is_synced` the disk could not confirm that it survives a power cut.
    """

    status: os.stat_result
    is_synced: bool
    lost: tuple[str, ...] = ()


def replace_file(
    target: Path,
    data: bytes,
    *,
    like: os.stat_result | None = None,
    mode: int = 0o666,
    before_replacing: Callable[[], object] = lambda: None,
    temporary_in: Path | None = None,
) -> WrittenFile:
    """Put `data` at `target` in one step.

    The temporary file, beside it or in the folder `temporary_in`, gets the owner,
    mode and extended attributes of the file whose status is `like`; with no file
    given, `mode` as the umask leaves it. `before_replacing` is called last, and may raise to cancel.
    """

    def put(temporary: Path) -> None:
        before_replacing()
        rename_over(temporary, target)

    return _write_and_put(target, data, put, temporary_in, mode if like is None else 0o600, like)


def create_file_at(
    target: Path, data: bytes, mode: int = 0o666, *, temporary_in: Path | None = None
) -> WrittenFile:
    """Put `data` at `target` in one step where nothing is; raises FileExistsError if something is.

    The temporary file is beside it, or in the folder `temporary_in` of the same disk.
    """
    return _write_and_put(target, data, partial(move_without_replacing, target=target), temporary_in, mode)


def move_without_replacing(source: Path, target: Path) -> None:
    """Rename a file on the same disk; raises FileExistsError if the name is taken."""
    if sys.platform == "win32":  # where renaming replaces nothing, and an open file keeps each of its names
        _patiently(lambda: source.rename(target))
    else:
        _move_by_link(source, target)


def rename_over(source: Path, target: Path) -> None:
    """Rename a file on the same disk, in place of the one that has the name."""
    _patiently(lambda: source.replace(target))


def _patiently(rename: Callable[[], object]) -> None:
    """Rename a file; on Windows, where none can be renamed or replaced while it is read, wait for that."""
    until = time.monotonic() + (_SECONDS_TO_RENAME if sys.platform == "win32" else 0.0)
    while True:
        try:
            rename()
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def _move_by_link(source: Path, target: Path) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a disk without hard links
        if os.path.lexists(target):
            raise FileExistsError(f"{target} is already there") from None
        source.rename(target)
        return
    try:
        source.unlink()
    except OSError:
        with suppress(OSError):  # back to its old name only
            target.unlink()
        raise


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, however little the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _write_and_put(
    target: Path,
    data: bytes,
    put: Callable[[Path], None],
    temporary_in: Path | None,
    mode: int,
    like: os.stat_result | None = None,
) -> WrittenFile:
    """Write a temporary file and `put` it at `target`; a failure changes nothing."""
    beside = target if temporary_in is None else temporary_in / target.name
    temporary, descriptor = create_temporary(beside, mode)
    try:
        try:
            write_all(descriptor, data)
            lost = () if like is None else _make_alike(descriptor, target, like)
            is_synced = sync_file(descriptor)
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        put(temporary)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return WrittenFile(status, sync_folder(target.parent) and is_synced, lost)


def _make_alike(descriptor: int, original: Path, status: os.stat_result) -> tuple[str, ...]:
    """Give an open file the owner, mode and attributes of `original`; return what it did not take."""
    lost: list[str] = []
    if sys.platform != "win32":
        if (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
            try:
                os.fchown(descriptor, status.st_uid, status.st_gid)
            except OSError:
                lost.append("owner")
                with suppress(OSError):
                    os.fchown(descriptor, -1, status.st_gid)
        mode = stat.S_IMODE(status.st_mode)
        os.fchmod(descriptor, mode & 0o777 if lost else mode)  # only the owner may set set-user-id
    lost += _copy_xattrs(descriptor, original)
    return tuple(lost)


def _copy_xattrs(descriptor: int, original: Path) -> list[str]:
    lost: list[str] = []
    if sys.platform == "linux":
        try:
            names = os.listxattr(original)
        except OSError:  # a disk without extended attributes
            return []
        for name in names:
            try:
                os.setxattr(descriptor, name, os.getxattr(original, name))
            except OSError:
                if not name.startswith(_SYSTEM_XATTRS):
                    lost.append(f"attribute {name}")
    return lost

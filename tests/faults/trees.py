"""Whole folders as values: to put one back between two points, and to see what became of it."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

_RANDOM_NAMES = (".foreword-", ".journal")


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder with its links, names of one file, permissions, owners, times and attributes."""
    _copy_folder(os.fspath(source), os.fspath(target), {})


class Kept:
    """A copy of a folder, from which it is made again as it was; what is still as it was is let be."""

    def __init__(self, folder: Path, copy: Path) -> None:
        """Keep a folder's copy as `copy`."""
        self._folder = os.fspath(folder)
        self._copy = os.fspath(copy)
        self._stamps: dict[str, tuple[int, ...]] = {}
        copy_tree(folder, copy)

    def put_back(self) -> None:
        """Make the folder as it was."""
        if not os.path.isdir(self._folder):
            os.mkdir(self._folder, 0o700)
        self._put_folder_back(self._copy, self._folder, {})

    def _put_folder_back(self, source: str, target: str, seen: dict[int, str]) -> None:
        os.chmod(target, 0o700)
        with os.scandir(source) as entries:
            wanted = {entry.name: entry for entry in entries}
        with os.scandir(target) as entries:
            found = {entry.name: entry for entry in entries}
        for name, entry in found.items():
            if name not in wanted or not self._is_as_it_was(entry, wanted[name]):
                _remove(entry)
        for name, entry in wanted.items():
            path = os.path.join(target, name)
            if entry.is_dir(follow_symlinks=False):
                if not os.path.lexists(path):
                    os.mkdir(path, 0o700)
                self._put_folder_back(entry.path, path, seen)
            elif not os.path.lexists(path):
                _copy_entry(entry, path, seen)
                self._stamps[path] = _stamp(os.lstat(path))
        _copy_status(source, target, os.stat(source))

    def _is_as_it_was(self, entry: os.DirEntry[str], wanted: os.DirEntry[str]) -> bool:
        if entry.is_dir(follow_symlinks=False):
            return wanted.is_dir(follow_symlinks=False)
        return self._stamps.get(entry.path) == _stamp(entry.stat(follow_symlinks=False))


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return (
        *(status.st_ino, status.st_mode, status.st_nlink, status.st_uid, status.st_size),
        *(status.st_mtime_ns, status.st_ctime_ns),
    )


def _remove(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        remove_tree(Path(entry.path))
    else:
        os.unlink(entry.path)


def remove_tree(folder: Path) -> None:
    """Remove a folder, however its permissions are set."""
    if not os.path.lexists(folder):
        return
    for path, _, _ in os.walk(folder):
        os.chmod(path, 0o700)
    shutil.rmtree(folder)


def _copy_folder(source: str, target: str, seen: dict[int, str]) -> None:
    os.mkdir(target, 0o700)
    with os.scandir(source) as entries:
        for entry in entries:
            _copy_entry(entry, os.path.join(target, entry.name), seen)
    _copy_status(source, target, os.stat(source))


def _copy_entry(entry: os.DirEntry[str], target: str, seen: dict[int, str]) -> None:
    if entry.is_symlink():
        os.symlink(os.readlink(entry.path), target)
    elif entry.is_dir():
        _copy_folder(entry.path, target, seen)
    elif not entry.is_file():
        os.mkfifo(target)
    elif entry.inode() in seen:
        os.link(seen[entry.inode()], target)
    else:
        status = entry.stat()
        if status.st_nlink > 1:
            seen[entry.inode()] = target
        Path(target).write_bytes(Path(entry.path).read_bytes())
        for name in os.listxattr(entry.path):
            os.setxattr(target, name, os.getxattr(entry.path, name))
        _copy_status(entry.path, target, status)


def _copy_status(source: str, target: str, status: os.stat_result) -> None:
    if os.geteuid() == 0:
        os.chown(target, status.st_uid, status.st_gid)
    os.chmod(target, stat.S_IMODE(status.st_mode))
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def contents_of(folder: Path) -> dict[str, bytes]:
    """Return what each file in a folder holds, by its path in there; of a link where it leads."""
    found: dict[str, bytes] = {}
    for where, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(where, name)
            relative = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[relative] = b"-> " + os.fsencode(os.readlink(path))
            elif name in files and os.path.isfile(path):
                found[relative] = Path(path).read_bytes()
    return found


def fingerprint_of(folder: Path) -> tuple[object, ...]:
    """Return a value that is the same for folders with the same names, contents, links and permissions.

    Of names with random parts, those of temporary files and journals, only the sort counts.
    """
    found: list[tuple[str, int, bytes]] = []
    for where, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(where, name)
            mode = os.lstat(path).st_mode
            content = b""
            if stat.S_ISLNK(mode):
                content = os.fsencode(os.readlink(path))
            elif stat.S_ISREG(mode):
                content = Path(path).read_bytes()
            sort = next((one for one in _RANDOM_NAMES if one in name), name)
            found.append((os.path.relpath(os.path.join(where, sort), folder), mode, content))
    return tuple(sorted(found))

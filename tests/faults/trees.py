"""Whole folders as values: to put one back between two points, and to see what became of it."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder with its links, names of one file, permissions, owners, times and attributes."""
    _copy_folder(os.fspath(source), os.fspath(target), {})


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

"""Finding where files that were renamed on the disk are now."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from editor_app.library.files.reading import FileContent, FileError, FileStamp, mark_at, read_file


class MovedFile(NamedTuple):
    """A file that was at another path when it was stamped, where it is now, and what it holds."""

    stamp: FileStamp
    path: Path
    content: FileContent


def find_moved(folders: Iterable[Path], stamps: Iterable[FileStamp]) -> Iterator[MovedFile | None]:
    """Look in folders for files that were renamed since they were stamped; yields None after each folder.

    It must be the same file by its inode, with the same bytes, and not changed meanwhile. A file with several
    names is not looked for: whether one of them was removed or renamed, nothing tells.
    """
    wanted = {stamp.mark.inode: stamp for stamp in stamps if stamp.mark.links == 1}
    for folder in dict.fromkeys(folders):
        for path, inode in _inodes_in(folder):
            stamp = wanted.get(inode)
            content = _content_of_same(path, stamp) if stamp is not None else None
            if stamp is not None and content is not None:
                yield MovedFile(stamp, path, content)
        yield None


def _inodes_in(folder: Path) -> list[tuple[Path, int]]:
    try:
        with os.scandir(folder) as entries:
            return [
                (folder / entry.name, entry.inode())
                for entry in entries
                if entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []


def _content_of_same(path: Path, stamp: FileStamp) -> FileContent | None:
    """Return what a path holds if it is the stamped file, unchanged but for the time of the rename."""
    now = mark_at(path)
    if now is None or now._replace(ctime_ns=stamp.mark.ctime_ns) != stamp.mark:
        return None
    try:
        content = read_file(path)
    except FileError:
        return None
    is_same = content.stamp.hash == stamp.hash and content.stamp.mark.inode == stamp.mark.inode
    return content if is_same else None

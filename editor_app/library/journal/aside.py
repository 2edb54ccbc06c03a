"""Journals that were set aside: damaged ones and those of a newer Foreword, kept as long as local history."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor_app.library.history.limits import read_limits
from editor_app.library.journal.journal_file import is_name_aside, is_ours, library_folders

_DAY_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class SetAside:
    """A journal that was set aside, and its size."""

    path: Path
    size: int


def journals_set_aside(state_dir: Path) -> tuple[SetAside, ...]:
    """Return the journals of all libraries that were set aside, the newest first."""
    found = sorted(_all(state_dir), key=lambda one: one[1].st_ctime, reverse=True)
    return tuple(SetAside(path, status.st_size) for path, status in found)


def remove_old_set_aside(state_dir: Path, now: datetime) -> tuple[Path, ...]:
    """Remove those that were set aside longer ago than local history keeps versions; return their paths.

    None goes while it cannot be read how long that is.
    """
    limits = read_limits(state_dir)
    if limits is None:
        return ()
    oldest = now.timestamp() - limits.days * _DAY_SECONDS
    removed = []
    for path, status in _all(state_dir):
        # Setting aside renames the file, which is a change of its status and not of its bytes.
        if max(status.st_mtime, status.st_ctime) < oldest:
            with suppress(OSError):
                path.unlink()
                removed.append(path)
    return tuple(removed)


def _all(state_dir: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the files and links that were set aside and belong to the user."""
    for folder in library_folders(state_dir):
        with suppress(OSError):
            for path in folder.iterdir():
                if is_name_aside(path.name):
                    status = path.lstat()
                    if is_ours(status) and (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
                        yield path, status

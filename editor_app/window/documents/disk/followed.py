"""Tabs that followed a renamed file, and whether they go back to the path before."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from editor_app.window.documents.open_file import OpenFile

_MAY_GO_BACK = timedelta(minutes=1)  # far longer than a program takes that saves in two steps
_BACKUP_ENDS = ("~", ".bak", ".orig", ".old")


def is_backup_of(path: Path, of: Path) -> bool:
    """Whether a renamed file is a backup by its name: some programs rename one before they save."""
    return path.name.endswith(_BACKUP_ENDS) and not of.name.endswith(_BACKUP_ENDS)


@dataclass(frozen=True, slots=True)
class _Step:
    before: Path
    now: Path
    file_hash: str
    at: datetime


class Followed:
    """Which tabs followed a renamed file, from where, and when.

    A program may rename a file to keep what it held, and write it anew under its name a while later.
    """

    def __init__(self) -> None:
        """Start without any."""
        self._steps: dict[OpenFile, _Step] = {}

    def note(self, file: OpenFile, before: Path, at: datetime) -> None:
        """Remember that a tab followed its file from another path."""
        self._steps[file] = _Step(before, file.path, file.stamp.hash, at)

    def forget(self, file: OpenFile) -> None:
        """Forget a file that is closed."""
        self._steps.pop(file, None)

    def path_back(self, file: OpenFile, now: datetime) -> Path | None:
        """Return the path that a tab goes back to, since a file is there again; None where it stays."""
        step = self._steps.get(file)
        if step is None:
            return None
        is_as_then = (file.path, file.stamp.hash) == (step.now, step.file_hash) and not file.is_modified
        if not is_as_then or abs(now - step.at) > _MAY_GO_BACK:
            self.forget(file)
            return None
        return step.before if _is_plain_file(step.before) else None


def _is_plain_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False

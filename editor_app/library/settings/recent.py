"""The folders that were open as libraries, the last one first: `recent-folders.json` in the state folder.

A list that cannot be read is not an empty one: it is told, and never written over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.temporaries import locked
from editor_app.library.paths import make_state_dir
from editor_app.text import Sentence

RECENT_NAME: Final = "recent-folders.json"
MOST_RECENT: Final = 50
_FORMAT: Final = 1
_MOST_BYTES: Final = 16 * 1024 * 1024


class RecentFolder(NamedTuple):
    """A folder, and when it was opened last."""

    path: Path
    opened: datetime


@dataclass(frozen=True, slots=True)
class Recent:
    """The folders, the last opened first, and whether that one was closed, so that none opens by itself."""

    folders: tuple[RecentFolder, ...] = ()
    is_closed: bool = False


def read_recent(state_dir: Path) -> Recent:
    """Return the folders that were opened; raises FileError where the list is there and cannot be read.

    Of entries that are none, nothing is said; those after the first `MOST_RECENT` are forgotten.
    """
    path = state_dir / RECENT_NAME
    if not os.path.lexists(path):
        return Recent()
    try:
        table = json.loads(read_file(path, _MOST_BYTES).data)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict) or table.get("format") != _FORMAT:
        raise FileError(Sentence("library.recent-unreadable", name=quoted(path)), path)
    entries = table.get("folders")
    folders: dict[Path, RecentFolder] = {}
    for entry in entries if isinstance(entries, list) else ():
        folder = _folder_of(entry)
        if folder is not None and len(folders) < MOST_RECENT:
            folders.setdefault(folder.path, folder)
    return Recent(tuple(folders.values()), table.get("is_closed") is True)


def note_opened(state_dir: Path, folder: Path, now: datetime) -> None:
    """Put a folder first in the list; raises FileError."""
    _change(state_dir, lambda recent: Recent((RecentFolder(folder, now), *_without(recent, folder))))


def note_closed(state_dir: Path) -> None:
    """Note that the folder opened last was closed; raises FileError."""
    _change(state_dir, lambda recent: replace(recent, is_closed=True))


def forget(state_dir: Path, folder: Path) -> None:
    """Take a folder from the list; raises FileError."""
    _change(state_dir, lambda recent: replace(recent, folders=_without(recent, folder)))


def _without(recent: Recent, folder: Path) -> tuple[RecentFolder, ...]:
    return tuple(one for one in recent.folders if one.path != folder)


def _folder_of(entry: object) -> RecentFolder | None:
    match entry:
        case {"path": str(path), "opened": str(opened)} if path and "\0" not in path:
            try:
                at = datetime.fromisoformat(opened)
            except ValueError:
                return None
            return RecentFolder(Path(path), at if at.tzinfo is not None else at.replace(tzinfo=UTC))
    return None


def _change(state_dir: Path, change: Callable[[Recent], Recent]) -> None:
    path = state_dir / RECENT_NAME
    try:
        make_state_dir(state_dir)
        with locked(state_dir / ".recent.lock", path):
            after = change(read_recent(state_dir))
            folders = [
                {"path": os.fspath(one.path), "opened": one.opened.isoformat(timespec="seconds")}
                for one in after.folders[:MOST_RECENT]
            ]
            table = {"format": _FORMAT, "is_closed": after.is_closed, "folders": folders}
            replace_file(path, f"{json.dumps(table, indent=1)}\n".encode(), mode=0o600)
    except OSError as error:
        raise FileError(Sentence("library.recent-not-saved", reason=reason_of(error)), path) from error

"""What the first window shows before the program is loaded: the text in front, if that is certain.

Only a little is read: the tabs that the library's last window kept, and whether it left unsaved text. What
is imported here delays the first sight.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSettings

from editor_app.library.journal.framing import Damage, read_records
from editor_app.library.journal.journal_file import journal_folder, process_of

LAST_FILE_KEY = "window/last"
MOST_FILES = 50  # that are opened together: the window stands still for about a second
_MOST_BYTES = 200_000
_MOST_JOURNAL_BYTES = 2_000_000
_LOOK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FirstSight(NamedTuple):
    """A file and the text that it will open with."""

    path: Path
    text: str


def first_sight(paths: Sequence[Path], root: Path, settings: QSettings, state_dir: Path) -> FirstSight | None:
    """Return the text that will be in front in the window of the library `root`, None if not certain.

    `paths` are opened at the start, the last of them in front, or the last of the first `MOST_FILES`.
    """
    if len(paths) > MOST_FILES:
        return None
    try:
        session = _last_session(state_dir, root)
        last = Path(str(settings.value(LAST_FILE_KEY, "")))
        path = last if last.is_relative_to(root) else None
        if paths:
            path = Path(os.path.abspath(paths[-1]))  # noqa: PTH100  as `OpenFiles.open` does
        elif session is not None:
            path = session.front
        if path is None or (session is not None and path in session.unsaved):
            return None
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return None
        return FirstSight(path, path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None  # what is wrong is said when the program reads it itself


class _LastSession(NamedTuple):
    """What the journal of the last window has: the file in front, None without one, and unsaved files."""

    front: Path | None
    unsaved: frozenset[Path | None]


def _last_session(state_dir: Path, root: Path) -> _LastSession | None:
    """Return what the library's journal has, None without a journal; of several none is certain."""
    folder = journal_folder(state_dir, root)
    paths = folder.iterdir() if folder.exists() else ()
    journals = [path for path in paths if process_of(path.name) is not None]
    if not journals:
        return None
    [journal] = journals
    descriptor = os.open(journal, _LOOK)
    try:
        if os.fstat(descriptor).st_size > _MOST_JOURNAL_BYTES:
            raise ValueError(journal)
        return _read(descriptor)
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> _LastSession:
    """Read the last state of the session and which documents have not ended; edits are not read."""
    import json  # only where there is a journal

    front: Path | None = None
    unsaved: dict[int, Path | None] = {}
    for payload in read_records(descriptor):
        if isinstance(payload, Damage):
            raise ValueError(payload)  # noqa: TRY004  no mistake of a caller: what the journal has
        if payload.startswith(b'["edited"'):
            continue
        kind, _at, *fields = json.loads(payload.partition(b"\n")[0].decode("utf-8", "surrogatepass"))
        if kind == "session":
            front = _front_of(fields[0])
        elif kind == "begun":
            unsaved[fields[0]] = _path(fields[2])
        elif kind == "renamed":
            unsaved[fields[0]] = _path(fields[1])
        elif kind == "ended":
            unsaved.pop(fields[0], None)
    return _LastSession(front, frozenset(unsaved.values()))


def _front_of(session: dict[str, object]) -> Path | None:
    tabs, front = session["tabs"], session["front"]
    if not isinstance(tabs, list) or not isinstance(front, int) or not 0 <= front < len(tabs):
        return None
    return _path(tabs[front].get("path"))


def _path(value: object) -> Path | None:
    return Path(value) if isinstance(value, str) else None

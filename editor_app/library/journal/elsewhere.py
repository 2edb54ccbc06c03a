"""Unsaved text of other libraries: whether there is any, without taking it from them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.files.reading import read_plainly
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.temporaries import is_running
from editor_app.library.journal.folders import (
    is_ours,
    journal_folder,
    library_folders,
    process_of,
)
from editor_app.library.journal.framing import Damage, read_records
from editor_app.library.journal.reading import MOST_BYTES
from editor_app.library.journal.records import Begun, Ended, read_payload

_NOTE = "library.json"
_MOST_NOTE_BYTES = 100_000
_LOOK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class UnsavedElsewhere:
    """A library with unsaved text that no running process has, and when that was written last."""

    root: Path
    at: datetime


def note_library(state_dir: Path, library: Path) -> None:
    """Note beside a library's journals where it is; raises OSError. The folder of the journals is there."""
    folder = journal_folder(state_dir, library)
    root = os.path.realpath(library)
    if _noted_in(folder) != Path(root):
        replace_file(folder / _NOTE, json.dumps({"root": root}).encode() + b"\n", mode=0o600)


def unsaved_elsewhere(state_dir: Path, library: Path) -> tuple[UnsavedElsewhere, ...]:
    """Return the other libraries that have unsaved text, the latest first; nothing is locked or changed.

    A journal of a process that seems to be running is passed over.
    """
    ours = journal_folder(state_dir, library)
    found = []
    for folder in library_folders(state_dir):
        root = _noted_in(folder) if folder != ours else None
        if root is not None and journal_folder(state_dir, root) == folder:
            times = list(_times_of_unsaved(folder))
            if times:
                found.append(UnsavedElsewhere(root, datetime.fromtimestamp(max(times), UTC)))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def _noted_in(folder: Path) -> Path | None:
    try:
        root = json.loads(read_plainly(str(folder / _NOTE), _MOST_NOTE_BYTES) or b"")["root"]
        return Path(root) if isinstance(root, str) and "\0" not in root else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _times_of_unsaved(folder: Path) -> Iterator[float]:
    """Yield when each journal with unsaved text was written last."""
    with suppress(OSError):
        for path in folder.iterdir():
            process = process_of(path.name)
            if process is None or is_running(process):
                continue
            with suppress(OSError):
                descriptor = os.open(path, _LOOK)
                try:
                    status = os.fstat(descriptor)
                    is_read = stat.S_ISREG(status.st_mode) and is_ours(status)
                    if is_read and status.st_size <= MOST_BYTES and _has_text(descriptor):
                        yield status.st_mtime
                finally:
                    os.close(descriptor)


def _has_text(descriptor: int) -> bool:
    """Whether a document in a journal has not ended; edits are not read."""
    begun: set[int] = set()
    for payload in read_records(descriptor):
        if isinstance(payload, Damage) or not payload.startswith((b'["begun"', b'["ended"')):
            continue
        match read_payload(payload):
            case (Begun(_, document), _):
                begun.add(document.number)
            case (Ended(number), _):
                begun.discard(number)
            case _:
                pass
    return bool(begun)

"""Moving a damaged database out of the way, with what SQLite keeps beside it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.files.reading import quoted
from editor_app.library.files.syncing import sync_folder
from editor_app.text import Sentence

BESIDE = ("-wal", "-shm", "-journal")
_LOG = ("-wal", "-shm")


def move_aside(path: Path, now: datetime) -> str:
    """Rename a database and the files beside it; return what to say of it. Nothing is deleted.

    The caller holds the lock alone. The files beside it go first: one that stayed would be read into the new
    database.
    """
    aside = _free_name(path, "damaged", now)
    _move(path, aside, (*BESIDE, ""))
    return Sentence("conversations.store-kept-as", path=quoted(aside))


def move_log_aside(path: Path, now: datetime) -> str:
    """Rename the log of a database that another file replaced; return what to say of it.

    The caller holds the lock alone. SQLite would write the log into the new database, over what that has.
    """
    aside = _free_name(path, "replaced", now)
    _move(path, aside, _LOG)
    return Sentence(
        "conversations.log-kept-as", path=quoted(path), log=quoted(aside.with_name(aside.name + "-wal"))
    )


def _move(path: Path, aside: Path, suffixes: tuple[str, ...]) -> None:
    for suffix in suffixes:
        source = path.with_name(path.name + suffix)
        if os.path.lexists(source):
            source.rename(aside.with_name(aside.name + suffix))
    sync_folder(path.parent)


def _free_name(path: Path, why: str, now: datetime) -> Path:
    base = f"{path.name}.{why}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    name, number = base, 1
    while any(os.path.lexists(path.with_name(name + suffix)) for suffix in (*BESIDE, "")):
        number += 1
        name = f"{base}-{number}"
    return path.with_name(name)

"""What is said of a database that could not be read or written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from editor_app.conversations.results import BusyStoreError, NewerStoreError, StoreError
from editor_app.library.files.reading import quoted, reason_of
from editor_app.text import Sentence

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_REASONS = {
    sqlite3.SQLITE_FULL: Sentence("conversations.disk-full"),
    sqlite3.SQLITE_READONLY: Sentence("conversations.read-only"),
    sqlite3.SQLITE_PERM: Sentence("conversations.no-permission"),
    sqlite3.SQLITE_AUTH: Sentence("conversations.no-permission"),
    sqlite3.SQLITE_CANTOPEN: Sentence("conversations.cannot-be-opened"),
    sqlite3.SQLITE_IOERR: Sentence("conversations.disk-fault"),
    sqlite3.SQLITE_TOOBIG: Sentence("conversations.text-too-large"),
    sqlite3.SQLITE_NOMEM: Sentence("conversations.no-memory"),
}


def code_of(error: sqlite3.Error) -> int:
    """Return the primary result code of an error, 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is damaged or no database; not where it is busy, full or denied."""
    return code_of(error) in _DAMAGE


def is_moved(error: sqlite3.Error) -> bool:
    """Whether the file was moved or deleted while it was open."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_DBMOVED


def is_of_the_disk(error: sqlite3.Error) -> bool:
    """Whether the disk or others are the reason, not what the disk is able to do."""
    return code_of(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, *_BUSY, *_DAMAGE}


def store_error(error: sqlite3.Error, path: Path, *, writes: bool) -> StoreError:
    """Return the error to raise for one of SQLite; nothing was changed."""
    code = code_of(error)
    if code in _BUSY:
        return busy_error(path)
    reason = _REASONS.get(code) or Sentence("conversations.sqlite-says", error=str(error))
    if writes:
        return StoreError(Sentence("conversations.not-saved", path=quoted(path), reason=reason))
    return StoreError(Sentence("conversations.store-unusable", path=quoted(path), reason=reason))


def file_error(error: OSError, path: Path) -> StoreError:
    """Return the error to raise where the database's file or folder cannot be made."""
    return StoreError(Sentence("conversations.store-unusable", path=quoted(path), reason=reason_of(error)))


def busy_error(path: Path) -> BusyStoreError:
    """Return the error that another program keeps the database to itself."""
    return BusyStoreError(Sentence("conversations.store-busy", path=quoted(path)))


def cut_off_error(path: Path) -> StoreError:
    """Return the error that a process was forked in the middle of a use, whose locks it cannot tell."""
    return StoreError(Sentence("conversations.store-forked", path=quoted(path)))


def newer_error(path: Path) -> NewerStoreError:
    """Return the error that a newer database is only read."""
    return NewerStoreError(Sentence("conversations.store-newer", path=quoted(path)))


def newer_unread_error(path: Path) -> NewerStoreError:
    """Return the error that this version cannot even read a newer database."""
    return NewerStoreError(Sentence("conversations.store-newer-unread", path=quoted(path)))


def refused_error(path: Path, sort: str) -> StoreError:
    """Return the error that something else is in the database's place."""
    return StoreError(Sentence("conversations.store-refused", path=quoted(path), sort=sort))


def foreign_error(path: Path) -> StoreError:
    """Return the error that the file is a database of another program."""
    return StoreError(Sentence("conversations.store-foreign", path=quoted(path)))


def damage_error(path: Path, reason: OSError | None = None) -> StoreError:
    """Return the error that a damaged database could not be moved away."""
    why = reason_of(reason) if reason is not None else Sentence("conversations.no-lock")
    return StoreError(Sentence("conversations.store-damaged", path=quoted(path), why=why))

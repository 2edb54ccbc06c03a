"""What is said of a database that could not be read or written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from editor_app.conversations.results import BusyStoreError, NewerStoreError, StoreError
from editor_app.library.files.reading import quoted, reason_of

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full. Free some space and try again",
    sqlite3.SQLITE_READONLY: "it can only be read. Change the permissions of the file and its folder",
    sqlite3.SQLITE_PERM: "you have no permission. Change the permissions of the file and its folder",
    sqlite3.SQLITE_AUTH: "you have no permission. Change the permissions of the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened. Change the permissions of the file and its folder",
    sqlite3.SQLITE_IOERR: "the disk reported a fault, or has no room. Look after the disk and try again",
    sqlite3.SQLITE_TOOBIG: "the text is larger than a database can hold. Make it shorter",
    sqlite3.SQLITE_NOMEM: "there is not enough memory. Close other programs and try again",
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
    the = "Nothing was saved: the" if writes else "The"
    reason = _REASONS.get(code, f"SQLite says: {error}. Restore a copy of the file, or move it away")
    return StoreError(f"{the} database of conversations {quoted(path)} could not be used: {reason}.")


def file_error(error: OSError, path: Path) -> StoreError:
    """Return the error to raise where the database's file or folder cannot be made."""
    return StoreError(f"The database of conversations {quoted(path)} could not be used: {reason_of(error)}.")


def busy_error(path: Path) -> BusyStoreError:
    """Return the error that another program keeps the database to itself."""
    return BusyStoreError(
        f"The database of conversations {quoted(path)} is in use by another program, which has not finished."
        " Nothing was changed. Try again in a moment."
    )


def cut_off_error(path: Path) -> StoreError:
    """Return the error that a process was forked in the middle of a use, whose locks it cannot tell."""
    return StoreError(
        f"The database of conversations {quoted(path)} was in use when this process was forked, so this"
        " process does not touch it. Start the process anew, or fork while nothing is constructed or read."
    )


def newer_error(path: Path) -> NewerStoreError:
    """Return the error that a newer database is only read."""
    return NewerStoreError(
        f"The database of conversations {quoted(path)} was written by a newer Foreword, so nothing is"
        " saved in it. Use that version."
    )


def newer_unread_error(path: Path) -> NewerStoreError:
    """Return the error that this version cannot even read a newer database."""
    return NewerStoreError(
        f"The database of conversations {quoted(path)} was written by a newer Foreword, and this one"
        " cannot read it. Nothing was changed. Use that version."
    )


def refused_error(path: Path, sort: str) -> StoreError:
    """Return the error that something else is in the database's place."""
    return StoreError(
        f"{quoted(path)} is {sort}, not a database of conversations. Nothing was changed. Move it away."
    )


def foreign_error(path: Path) -> StoreError:
    """Return the error that the file is a database of another program."""
    return StoreError(f"{quoted(path)} is a database of another program. Nothing was changed. Move it away.")


def damage_error(path: Path, reason: OSError | None = None) -> StoreError:
    """Return the error that a damaged database could not be moved away."""
    why = reason_of(reason) if reason is not None else "no lock can be held here. Move it away yourself"
    return StoreError(f"The database {quoted(path)} is damaged and could not be moved aside: {why}.")

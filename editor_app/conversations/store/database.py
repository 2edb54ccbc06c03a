"""The database's file: opened, set up, read and written by many threads and processes at once.

Every use of the file holds a lock beside it, shared. Who makes or migrates the tables, or moves a damaged
file aside, holds it alone; so nobody reads or writes a file that is being replaced.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar, cast
from urllib.parse import quote

from editor_app.clock import Clock
from editor_app.conversations.results import NewerStoreError
from editor_app.conversations.store import schema
from editor_app.conversations.store.failures import (
    busy_error,
    cut_off_error,
    damage_error,
    file_error,
    foreign_error,
    is_damage,
    is_moved,
    is_of_the_disk,
    newer_error,
    newer_unread_error,
    refused_error,
    store_error,
)
from editor_app.conversations.store.locking import UseLock, release
from editor_app.conversations.store.moving_aside import move_aside, move_log_aside
from editor_app.conversations.store.processes import OfThread, in_use, is_cut_off
from editor_app.library.files.reading import sort_of_file
from editor_app.library.files.syncing import sync_folder
from editor_app.library.paths import make_private_dir
from editor_app.text import Sentence

BUSY_SECONDS = 5.0
_MOST_TRIES = 4  # a file can be damaged, moved, deleted or set up by others between two of them

_Result = TypeVar("_Result")
_Absent = TypeVar("_Absent")
_Work = Callable[[sqlite3.Connection], _Result]


_Identity = tuple[int, int]
"""Which file is at the database's path: its device and its inode."""


class ChangeMark(NamedTuple):
    """Which file a database is, and a number that SQLite changes with each write of another connection."""

    identity: _Identity
    version: int


def _file_at(path: str) -> _Identity | None:
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


class _Open(OfThread):
    """A thread's open connection; it ends with its thread."""

    __slots__ = ("connection", "identity", "is_newer")

    def __init__(self, connection: sqlite3.Connection, identity: _Identity, *, is_newer: bool) -> None:
        self.connection = connection
        self.identity = identity
        self.is_newer = is_newer
        super().__init__(connection)


class Database:
    """The database of conversations at a path, which need not exist before it is written."""

    def __init__(
        self, path: Path, clock: Clock, *, busy_seconds: float = BUSY_SECONDS, vfs: str | None = None
    ) -> None:
        """Remember where the database is; nothing is opened. `vfs` is another access of SQLite's to files."""
        self.path = path
        self._name = os.fspath(path)
        self._log = f"{self._name}-wal"
        self._clock = clock
        self._busy_seconds = busy_seconds
        self._vfs = vfs
        self._lock = UseLock(path.with_name(f"{path.name}.use-lock"), busy_seconds)
        self._own = threading.local()
        self._notices: list[str] = []

    def read(self, ask: _Work[_Result], absent: _Absent) -> _Result | _Absent:
        """Return what `ask` reads; `absent` where there is no database yet."""
        return self._run(ask, absent, writes=False)

    def is_there(self) -> bool:
        """Whether there is a database, which may be empty."""
        return self.read(lambda _: True, absent=False)

    def change_mark(self) -> ChangeMark | None:
        """Return what is another one after another connection has written; None where there is no database.

        What this thread writes itself does not change it.
        """

        def ask(connection: sqlite3.Connection) -> ChangeMark:
            (version,) = connection.execute("PRAGMA data_version").fetchone()
            opened: _Open = self._own.opened
            return ChangeMark(opened.identity, version)

        return self.read(ask, None)

    def write(self, change: _Work[_Result]) -> _Result:
        """Return what `change` does in one transaction, which outlasts a power cut when this returns."""

        def in_transaction(connection: sqlite3.Connection) -> _Result:
            with _transaction(connection, "IMMEDIATE"):
                if schema.version_of(connection) > schema.VERSION:  # migrated since it was opened
                    raise newer_error(self.path)
                return change(connection)

        try:
            result = self._run(in_transaction, None, writes=True)
        except NewerStoreError:
            self._forget()  # from now on it is only read
            raise
        return cast("_Result", result)  # a write makes the file: it is never absent

    def take_notices(self) -> tuple[str, ...]:
        """Return sentences about the file that nobody was told yet."""
        notices: list[str] = []
        while self._notices:
            with suppress(IndexError):
                notices.append(self._notices.pop(0))
        return tuple(notices)

    def close(self) -> None:
        """Close this thread's connection; the next use opens another one."""
        self._forget()
        self._lock.close()

    def _run(self, work: _Work[_Result], absent: _Absent, *, writes: bool) -> _Result | _Absent:
        if is_cut_off():
            raise cut_off_error(self.path)
        with in_use():
            return self._tried(work, absent, writes=writes)

    def _tried(self, work: _Work[_Result], absent: _Absent, *, writes: bool) -> _Result | _Absent:
        for _ in range(_MOST_TRIES):
            identity = None
            try:
                held = self._lock.share(makes_it=writes)
                try:
                    identity = self._identity()
                    opened = self._opened(identity)
                    if opened is not None:
                        if writes and opened.is_newer:
                            raise newer_error(self.path)
                        return work(opened.connection)
                    if not writes and self._is_empty(identity):
                        return absent
                finally:
                    release(held)
                self._set_up()
            except sqlite3.ProgrammingError:
                raise
            except sqlite3.Error as error:
                self._failed(error, identity, writes=writes)
            except OSError as error:
                raise file_error(error, self.path) from error
        raise busy_error(self.path)

    def _failed(self, error: sqlite3.Error, identity: _Identity | None, *, writes: bool) -> None:
        """Move a damaged file aside, so that the work can be tried again; raise StoreError for all else."""
        if is_moved(error):
            self._forget()
            return
        if not is_damage(error):
            raise store_error(error, self.path, writes=writes) from error
        self._forget()
        with self._lock.alone() as is_held:
            if identity is None or self._identity() != identity:
                return  # another process has moved it already
            versions = [schema.version_in_header(self.path) or 0]
            with suppress(sqlite3.Error):
                versions.append(self._version())
            if max(versions) > schema.VERSION:  # by its log or its first bytes
                raise newer_unread_error(self.path) from error
            if not is_held:
                raise damage_error(self.path) from error
            try:
                self._notices.append(move_aside(self.path, self._clock()))
            except OSError as reason:
                raise damage_error(self.path, reason) from error

    def _identity(self) -> _Identity | None:
        """Return which file is there, None where there is none; raises StoreError for anything but a file."""
        try:
            status = os.lstat(self._name)
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(status.st_mode):
            sort = (
                Sentence("conversations.a-link")
                if stat.S_ISLNK(status.st_mode)
                else sort_of_file(status.st_mode)
            )
            raise refused_error(self.path, sort or Sentence("conversations.not-a-plain-file"))
        return status.st_dev, status.st_ino

    def _is_empty(self, identity: _Identity | None) -> bool:
        return identity is None or not self.path.stat().st_size

    def _opened(self, identity: _Identity | None) -> _Open | None:
        """Return this thread's connection to the file; None where its tables have to be made first."""
        opened: _Open | None = getattr(self._own, "opened", None)
        if opened is not None and not (opened.is_open and opened.identity == identity):
            self._forget()
            opened = None
        if opened is None and not self._is_empty(identity) and identity is not None:
            if self._has_log_of_another(identity):
                return None
            opened = self._own.opened = self._connected(identity)
        return opened

    def _has_log_of_another(self, identity: _Identity) -> bool:
        """Whether the log beside the file is that of a file it replaced, as when a backup is restored.

        The lock's file holds which log belongs to which file, for other processes and later starts.
        """
        log = _file_at(self._log)
        words = self._lock.read().split()
        return log is not None and words[:2] != _as_words(identity) and words[2:] == _as_words(log)

    def _connected(self, identity: _Identity) -> _Open | None:
        version = self._version()
        if version < schema.VERSION:
            return None
        is_newer = version > schema.VERSION
        connection = self._connect("ro" if is_newer else "rw")
        opened = _Open(connection, identity, is_newer=is_newer)
        if not schema.has_conversations(connection):
            opened.close()
            raise foreign_error(self.path)
        log = _file_at(self._log)
        if log is not None:
            self._lock.note(b" ".join((*_as_words(identity), *_as_words(log))))
        return opened

    def _version(self) -> int:
        """Return the version of the file, which is not changed by looking where that can be avoided."""
        for mode in ("ro", "rw"):
            connection = self._connect(mode)
            try:
                return schema.version_of(connection)
            except sqlite3.OperationalError:  # what a crash left is to be written back before it can be read
                if mode == "rw":
                    raise
            finally:
                connection.close()
        raise AssertionError

    def _connect(self, mode: str) -> sqlite3.Connection:
        """Open the file, which must be there; what is opened as `ro` never changes it, nor closing it."""
        vfs = f"&vfs={self._vfs}" if self._vfs else ""
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(self.path))}?mode={mode}{vfs}",
            timeout=self._busy_seconds,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_up(self) -> None:
        """Make the file and its tables, or bring those of an older version up to date, alone."""
        with self._lock.alone():
            identity = self._identity()
            if identity is None:
                self._make_file()
            elif self._has_log_of_another(identity):
                self._notices.append(move_log_aside(self.path, self._clock()))
            connection = self._connect("rw")
            try:
                _set_up_tables(connection, self.path)
            finally:
                connection.close()

    def _make_file(self) -> None:
        make_private_dir(self.path.parent)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with suppress(FileExistsError):
            os.close(os.open(self.path, flags, 0o600))
        sync_folder(self.path.parent)

    def _forget(self) -> None:
        opened: _Open | None = getattr(self._own, "opened", None)
        self._own.opened = None
        if opened is not None:
            opened.close()


def _as_words(identity: _Identity) -> list[bytes]:
    return [b"%020d" % number for number in identity]


def _set_up_tables(connection: sqlite3.Connection, path: Path) -> None:
    if schema.version_of(connection) >= schema.VERSION:
        return  # another process did it
    if schema.tables_in(connection) and not schema.is_older(connection):
        raise foreign_error(path)
    _use_log(connection)
    with _transaction(connection, "EXCLUSIVE"):
        if schema.version_of(connection) < schema.VERSION:  # else another process did it, without locks
            make_tables = schema.migrate if schema.tables_in(connection) else schema.create
            make_tables(connection)


@contextmanager
def _transaction(connection: sqlite3.Connection, how: str) -> Iterator[None]:
    """Do what the body does in one transaction, all of it or nothing."""
    connection.execute(f"BEGIN {how}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _use_log(connection: sqlite3.Connection) -> None:
    """Have the database write to a log beside it; where that cannot work, as on some disks, to a journal."""
    try:
        (answer,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except sqlite3.OperationalError as error:
        if is_of_the_disk(error):
            raise
        answer = "none"
    if answer != "wal":
        connection.execute("PRAGMA journal_mode = DELETE")

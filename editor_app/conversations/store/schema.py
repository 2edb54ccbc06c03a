"""The tables of the database, and how those of older versions become them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

VERSION = 2
_MAGIC = b"SQLite format 3\0"

_TABLES = (
    """
    CREATE TABLE builds (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        library BLOB NOT NULL,
        id TEXT NOT NULL,
        number INTEGER NOT NULL,
        built_at INTEGER NOT NULL,
        cwd TEXT NOT NULL,
        model TEXT,
        template_hash TEXT NOT NULL,
        template_path BLOB,
        template_is_built_in INTEGER NOT NULL,
        template_saved_at INTEGER,
        characters INTEGER NOT NULL,
        text TEXT NOT NULL,
        "values" TEXT NOT NULL,
        given TEXT NOT NULL,
        notes TEXT NOT NULL,
        blank TEXT NOT NULL,
        warnings TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX builds_of_conversations ON builds (library, id, number)",
    "CREATE INDEX builds_of_libraries ON builds (library)",
)
_TABLES_OF_RUNS = (
    """
    CREATE TABLE runs (
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        library BLOB NOT NULL,
        began_at INTEGER NOT NULL,
        scenario TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        "end" TEXT,
        error TEXT
    )
    """,
    "CREATE INDEX runs_of_libraries ON runs (library)",
    """
    CREATE TABLE run_messages (
        run INTEGER NOT NULL,
        position INTEGER NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (run, position)
    )
    """,
    """
    CREATE TABLE run_steps (
        run INTEGER NOT NULL,
        number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (run, number)
    )
    """,
    """
    CREATE TABLE run_flags (
        run INTEGER NOT NULL,
        name TEXT NOT NULL,
        value INTEGER NOT NULL,
        PRIMARY KEY (run, name)
    )
    """,
)

_OF_VERSION_0 = 'library, id, number, text, "values", notes, template_hash, cwd, model, time'  # in this order


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in a database that has none, inside the caller's transaction."""
    for statement in (*_TABLES, *_TABLES_OF_RUNS):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version that a database says it has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def version_in_header(path: Path) -> int | None:
    """Return the version that the first bytes of a file say, even if SQLite cannot read the rest of it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return None
    return int.from_bytes(header[60:64], "big") if header.startswith(_MAGIC) and len(header) == 100 else None


def tables_in(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the names of the tables, without those of SQLite itself."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return frozenset(name for (name,) in names if not name.startswith("sqlite_"))


def has_conversations(connection: sqlite3.Connection) -> bool:
    """Whether a database that has a version has the table of this program."""
    return "builds" in tables_in(connection)


def is_older(connection: sqlite3.Connection) -> bool:
    """Whether a database has the tables of an older version of this program, and in version 0 no others."""
    version = version_of(connection)
    if version == 1:
        return has_conversations(connection)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(builds)")]
    is_version_0 = tables_in(connection) == {"builds"} and columns == _OF_VERSION_0.replace('"', "").split(
        ", "
    )
    return not version and is_version_0


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables of an older version to this one, inside the caller's exclusive transaction.

    Version 0 did not keep which values were given, nor where the template was: nothing is given to these
    conversations again, and their template has no path.
    """
    if version_of(connection) == 1:  # it had no runs
        for statement in _TABLES_OF_RUNS:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        return
    connection.execute("ALTER TABLE builds RENAME TO builds_0")
    create(connection)
    connection.execute(
        """
        INSERT INTO builds (library, id, number, built_at, cwd, model, template_hash, template_path,
            template_is_built_in, template_saved_at, characters, text, "values", given, notes, blank,
            warnings)
        SELECT library, id, number, time, cwd, model, template_hash, NULL, 0, NULL, length(text), text,
            "values", '{}', notes, '[]', '[]' FROM builds_0 ORDER BY time, number
        """
    )
    connection.execute("DROP TABLE builds_0")

"""The tables of the database, and how those of older versions become them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

VERSION = 1
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

_OF_VERSION_0 = 'library, id, number, text, "values", notes, template_hash, cwd, model, time'  # in this order


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in a database that has none, inside the caller's transaction."""
    for statement in _TABLES:
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
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return frozenset(name for (name,) in found if not name.startswith("sqlite_"))


def has_conversations(connection: sqlite3.Connection) -> bool:
    """Whether a database that has a version has the table of this program."""
    return "builds" in tables_in(connection)


def is_of_version_0(connection: sqlite3.Connection) -> bool:
    """Whether a database without a version has the tables of version 0, and no others."""
    if tables_in(connection) != {"builds"}:
        return False
    columns = [row[1] for row in connection.execute("PRAGMA table_info(builds)")]
    return columns == _OF_VERSION_0.replace('"', "").split(", ")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables of version 0 to this one, inside the caller's exclusive transaction.

    Version 0 did not keep which values were given, nor where the template was: nothing is given to these
    conversations again, and their template has no path.
    """
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

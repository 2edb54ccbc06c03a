"""The runs of models at endpoints, in the database of conversations: messages, steps, flags of triggers."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from editor_app.clock import Clock
from editor_app.conversations.results import BadRequestError
from editor_app.conversations.service import DATABASE_NAME
from editor_app.conversations.store.builds import microseconds
from editor_app.conversations.store.database import BUSY_SECONDS, Database
from editor_app.library.paths import data_dir
from editor_app.text import Sentence

MOST_KEPT = 20
"""So many runs of a scenario are kept; the older ones go when a new one begins."""
_LONGEST_RUN = timedelta(days=7)
_MOST_LISTED = 1000
_COLUMNS = 'key, began_at, scenario, endpoint, model, "end", error'


class RunRow(NamedTuple):
    """A run as it is listed: its number, when it began in microseconds since 1970, and how it ended.

    `end` is None where the program ended before the run did. `scenario` is the path that was played.
    """

    number: int
    began_at: int
    scenario: str
    endpoint: str
    model: str
    end: str | None
    error: str | None


class StepRow(NamedTuple):
    """A step as it is stored: its number in the run, the place of its message, and itself as JSON.

    Those of before the run have numbers below 0.
    """

    number: int
    position: int
    step: str


class RunRows(NamedTuple):
    """All that is stored of a run: messages as JSON by their places, steps in order, and flags."""

    run: RunRow
    messages: Mapping[int, str]
    steps: tuple[StepRow, ...]
    flags: Mapping[str, bool]


class RunStore:
    """The runs of a library; each write outlasts a power cut. All of it raises StoreError where it fails."""

    def __init__(
        self, library: Path, database: Path | None = None, *, clock: Clock, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        """Remember where they are; nothing is opened before it is needed.

        `database` is that in the user’s data folder if not given. `busy_seconds` is how long each call waits
        for another program that writes.
        """
        path = database if database is not None else data_dir() / DATABASE_NAME
        self._database = Database(path, clock, busy_seconds=busy_seconds)
        self._library = os.fsencode(os.path.realpath(library))
        self._clock = clock

    def begin(self, scenario: str, endpoint: str, model: str, messages: Mapping[int, str]) -> int:
        """Store that a run begins now, with the messages that are there before; return its number.

        Of the scenario’s runs the newest are kept, and those that have not ended and may be under way.
        """
        now = self._clock()

        def change(connection: sqlite3.Connection) -> int:
            # Their room is free for the new one, though the disk be full.
            too_many = connection.execute(
                "SELECT key FROM (SELECT * FROM runs WHERE library = ? AND scenario = ?"
                ' ORDER BY key DESC LIMIT -1 OFFSET ?) WHERE "end" IS NOT NULL OR began_at < ?',
                (self._library, scenario, MOST_KEPT - 1, microseconds(now - _LONGEST_RUN)),
            ).fetchall()
            self._delete(connection, [run for (run,) in too_many])
            added = connection.execute(
                "INSERT INTO runs (library, began_at, scenario, endpoint, model) VALUES (?, ?, ?, ?, ?)",
                (self._library, microseconds(now), scenario, endpoint, model),
            )
            number = added.lastrowid or 0
            rows = [(number, position, message) for position, message in messages.items()]
            connection.executemany("INSERT OR REPLACE INTO run_messages VALUES (?, ?, ?)", rows)
            return number

        return self._database.write(change)

    def put_message(self, run: int, position: int, message: str) -> None:
        """Store a message, as JSON, at its place in the session."""
        self._put("INSERT OR REPLACE INTO run_messages VALUES (?, ?, ?)", (run, position, message))

    def put_step(self, run: int, step: StepRow) -> None:
        """Store a step, or what became of it since."""
        self._put("INSERT OR REPLACE INTO run_steps VALUES (?, ?, ?, ?)", (run, *step))

    def put_flags(self, run: int, flags: Mapping[str, bool]) -> None:
        """Store the flags that were set or cleared, all in one update."""
        rows = [(run, name, int(value)) for name, value in flags.items()]
        self._put("INSERT OR REPLACE INTO run_flags VALUES (?, ?, ?)", *rows)

    def end(self, run: int, how: str, error: str | None) -> None:
        """Store how a run ended."""
        self._put('UPDATE runs SET "end" = ?, error = ? WHERE key = ?', (how, error, run))

    def read(self, run: int) -> RunRows | None:
        """Return all that is stored of a run; None where this library has none of that number."""

        def ask(connection: sqlite3.Connection) -> RunRows | None:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM runs WHERE library = ? AND key = ?",  # noqa: S608  the names of columns
                (self._library, run),
            ).fetchone()
            if row is None:
                return None
            messages = connection.execute("SELECT position, message FROM run_messages WHERE run = ?", (run,))
            steps = connection.execute(
                "SELECT number, position, step FROM run_steps WHERE run = ? ORDER BY number", (run,)
            )
            flags = connection.execute(
                "SELECT name, value FROM run_flags WHERE run = ? ORDER BY rowid", (run,)
            )
            return RunRows(
                RunRow(*row),
                dict(sorted(messages)),
                tuple(StepRow(*step) for step in steps),
                {name: bool(value) for name, value in flags},
            )

        return self._database.read(ask, None)

    def list(self, limit: int = _MOST_LISTED, scenario: str | None = None) -> tuple[RunRow, ...]:
        """Return the runs, or those of one scenario, the newest first."""
        if not 1 <= limit <= _MOST_LISTED:
            raise BadRequestError(Sentence("conversations.list-limit", most=_MOST_LISTED))

        def ask(connection: sqlite3.Connection) -> tuple[RunRow, ...]:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM runs WHERE library = ?1 AND (?2 IS NULL OR scenario = ?2)"  # noqa: S608  the same
                " ORDER BY key DESC LIMIT ?3",
                (self._library, scenario, limit),
            )
            return tuple(RunRow(*row) for row in rows)

        return self._database.read(ask, ())

    def delete(self, runs: Iterable[int]) -> int:
        """Delete runs; return how many there were."""
        if not self._database.is_there():
            return 0
        return self._database.write(lambda connection: self._delete(connection, runs))

    def close(self) -> None:
        """Close this thread's connection."""
        self._database.close()

    def _put(self, statement: str, *rows: tuple[object, ...]) -> None:
        self._database.write(lambda connection: connection.executemany(statement, rows))

    def _delete(self, connection: sqlite3.Connection, runs: Iterable[int]) -> int:
        deleted = 0
        for run in dict.fromkeys(runs):
            row = connection.execute("DELETE FROM runs WHERE library = ? AND key = ?", (self._library, run))
            if row.rowcount:
                deleted += 1
                for table in ("run_messages", "run_steps", "run_flags"):
                    connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))  # noqa: S608  three names
        return deleted

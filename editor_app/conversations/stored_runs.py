"""The runs of a library's scenarios at endpoints, in the database of conversations."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path

from editor_app.clock import Clock
from editor_app.conversations.results import BadRequestError
from editor_app.conversations.service import DATABASE_NAME
from editor_app.conversations.store import runs
from editor_app.conversations.store.builds import microseconds
from editor_app.conversations.store.database import BUSY_SECONDS, Database
from editor_app.conversations.store.runs import RunRow, RunRows, StepRow
from editor_app.library.paths import data_dir

MOST_KEPT = 20
"""So many runs of a scenario are kept; the older ones go when a new one begins."""
_LONGEST_RUN = timedelta(days=7)
_MOST_LISTED = 1000


def open_runs(
    library: Path, database: Path | None = None, *, clock: Clock, busy_seconds: float = BUSY_SECONDS
) -> RunStore:
    """Return the runs of a library; `database` is that in the user’s data folder if not given.

    `busy_seconds` is how long each call waits for another program that writes.
    """
    path = database if database is not None else data_dir() / DATABASE_NAME
    return RunStore(path, library, clock, busy_seconds=busy_seconds)


class RunStore:
    """The runs of a library; each write outlasts a power cut. All of it raises StoreError where it fails."""

    def __init__(
        self, database: Path, library: Path, clock: Clock, *, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        """Remember where they are; nothing is opened before it is needed."""
        self._database = Database(database, clock, busy_seconds=busy_seconds)
        self._library = os.fsencode(os.path.realpath(library))
        self._clock = clock

    def begin(self, scenario: str, endpoint: str, model: str, messages: Mapping[int, str]) -> int:
        """Store that a run begins now, with the messages that are there before; return its number.

        Of the scenario’s runs the newest are kept, and those that may be under way.
        """
        now = self._clock()
        row = RunRow(0, microseconds(now), scenario, endpoint, model, None, None)
        since = microseconds(now - _LONGEST_RUN)

        def change(found: sqlite3.Connection) -> int:
            # Their room is free for the new one, though the disk be full.
            runs.prune(found, self._library, scenario, MOST_KEPT - 1, since)
            return runs.begin(found, self._library, row, messages)

        return self._database.write(change)

    def put_message(self, run: int, position: int, message: str) -> None:
        """Store a message, as JSON, at its place in the session."""
        self._database.write(lambda found: runs.put_message(found, run, position, message))

    def put_step(self, run: int, step: StepRow) -> None:
        """Store a step."""
        self._database.write(lambda found: runs.put_step(found, run, step))

    def put_flags(self, run: int, flags: Mapping[str, bool]) -> None:
        """Store the flags that were set or cleared, all in one update."""
        self._database.write(lambda found: runs.put_flags(found, run, flags))

    def end(self, run: int, how: str, error: str | None) -> None:
        """Store how a run ended."""
        self._database.write(lambda found: runs.end(found, run, how, error))

    def read(self, run: int) -> RunRows | None:
        """Return all that is stored of a run; None where this library has none of that number."""
        return self._database.read(lambda found: runs.rows_of(found, self._library, run), None)

    def list(self, limit: int = _MOST_LISTED, scenario: str | None = None) -> tuple[RunRow, ...]:
        """Return the runs, or those of one scenario, the newest first."""
        if not 1 <= limit <= _MOST_LISTED:
            raise BadRequestError(f"A list has 1 to {_MOST_LISTED:,} runs. Give such a limit.")
        return self._database.read(lambda found: runs.listed(found, self._library, limit, scenario), ())

    def delete(self, numbers: Iterable[int]) -> int:
        """Delete runs; return how many there were."""
        if not self._database.is_there():
            return 0
        return self._database.write(lambda found: runs.delete(found, self._library, numbers))

    def close(self) -> None:
        """Close this thread's connection."""
        self._database.close()

"""The runs of a library's scenarios at endpoints, in the database of conversations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from editor_app.clock import Clock
from editor_app.conversations.errors import BadRequestError
from editor_app.conversations.store import Database, runs
from editor_app.conversations.store.builds import microseconds
from editor_app.conversations.store.runs import RunRow, RunRows, StepRow

_MOST_LISTED = 1000


class RunStore:
    """The runs of a library; each write outlasts a power cut. All of it raises StoreError where it fails."""

    def __init__(self, database: Path, library: Path, clock: Clock) -> None:
        """Remember where they are; nothing is opened before it is needed."""
        self._database = Database(database, clock)
        self._library = os.fsencode(os.path.realpath(library))
        self._clock = clock

    def begin(self, scenario: str, endpoint: str, model: str, messages: Mapping[int, str]) -> int:
        """Store that a run begins now, with the messages that are there before; return its number."""
        row = RunRow(0, microseconds(self._clock()), scenario, endpoint, model, None, None)
        return self._database.write(lambda found: runs.begin(found, self._library, row, messages))

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

    def list(self, limit: int = _MOST_LISTED) -> tuple[RunRow, ...]:
        """Return the runs, the newest first."""
        if not 1 <= limit <= _MOST_LISTED:
            raise BadRequestError(f"A list has 1 to {_MOST_LISTED:,} runs. Give such a limit.")
        return self._database.read(lambda found: runs.listed(found, self._library, limit), ())

    def delete(self, numbers: Iterable[int]) -> int:
        """Delete runs; return how many there were."""
        if not self._database.is_there():
            return 0
        return self._database.write(lambda found: runs.delete(found, self._library, numbers))

    def close(self) -> None:
        """Close this thread's connection."""
        self._database.close()

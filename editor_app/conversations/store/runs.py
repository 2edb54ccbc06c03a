"""The runs of models at endpoints as rows: their messages, their steps, and the flags of their triggers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple


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


_COLUMNS = 'key, began_at, scenario, endpoint, model, "end", error'


def begin(connection: sqlite3.Connection, library: bytes, run: RunRow, messages: Mapping[int, str]) -> int:
    """Store that a run began, with the messages that were there before; return its number."""
    added = connection.execute(
        "INSERT INTO runs (library, began_at, scenario, endpoint, model) VALUES (?, ?, ?, ?, ?)",
        (library, run.began_at, run.scenario, run.endpoint, run.model),
    )
    number = added.lastrowid or 0
    for position, message in messages.items():
        put_message(connection, number, position, message)
    return number


def put_message(connection: sqlite3.Connection, run: int, position: int, message: str) -> None:
    """Store a message at its place in the session."""
    connection.execute("INSERT OR REPLACE INTO run_messages VALUES (?, ?, ?)", (run, position, message))


def put_step(connection: sqlite3.Connection, run: int, step: StepRow) -> None:
    """Store a step, or what became of it since."""
    connection.execute("INSERT OR REPLACE INTO run_steps VALUES (?, ?, ?, ?)", (run, *step))


def put_flags(connection: sqlite3.Connection, run: int, flags: Mapping[str, bool]) -> None:
    """Store flags that were set or cleared."""
    rows = [(run, name, int(value)) for name, value in flags.items()]
    connection.executemany("INSERT OR REPLACE INTO run_flags VALUES (?, ?, ?)", rows)


def end(connection: sqlite3.Connection, run: int, how: str, error: str | None) -> None:
    """Store how a run ended."""
    connection.execute('UPDATE runs SET "end" = ?, error = ? WHERE key = ?', (how, error, run))


def rows_of(connection: sqlite3.Connection, library: bytes, run: int) -> RunRows | None:
    """Return all that is stored of a run; None where the library has none of that number."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM runs WHERE library = ? AND key = ?",  # noqa: S608  the names of columns
        (library, run),
    ).fetchone()
    if found is None:
        return None
    messages = connection.execute("SELECT position, message FROM run_messages WHERE run = ?", (run,))
    steps = connection.execute(
        "SELECT number, position, step FROM run_steps WHERE run = ? ORDER BY number", (run,)
    )
    flags = connection.execute("SELECT name, value FROM run_flags WHERE run = ? ORDER BY rowid", (run,))
    return RunRows(
        RunRow(*found),
        dict(sorted(messages)),
        tuple(StepRow(*row) for row in steps),
        {name: bool(value) for name, value in flags},
    )


def listed(
    connection: sqlite3.Connection, library: bytes, limit: int, scenario: str | None
) -> tuple[RunRow, ...]:
    """Return the runs of a library, or those of one of its scenarios, the newest first."""
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM runs WHERE library = ?1 AND (?2 IS NULL OR scenario = ?2)"  # noqa: S608  the same
        " ORDER BY key DESC LIMIT ?3",
        (library, scenario, limit),
    )
    return tuple(RunRow(*row) for row in found)


def prune(
    connection: sqlite3.Connection, library: bytes, scenario: str, newest: int, under_way_since: int
) -> int:
    """Delete the runs of a scenario but the newest; return how many there were.

    One that has not ended and began since then, in microseconds since 1970, may be under way, and stays.
    """
    found = connection.execute(
        "SELECT key FROM (SELECT * FROM runs WHERE library = ? AND scenario = ?"
        ' ORDER BY key DESC LIMIT -1 OFFSET ?) WHERE "end" IS NOT NULL OR began_at < ?',
        (library, scenario, newest, under_way_since),
    ).fetchall()
    return delete(connection, library, [key for (key,) in found])


def give(connection: sqlite3.Connection, old: bytes, new: bytes) -> None:
    """Give the runs of one library to another."""
    connection.execute("UPDATE runs SET library = ? WHERE library = ?", (new, old))


def delete(connection: sqlite3.Connection, library: bytes, runs: Iterable[int]) -> int:
    """Delete runs; return how many there were."""
    deleted = 0
    for run in dict.fromkeys(runs):
        gone = connection.execute("DELETE FROM runs WHERE library = ? AND key = ?", (library, run))
        if gone.rowcount:
            deleted += 1
            for table in ("run_messages", "run_steps", "run_flags"):
                connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))  # noqa: S608  three names
    return deleted

"""The constructs of conversations as rows: written, read, listed, deleted and given to another library."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from editor_app.conversations.results import (
    BlankTag,
    Construction,
    ConversationEntry,
    ConversationPage,
    StoreError,
    TemplateOrigin,
)
from editor_app.library.files.reading import quoted
from editor_app.text import Sentence
from editor_app.variables.catalog import Cause, Note

MOST_KEPT = 10
"""How many constructs of a conversation are kept."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OF_ENTRIES = (
    "id, built_at, cwd, model, template_hash, template_path, template_is_built_in, template_saved_at, number"
)
_COLUMNS = f'{_OF_ENTRIES}, text, "values", given, notes, blank, warnings'
_LATEST = "NOT EXISTS (SELECT 1 FROM builds AS later WHERE later.library = builds.library"
_IS_LATEST = f"{_LATEST} AND later.id = builds.id AND later.number > builds.number)"


class StoredBuild(NamedTuple):
    """What a write stored: the construct with its number, and the text that was stored before, if any."""

    construction: Construction
    before: str | None


def text_of(connection: sqlite3.Connection, library: bytes, conversation_id: str) -> str | None:
    """Return the text of the last construct: one read by the index."""
    row = connection.execute(
        "SELECT text FROM builds WHERE library = ? AND id = ? ORDER BY number DESC LIMIT 1",
        (library, conversation_id),
    ).fetchone()
    return None if row is None else row[0]


def builds_of(
    connection: sqlite3.Connection, library: bytes, conversation_id: str, most: int = MOST_KEPT
) -> tuple[Construction, ...]:
    """Return the last constructs, the newest first."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM builds WHERE library = ? AND id = ?"  # noqa: S608  the names of columns
        " ORDER BY number DESC LIMIT ?",
        (library, conversation_id, most),
    )
    return tuple(map(_construction, rows))


def add(
    connection: sqlite3.Connection, library: bytes, construction: Construction, *, once: bool
) -> StoredBuild:
    """Store a construct, and drop those that are too many; with `once`, what is stored already stays."""
    number, before = connection.execute(
        "SELECT number, text FROM builds WHERE library = ? AND id = ? ORDER BY number DESC LIMIT 1",
        (library, construction.conversation_id),
    ).fetchone() or (0, None)
    if once and before is not None:
        return StoredBuild(builds_of(connection, library, construction.conversation_id, 1)[0], before)
    added = replace(construction, number=number + 1, created=True)
    row = _row(library, added)
    columns = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO builds ({columns}) VALUES ({marks})"  # noqa: S608  the names of columns
    connection.execute(statement, tuple(row.values()))
    connection.execute(
        "DELETE FROM builds WHERE library = ? AND id = ? AND number <= ?",
        (library, added.conversation_id, added.number - MOST_KEPT),
    )
    return StoredBuild(added, before)


def page_of(
    connection: sqlite3.Connection, library: bytes, limit: int, before_key: int | None
) -> ConversationPage:
    """Return conversations as their last constructs left them, the newest first, without their texts."""
    place = "" if before_key is None else "AND key < ?"
    rows = connection.execute(
        f"SELECT {_OF_ENTRIES}, characters, given, key FROM builds"  # noqa: S608  the names of columns
        f" WHERE library = ? {place} AND {_IS_LATEST} ORDER BY key DESC LIMIT ?",
        (library, *([] if before_key is None else [before_key]), limit + 1),
    ).fetchall()
    entries = tuple(map(_entry, rows[:limit]))
    return ConversationPage(entries, str(rows[limit - 1][-1]) if len(rows) > limit else None)


def counts(connection: sqlite3.Connection) -> tuple[tuple[bytes, int], ...]:
    """Return for each library how many conversations it has."""
    return tuple(
        connection.execute("SELECT library, COUNT(DISTINCT id) FROM builds GROUP BY library ORDER BY library")
    )


def delete(connection: sqlite3.Connection, library: bytes, conversation_ids: Iterable[str]) -> int:
    """Delete conversations; return how many there were."""
    deleted = 0
    for conversation_id in dict.fromkeys(conversation_ids):
        values = (library, conversation_id)
        rows = connection.execute("DELETE FROM builds WHERE library = ? AND id = ?", values)
        deleted += bool(rows.rowcount)
    return deleted


def built_before(connection: sqlite3.Connection, library: bytes, moment: datetime) -> tuple[str, ...]:
    """Return the ids of the conversations whose last construct is older than a moment."""
    old = connection.execute(
        f"SELECT id FROM builds WHERE library = ? AND built_at < ? AND {_IS_LATEST}",  # noqa: S608  no values
        (library, microseconds(moment)),
    )
    return tuple(conversation_id for (conversation_id,) in old)


def ids_of_both(connection: sqlite3.Connection, library: bytes, other: bytes) -> tuple[str, ...]:
    """Return the ids that two libraries have conversations of, in order."""
    both = connection.execute(
        "SELECT DISTINCT id FROM builds WHERE library = ?"
        " AND id IN (SELECT id FROM builds WHERE library = ?) ORDER BY id",
        (library, other),
    )
    return tuple(row[0] for row in both)


def give(connection: sqlite3.Connection, old: bytes, new: bytes) -> tuple[int, tuple[str, ...]]:
    """Give the conversations and runs of one library to another.

    Returns how many conversations, and the ids that both have.
    """
    connection.execute("UPDATE runs SET library = ? WHERE library = ?", (new, old))
    ids = [row[0] for row in connection.execute("SELECT DISTINCT id FROM builds WHERE library = ?", (old,))]
    of_both = ids_of_both(connection, old, new)
    connection.execute(
        "UPDATE builds SET library = ? WHERE library = ?"
        " AND id NOT IN (SELECT id FROM builds WHERE library = ?)",
        (new, old, new),
    )
    return len(ids) - len(of_both), of_both


def microseconds(moment: datetime) -> int:
    """Return a moment as it is stored."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _row(library: bytes, construction: Construction) -> Mapping[str, object]:
    template = construction.template
    return {
        "library": library,
        "id": construction.conversation_id,
        "number": construction.number,
        "built_at": microseconds(construction.constructed_at or _EPOCH),
        "cwd": construction.cwd,
        "model": construction.model,
        "template_hash": template.hash,
        "template_path": None if template.path is None else os.fsencode(template.path),
        "template_is_built_in": int(template.is_built_in),
        "template_saved_at": None if template.saved_at is None else microseconds(template.saved_at),
        "characters": len(construction.text),
        "text": construction.text,
        "values": json.dumps(dict(construction.values), ensure_ascii=False),
        "given": json.dumps(dict(construction.given), ensure_ascii=False),
        "notes": json.dumps(
            {
                name: [note.cause.value, note.sentence, None if note.path is None else os.fspath(note.path)]
                for name, note in construction.notes.items()
            }
        ),
        "blank": json.dumps([(blank.tag, blank.cause.value, blank.message) for blank in construction.blank]),
        "warnings": json.dumps(construction.warnings),
    }


def _construction(row: tuple[object, ...]) -> Construction:
    try:
        entry = _entry((*row[:9], 0, "{}", 0))
        text, values, given, notes, blank, warnings = map(str, row[9:])
        return Construction(
            entry.conversation_id,
            text,
            entry.constructed_at,
            entry.cwd,
            entry.model,
            json.loads(given),
            json.loads(values),
            {name: _note_of(note) for name, note in json.loads(notes).items()},
            tuple(BlankTag(tag, Cause(cause), message) for tag, cause, message in json.loads(blank)),
            tuple(json.loads(warnings)),
            entry.template,
            number=entry.number,
        )
    except (ValueError, TypeError, AttributeError) as error:
        shown = quoted(str(row[0]))
        raise StoreError(Sentence("conversations.stored-unreadable", id=shown, error=str(error))) from error


def _entry(row: tuple[object, ...]) -> ConversationEntry:
    conversation_id, built_at, cwd, model, hash_, path, is_built_in, saved_at, number, *more = row
    characters, given_json, _ = more
    template = TemplateOrigin(
        Path(os.fsdecode(path)) if isinstance(path, bytes) else None,
        str(hash_),
        bool(is_built_in),
        _moment(saved_at) if isinstance(saved_at, int) else None,
    )
    try:
        given_values = json.loads(str(given_json))
    except ValueError:  # what cannot be read has no names
        given_values = None
    return ConversationEntry(
        str(conversation_id),
        _moment(built_at),
        str(cwd),
        None if model is None else str(model),
        template,
        _number(characters),
        _number(number),
        tuple(given_values) if isinstance(given_values, dict) else (),
    )


def _note_of(stored: list[str | None]) -> Note:
    cause, sentence, path = stored
    return Note(Cause(cause or ""), sentence or "", None if path is None else Path(path))


def _moment(microseconds: object) -> datetime:
    return _EPOCH + timedelta(microseconds=_number(microseconds))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0

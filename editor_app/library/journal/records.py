"""What a journal keeps, and each record's payload: one line of JSON, which a base text may follow."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from editor_app.text import Edit, Newlines, Span, TextFormat


class EditStep(NamedTuple):
    """Edits of a text made at once, and of the letters that stand for its newlines (`letters_of`).

    With `joins` it is a part of the undo step before.
    """

    joins: bool
    edits: tuple[Edit, ...]
    letters: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalDocument:
    """A document at its base: the text that was last read from disk or saved, "" for an untitled one.

    `number` tells it from others in one journal. `path` is None for an untitled one; `name` is what its tab
    shows. `file_hash` is the content hash of the file that the base was read from or saved to; None without
    a file.
    """

    number: int
    path: Path | None
    name: str
    base: str
    file_hash: str | None
    text_format: TextFormat


@dataclass(frozen=True, slots=True)
class JournalledText:
    """A document's text as the journal has it; `steps` are the undo steps from its base to `text`.

    `letters` has for each step the edits of the letters that stand for the newlines (`letters_of`). It is
    empty where no step has any. `last_edit` is where in `text` the last edit ended, None if the state of the
    session, which has the carets, is newer.
    """

    document: JournalDocument
    steps: tuple[tuple[Edit, ...], ...]
    text: str
    letters: tuple[tuple[Edit, ...], ...] = ()
    last_edit: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class JournalContent:
    """What could be had of a journal: the documents that had not ended, and the last state of the session.

    `is_clean`: the process ended in order. `sentences` say what could not be had; without `is_whole` there is
    something of that sort.
    """

    texts: tuple[JournalledText, ...] = ()
    session: Mapping[str, object] | None = None
    is_clean: bool = False
    last_write: datetime | None = None
    sentences: tuple[str, ...] = ()
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class BeginRecord:
    """A document begins, or has a new base; `index` counts the records of this document."""

    index: int
    document: JournalDocument


@dataclass(frozen=True, slots=True)
class EditsRecord:
    """Edits of a document, in the order they were made."""

    number: int
    index: int
    steps: tuple[EditStep, ...]


@dataclass(frozen=True, slots=True)
class RenameRecord:
    """A document has another path or name."""

    number: int
    path: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class EndRecord:
    """A document was closed or discarded."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """The state of the session, which replaces the one before."""

    state: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CloseRecord:
    """The journal was closed."""

    is_clean: bool


Record = BeginRecord | EditsRecord | RenameRecord | EndRecord | SessionRecord | CloseRecord


def begun_payload(index: int, document: JournalDocument, timestamp: float) -> bytes:
    """Return the payload of a `BeginRecord`, its base text behind the line."""
    path = None if document.path is None else str(document.path)
    form = document.text_format
    newlines = form.newlines
    head = [
        *("begun", timestamp, document.number, index, path, document.name, document.file_hash),
        *(form.encoding, form.bom, newlines.dominant, newlines.exceptions),
    ]
    return _line(head) + document.base.encode("utf-8", "surrogatepass")


def edited_payload(number: int, index: int, steps: Sequence[EditStep], timestamp: float) -> bytes:
    """Return the payload of an `EditsRecord`."""
    elements = [step if step.letters else (step.joins, step.edits) for step in steps]
    return _line(["edited", timestamp, number, index, elements])


def renamed_payload(number: int, path: Path | None, name: str, timestamp: float) -> bytes:
    """Return the payload of a `RenameRecord`."""
    return _line(["renamed", timestamp, number, None if path is None else str(path), name])


def ended_payload(number: int, timestamp: float) -> bytes:
    """Return the payload of an `EndRecord`."""
    return _line(["ended", timestamp, number])


def session_payload(state_json: str, timestamp: float) -> bytes:
    """Return the payload of a `SessionRecord`, of which the JSON text is given."""
    return f'["session",{timestamp!r},{state_json}]\n'.encode("utf-8", "surrogatepass")


def closed_payload(timestamp: float, *, is_clean: bool) -> bytes:
    """Return the payload of a `CloseRecord`."""
    return _line(["closed", timestamp, is_clean])


def read_payload(payload: bytes) -> tuple[Record, float] | None:
    """Return a record and when it was written, in seconds since 1970; None for one of a later format."""
    line, _, base = payload.partition(b"\n")
    try:
        kind, time, *fields = json.loads(line.decode("utf-8", "surrogatepass"))
        record = _begin_record(fields, base) if kind == "begun" else _short_record(kind, fields)
        return None if record is None else (record, float(time))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


def _begin_record(fields: Sequence[object], base: bytes) -> BeginRecord | None:
    match fields:
        case [
            int(number),
            int(index),
            str() | None as path,
            str(name),
            str() | None as file_hash,
            str(encoding),
            bom,
            "\n" | "\r\n" | "\r" as dominant,
            list(exceptions),
        ]:
            newlines = Newlines(
                dominant, tuple((_whole(start), _text(newline)) for start, newline in exceptions)
            )
            document = JournalDocument(
                number,
                None if path is None else Path(path),
                name,
                base.decode("utf-8", "surrogatepass"),
                file_hash,
                TextFormat(encoding, bool(bom), newlines),
            )
            return BeginRecord(index, document)
    return None


def _short_record(kind: object, fields: Sequence[object]) -> Record | None:
    """Return a record that has no text behind its line."""
    match kind, fields:
        case "edited", [int(number), int(index), list(steps)]:
            edit_steps = tuple(
                EditStep(bool(joins), _edits(edits), *map(_edits, letters))
                for joins, edits, *letters in steps
            )
            return EditsRecord(number, index, edit_steps)
        case "renamed", [int(number), str() | None as path, str(name)]:
            return RenameRecord(number, None if path is None else Path(path), name)
        case "ended", [int(number)]:
            return EndRecord(number)
        case "session", [dict(state)]:
            return SessionRecord(state)
        case "closed", [is_clean]:
            return CloseRecord(bool(is_clean))
    return None


def _line(value: Sequence[object]) -> bytes:
    # Halves of surrogate pairs stay what they are; escaped, two of them would be read as one character.
    return (
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )


def _edits(values: Any) -> tuple[Edit, ...]:  # noqa: ANN401  JSON
    return tuple(Edit(Span(_whole(start), _whole(end)), _text(text)) for (start, end), text in values)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value

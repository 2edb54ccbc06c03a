"""What a journal keeps, and each record's payload: one line of JSON, which a base text may follow."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from editor_app.text import Edit, Newlines, Span, TextFormat


class GivenStep(NamedTuple):
    """Edits of a text made at once, and of the letters that stand for its newlines (`letters_of`).

    With `joins` it is a part of the undo step before.
    """

    joins: bool
    edits: tuple[Edit, ...]
    letters: tuple[Edit, ...] = ()


_NEWLINES = ("\n", "\r\n", "\r")


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
class Begun:
    """A document begins, or has a new base; `index` counts the records of this document."""

    index: int
    document: JournalDocument


@dataclass(frozen=True, slots=True)
class Edited:
    """Edits of a document, in the order they were made."""

    number: int
    index: int
    steps: tuple[GivenStep, ...]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A document has another path or name."""

    number: int
    path: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A document was closed or discarded."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionState:
    """The state of the session, which replaces the one before."""

    state: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Closed:
    """The journal was closed."""

    is_clean: bool


Record = Begun | Edited | Renamed | Ended | SessionState | Closed


def begun_payload(index: int, document: JournalDocument, at: float) -> bytes:
    """Return the payload of `Begun`, its base text behind the line."""
    path = None if document.path is None else str(document.path)
    form = document.text_format
    newlines = form.newlines
    head = [
        *("begun", at, document.number, index, path, document.name, document.file_hash),
        *(form.encoding, form.bom, newlines.dominant, newlines.exceptions),
    ]
    return _line(head) + document.base.encode("utf-8", "surrogatepass")


def edited_payload(number: int, index: int, steps: Sequence[GivenStep], at: float) -> bytes:
    """Return the payload of `Edited`."""
    made = [step if step.letters else (step.joins, step.edits) for step in steps]
    return _line(["edited", at, number, index, made])


def renamed_payload(number: int, path: Path | None, name: str, at: float) -> bytes:
    """Return the payload of `Renamed`."""
    return _line(["renamed", at, number, None if path is None else str(path), name])


def ended_payload(number: int, at: float) -> bytes:
    """Return the payload of `Ended`."""
    return _line(["ended", at, number])


def session_payload(state_json: str, at: float) -> bytes:
    """Return the payload of `SessionState`, of which the JSON text is given."""
    return f'["session",{at!r},{state_json}]\n'.encode("utf-8", "surrogatepass")


def closed_payload(at: float, *, is_clean: bool) -> bytes:
    """Return the payload of `Closed`."""
    return _line(["closed", at, is_clean])


def read_payload(payload: bytes) -> tuple[Record, float] | None:
    """Return a record and when it was written, in seconds since 1970; None for one of a later format."""
    line, _, rest = payload.partition(b"\n")
    try:
        kind, at, *fields = json.loads(line.decode("utf-8", "surrogatepass"))
        record = _READERS[kind](fields, rest)
        return record, float(at)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError):
        return None


def _line(value: Sequence[object]) -> bytes:
    # Halves of surrogate pairs stay what they are; escaped, two of them would be read as one character.
    return (
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )


def _begun(fields: list[object], rest: bytes) -> Begun:
    number, index, path, name, file_hash, encoding, bom, dominant, exceptions = fields
    if dominant not in _NEWLINES or not isinstance(exceptions, list):
        raise ValueError(dominant)
    newlines = Newlines(str(dominant), tuple((_whole(at), _text(spelled)) for at, spelled in exceptions))
    document = JournalDocument(
        _whole(number),
        _path(path),
        _text(name),
        rest.decode("utf-8", "surrogatepass"),
        None if file_hash is None else _text(file_hash),
        TextFormat(_text(encoding), bool(bom), newlines),
    )
    return Begun(_whole(index), document)


def _edited(fields: list[object], _rest: bytes) -> Edited:
    number, index, steps = fields
    if not isinstance(steps, list):
        raise TypeError(steps)
    made = tuple(
        GivenStep(bool(joins), _edits(edits), *map(_edits, letters)) for joins, edits, *letters in steps
    )
    return Edited(_whole(number), _whole(index), made)


def _edits(found: object) -> tuple[Edit, ...]:
    if not isinstance(found, list):
        raise TypeError(found)
    return tuple(Edit(Span(_whole(start), _whole(end)), _text(text)) for (start, end), text in found)


def _renamed(fields: list[object], _rest: bytes) -> Renamed:
    number, path, name = fields
    return Renamed(_whole(number), _path(path), _text(name))


def _ended(fields: list[object], _rest: bytes) -> Ended:
    [number] = fields
    return Ended(_whole(number))


def _session(fields: list[object], _rest: bytes) -> SessionState:
    [state] = fields
    if not isinstance(state, dict):
        raise TypeError(state)
    return SessionState(state)


def _closed(fields: list[object], _rest: bytes) -> Closed:
    [is_clean] = fields
    return Closed(bool(is_clean))


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value


def _path(value: object) -> Path | None:
    return None if value is None else Path(_text(value))


_READERS: dict[object, Callable[[list[object], bytes], Record]] = {
    "begun": _begun,
    "edited": _edited,
    "renamed": _renamed,
    "ended": _ended,
    "session": _session,
    "closed": _closed,
}

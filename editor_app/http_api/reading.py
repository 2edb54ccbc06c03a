"""What a request says: its path, its query, and its body, in which nothing could be read in two ways."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from enum import StrEnum
from typing import Any, NamedTuple, NoReturn, TypeAlias
from urllib.parse import parse_qsl, unquote_to_bytes

from editor_app.http_api.answers import ErrorAnswer
from editor_app.library.files.reading import shown
from editor_app.text import Sentence, meant, nearest

MOST_BYTES = 1024 * 1024

Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Disconnected(Exception):  # noqa: N818  it is the client's right, not a fault
    """The client went away before its request was whole."""


async def read_body(headers: Mapping[str, str], receive: Receive) -> bytes:
    """Return the whole body; one over 1 MB, declared or counted, is refused, and the connection closed."""
    declared = headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and (len(declared) > 18 or int(declared) > MOST_BYTES):
        raise _too_large()
    pieces: list[bytes] = []
    size = 0
    is_whole = False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        piece: bytes = message.get("body", b"")
        size += len(piece)
        if size > MOST_BYTES:
            raise _too_large()
        pieces.append(piece)
        is_whole = not message.get("more_body", False)
    return b"".join(pieces)


def check_is_json(headers: Mapping[str, str]) -> None:
    """Raise ErrorAnswer unless the body is said to be JSON in UTF-8."""
    media_type, _, parameters = headers.get("content-type", "").partition(";")
    named = parameters.strip().lower().replace('"', "")
    if media_type.strip().lower() != "application/json" or named not in {"", "charset=utf-8"}:
        raise ErrorAnswer("unsupported-media-type", Sentence("http-api.body-must-be-json"))


def _too_large() -> ErrorAnswer:
    return ErrorAnswer("too-large", Sentence("http-api.body-too-large"), headers={"Connection": "close"})


MOST_DEPTH = 64
_MOST_SHOWN = 60


def read_object(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds; anything else raises ErrorAnswer.

    That is bytes that are not UTF-8, what is not JSON, a key that stands twice, NaN, half of a surrogate
    pair, and what is nested deeper than 64 levels.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad(Sentence("http-api.body-not-utf-8", byte=error.start + 1)) from None
    try:
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise _bad(Sentence("http-api.body-not-json", line=line, column=column, reason=error.msg)) from None
    except ValueError:  # a whole number of thousands of digits
        raise _bad(Sentence("http-api.number-too-long")) from None
    for part in _parts(document):
        if isinstance(part, str):
            try:
                part.encode()
            except UnicodeEncodeError:
                raise _bad(Sentence("http-api.half-surrogate", name=shortened(part))) from None
    if not isinstance(document, dict):
        raise _bad(Sentence("http-api.body-not-object"))
    return document


def shortened(text: str) -> str:
    """Return a text of the request as a message quotes it: short, on one line."""
    cut = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    return f"‘{shown(cut)}’"


def _parts(document: object) -> Iterator[object]:
    """Yield all keys and values."""
    waiting = [(document, 1)]
    while waiting:
        part, depth = waiting.pop()
        yield part
        if not isinstance(part, dict | list):
            continue
        if depth > MOST_DEPTH:
            raise _too_deep()
        if isinstance(part, dict):
            waiting += ((key, depth) for key in part)
        values = part.values() if isinstance(part, dict) else part
        waiting += ((value, depth + 1) for value in values)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _bad(Sentence("http-api.key-twice", name=shortened(key)))
            seen.add(key)
    return values


def _no_number(constant: str) -> NoReturn:
    raise _bad(Sentence("http-api.no-number", word=constant))


def _too_deep() -> ErrorAnswer:
    return _bad(Sentence("http-api.too-deep", most=MOST_DEPTH))


def _bad(message: str) -> ErrorAnswer:
    return ErrorAnswer("bad-json", message)


class FieldType(StrEnum):
    """What a field holds."""

    TEXT = "text"
    FLAG = "flag"
    TEXTS = "texts"
    TEXTS_OR_NULL = "texts-or-null"
    OBJECT = "object"


class Field(NamedTuple):
    """A field of a request's object; one that is not required may be null, as if it were left out."""

    name: str
    type: FieldType = FieldType.TEXT
    is_required: bool = False


def read_fields(document: Mapping[str, Any], fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """Return the fields that are given; an unknown one, a wrong type and one that lacks raise ErrorAnswer."""
    known = {field.name: field for field in fields}
    for name in document:
        if name not in known:
            raise _unknown(name, known)
    for field in fields:
        _check(field, document)
    return {name: value for name, value in document.items() if value is not None}


def _check(field: Field, document: Mapping[str, Any]) -> None:
    value = document.get(field.name)
    if value is None and not field.is_required:
        return
    if field.name not in document:
        missing = Sentence("http-api.missing-key", name=field.name, type=field.type.value)
        raise ErrorAnswer("missing-key", missing)
    if field.type is FieldType.TEXT:
        is_right = isinstance(value, str)
    elif field.type is FieldType.FLAG:
        is_right = isinstance(value, bool)
    else:
        is_right = isinstance(value, dict)
    if not is_right:
        wrong = Sentence("http-api.wrong-type", name=field.name, type=field.type.value)
        raise ErrorAnswer("wrong-type", wrong)
    may_be_null = field.type is FieldType.TEXTS_OR_NULL
    if field.type is FieldType.OBJECT:
        return
    for name, text in value.items() if isinstance(value, dict) else ():
        if not (isinstance(text, str) or (text is None and may_be_null)):
            wrong = Sentence("http-api.value-not-text", name=shortened(name), type=field.type.value)
            raise ErrorAnswer("wrong-type", wrong)


def _unknown(name: str, known: Mapping[str, Field]) -> ErrorAnswer:
    near = nearest(name, known)
    unknown = Sentence("http-api.unknown-key", name=shortened(name))
    takes = Sentence("http-api.known-keys", names=tuple(known))
    return ErrorAnswer("unknown-key", unknown, meant(near, takes), suggestions=near)


ANY_SEGMENT = "{id}"
ANY_SEGMENTS = "{name}"

_broken_escape = re.compile(rb"%(?![0-9A-Fa-f]{2})").search


def segments_of(raw_path: bytes) -> tuple[bytes, ...]:
    """Return what stands between the slashes of a path, without its query, as it was sent."""
    return tuple(raw_path.partition(b"?")[0].split(b"/")[1:])


def match_path(pattern: tuple[str, ...], segments: tuple[bytes, ...]) -> Mapping[str, bytes] | None:
    """Return the variable part of a path, still as it was sent; None where the pattern is another path's.

    `{id}` is one segment, empty ones too; `{name}` is one or more, with the slashes between them.
    """
    if ANY_SEGMENTS in pattern:
        at = pattern.index(ANY_SEGMENTS)
        behind = len(pattern) - at - 1
        if len(segments) < len(pattern):
            return None
        end = len(segments) - behind
        segments = (*segments[:at], b"/".join(segments[at:end]), *segments[end:])
    if len(segments) != len(pattern):
        return None
    variables: dict[str, bytes] = {}
    for part, segment in zip(pattern, segments, strict=True):
        if part in {ANY_SEGMENT, ANY_SEGMENTS}:
            variables[part] = segment
        elif part.encode() != segment:
            return None
    return variables


def decode_segment(segment: bytes) -> str:
    """Return a part of a path as text; one that is not UTF-8, or no correct encoding, raises ErrorAnswer."""
    if _broken_escape(segment):
        raise ErrorAnswer("bad-path", Sentence("http-api.bad-escape"))
    try:
        return unquote_to_bytes(segment).decode("utf-8")
    except UnicodeDecodeError:
        raise ErrorAnswer("bad-path", Sentence("http-api.path-not-utf-8")) from None


_MOST_PARAMETERS = 20


def read_query(query: bytes, known: tuple[str, ...]) -> Mapping[str, str]:
    """Return the parameters; an unknown one, one that stands twice, and one not UTF-8 raise ErrorAnswer."""
    try:
        text = query.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        raise ErrorAnswer("bad-query", Sentence("http-api.bad-query")) from None
    parameters: dict[str, str] = {}
    for name, value in pairs:
        if name not in known:
            near = nearest(name, known)
            unknown = Sentence("http-api.unknown-parameter", name=shortened(name))
            raise ErrorAnswer("unknown-key", unknown, meant(near), suggestions=near)
        if name in parameters:
            raise ErrorAnswer("bad-query", Sentence("http-api.parameter-twice", name=name))
        parameters[name] = value
    return parameters


def read_limit(text: str | None, most: int) -> int:
    """Return how many are asked for, `most` where nothing is said; all but 1 to `most` is refused."""
    if text is None:
        return most
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        raise ErrorAnswer("bad-query", Sentence("http-api.bad-limit", most=most))
    return int(text)

"""The body of a request: read up to a limit, as JSON in which nothing could be read in two ways."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from typing import Any, NoReturn, TypeAlias

from editor_app.http_api.answers import ErrorAnswer
from editor_app.library.files.reading import shown

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
        message = "The body must be JSON. Send it with ‘Content-Type: application/json’."
        raise ErrorAnswer(415, "unsupported-media-type", message)


def _too_large() -> ErrorAnswer:
    message = "The body is larger than 1 MB, the most that is taken."
    return ErrorAnswer(413, "too-large", message, headers={"Connection": "close"})


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
        raise _bad(f"The body is not UTF-8 at byte {error.start + 1}.") from None
    try:
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _bad(f"The body is not JSON at {place}: {error.msg}.") from None
    except ValueError:  # a whole number of thousands of digits
        raise _bad("A number in the body is too long. Write it as text.") from None
    for part in _parts(document):
        if isinstance(part, str):
            _check_characters(part)
    if not isinstance(document, dict):
        raise _bad("The body must be a JSON object: {…}.")
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


def _check_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _bad(f"{shortened(text)} has half of a surrogate pair, which no text can have.") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _bad(f"{shortened(key)} stands twice in one object. Keep one.")
            seen.add(key)
    return values


def _no_number(constant: str) -> NoReturn:
    raise _bad(f"JSON has no {constant}.")


def _too_deep() -> ErrorAnswer:
    return _bad(f"The body is nested deeper than {MOST_DEPTH} levels.")


def _bad(message: str) -> ErrorAnswer:
    return ErrorAnswer(400, "bad-json", message)

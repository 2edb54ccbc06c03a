"""Reading the body of a request, up to a limit, and what it says it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeAlias

from editor_app.http_api.answers import ErrorAnswer

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

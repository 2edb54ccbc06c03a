"""JSON as bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from editor_app.text.readable_json import readable_json, readable_json_pieces

FORMAT = 1

JsonObject: TypeAlias = Mapping[str, object]


def to_json(document: JsonObject) -> bytes:
    """Write a document as UTF-8 with a newline at its end.

    Characters stay readable, but what could steer a terminal or is half a surrogate pair is escaped.
    """
    return _written(document, indent=2)


def to_json_line(document: JsonObject) -> bytes:
    """Write a document on one line, otherwise as `to_json` does."""
    return _written(document, indent=None)


def to_json_pieces(document: JsonObject) -> Iterator[str]:
    """Yield what `to_json` writes piece by piece, for who must not wait until all of it is written."""
    yield from readable_json_pieces(document, indent=2)
    yield "\n"


def _written(document: JsonObject, *, indent: int | None) -> bytes:
    return readable_json(document, indent=indent).encode("utf-8") + b"\n"

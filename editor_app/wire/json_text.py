"""JSON as bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from editor_app.text.readable_json import readable_json

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


def _written(document: JsonObject, *, indent: int | None) -> bytes:
    return readable_json(document, indent=indent).encode("utf-8") + b"\n"

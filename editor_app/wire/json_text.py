"""JSON as bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

FORMAT = 1

# DEL and C1, line separators, bidi marks, halves of surrogate pairs; JSON itself escapes the other controls.
_unsafe = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

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
    import json

    text = json.dumps(document, ensure_ascii=False, indent=indent)
    return _unsafe.sub(_escape, text).encode("utf-8") + b"\n"


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"

"""JSON that people read: characters as they are, but for those that could steer a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

# DEL and C1, line separators, bidi marks, halves of surrogate pairs; JSON itself escapes the other controls.
_unsafe = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def readable_json(value: object, *, indent: int | None) -> str:
    """Write a value as JSON that any UTF-8 file can hold, without a newline at its end."""
    import json

    return shown_json(json.dumps(value, ensure_ascii=False, indent=indent))


def readable_json_pieces(value: object, *, indent: int | None) -> Iterator[str]:
    """Yield the same piece by piece, for values that take long to write."""
    import json

    for piece in json.JSONEncoder(ensure_ascii=False, indent=indent).iterencode(value):
        yield shown_json(piece)


def utc_text(moment: datetime) -> str:
    """Return a time in UTC with milliseconds and `Z`, as headers of messages and JSON have it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shown_json(text: str) -> str:
    """Return JSON with the characters escaped that no UTF-8 file can hold, or that steer a terminal."""
    return _unsafe.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"

"""JSON as bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

FORMAT = 1

JsonObject: TypeAlias = Mapping[str, object]


def to_json(document: JsonObject) -> bytes:
    """Write a document as UTF-8 with a newline at its end.

    Characters stay readable; half a surrogate pair, which UTF-8 cannot hold,
    is escaped.
    """
    import json

    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        data = json.dumps(document, indent=2).encode("ascii")
    return data + b"\n"

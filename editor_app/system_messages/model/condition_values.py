"""The value of a condition as fields that people fill in, and in words; no one reads or writes JSON."""

from __future__ import annotations

import json
import re
from typing import Final, TypeAlias

Plain: TypeAlias = str | int | float | bool | None

NO_VALUE: Final = "{}"
_NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?", re.ASCII)
_WORDS: Final[dict[str, Plain]] = {"true": True, "false": False, "null": None}
ALONE: Final = ""
"""The name of the field of a value that is one plain thing."""


def fields_of(value: str) -> dict[str, Plain] | None:
    """Return the fields of a value in canonical JSON by name, None where a list or mapping is in it."""
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return None
    fields = read if isinstance(read, dict) else {ALONE: read}
    return None if any(isinstance(field, (list, dict)) for field in fields.values()) else fields


def value_of(fields: dict[str, Plain]) -> str:
    """Return the value that has these fields, as canonical JSON."""
    value = fields.get(ALONE, fields)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_field(text: str, before: Plain = None) -> Plain:
    """Return the value that is meant by a text in a field that had `before`: a text stays a text."""
    if isinstance(before, str):
        return text
    stripped = text.strip()
    if stripped in _WORDS:
        return _WORDS[stripped]
    if _NUMBER.fullmatch(stripped) and len(stripped) <= 30:
        return float(stripped) if "." in stripped else int(stripped)
    return text


def field_text(value: Plain) -> str:
    """Return what a field shows of a value."""
    return value if isinstance(value, str) else json.dumps(value)


def in_words(kind: str, value: str | None) -> str:
    """Return a condition's name, and its value in words unless that is empty."""
    if value is None or value == NO_VALUE:
        return kind
    fields = fields_of(value)
    if fields is None:
        return f"{kind}: {value}"
    values = tuple(fields.values())
    if len(values) == 1 and isinstance(values[0], str):
        return f"{kind}: {values[0]}"
    return f"{kind}: " + ", ".join(f"{name} {field_text(field)}".strip() for name, field in fields.items())

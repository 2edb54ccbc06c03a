"""The value of a condition as fields that people fill in, and in words; no one reads or writes JSON."""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple, TypeAlias

Plain: TypeAlias = str | int | float | bool | None

NO_VALUE: Final = "{}"
_NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?", re.ASCII)
_WORDS: Final[dict[str, Plain]] = {"true": True, "false": False, "null": None}
_ALONE: Final = ""


class ValueField(NamedTuple):
    """A field of a condition's value: its name, "" where the value is one plain thing, and what is in it."""

    name: str
    value: Plain


def fields_of(value: str) -> tuple[ValueField, ...] | None:
    """Return the fields of a value in canonical JSON, None where a list or mapping is in it."""
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return None
    found = read if isinstance(read, dict) else {_ALONE: read}
    if any(isinstance(one, (list, dict)) for one in found.values()):
        return None
    return tuple(ValueField(name, one) for name, one in found.items())


def value_of(fields: tuple[ValueField, ...]) -> str:
    """Return the value that has these fields, as canonical JSON."""
    named = {one.name: one.value for one in fields}
    return json.dumps(named.get(_ALONE, named), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def typed(text: str, before: Plain = None) -> Plain:
    """Return the value that is meant by a text in a field that had `before`: a text stays a text."""
    if isinstance(before, str):
        return text
    stripped = text.strip()
    if stripped in _WORDS:
        return _WORDS[stripped]
    if _NUMBER.fullmatch(stripped) and len(stripped) <= 30:
        return float(stripped) if "." in stripped else int(stripped)
    return text


def shown(value: Plain) -> str:
    """Return what a field shows of a value."""
    return value if isinstance(value, str) else json.dumps(value)


def in_words(kind: str, value: str | None) -> str:
    """Return a condition's name, and its value in words unless that is empty."""
    if value is None or value == NO_VALUE:
        return kind
    fields = fields_of(value)
    if fields is None:
        return f"{kind}: {value}"
    if len(fields) == 1 and isinstance(fields[0].value, str):
        return f"{kind}: {fields[0].value}"
    return f"{kind}: " + ", ".join(f"{one.name} {shown(one.value)}".strip() for one in fields)

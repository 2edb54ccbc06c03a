"""The messages of a transcript: a body with messages, a list of them, or JSON Lines with one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from editor_app.runs.transcripts.notes import Notes

MOST_MESSAGES: Final = 100_000
"""The most messages, or lines, of a transcript that are read."""

_LISTS: Final = ("messages", "input")


class FoundMessage(NamedTuple):
    """A message of a transcript as it stands, what stands around it, and its place as people write it."""

    place: str
    message: Mapping[str, Any]
    around: Mapping[str, Any]


def transcript_messages(source: str, notes: Notes) -> Iterator[FoundMessage]:
    """Yield the messages of a transcript in order; what is none is noted."""
    text = source.lstrip("\ufeff \t\r\n")
    if text.startswith("["):
        whole = _loaded(text)
    else:
        whole = _loaded(text) if text.startswith("{") and _is_one_value(text) else None
    if isinstance(whole, list):
        yield from _of_list("messages", whole, notes)
    elif isinstance(whole, Mapping) and any(isinstance(whole.get(key), list) for key in _LISTS):
        yield from _of_body(whole, notes)
    else:
        yield from _of_lines(source.removeprefix("\ufeff"), notes)


def _is_one_value(text: str) -> bool:
    """Whether a text that begins with a brace is one value over lines, and not one a line."""
    first = text.partition("\n")[0].rstrip()
    return not first.endswith("}") or "\n" not in text.rstrip() or _loaded(first) is None


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of_body(body: Mapping[str, Any], notes: Notes) -> Iterator[FoundMessage]:
    system = body.get("system", body.get("instructions"))
    if system:
        yield FoundMessage("system", {"role": "system", "content": system}, {})
    for key in body:
        if key in _LISTS and isinstance(body[key], list):
            yield from _of_list(key, body[key], notes)
        elif key not in {"system", "instructions", "model", "max_tokens"}:
            notes.add(f"‘{str(key)[:40]}’", "it is no part of a scenario, and is left out")


def _of_list(name: str, listed: list[Any], notes: Notes) -> Iterator[FoundMessage]:
    if len(listed) > MOST_MESSAGES:
        notes.add(f"{name}[{MOST_MESSAGES}]", _too_many(len(listed) - MOST_MESSAGES))
    for number, item in enumerate(listed[:MOST_MESSAGES]):
        place = f"{name}[{number}]"
        yield from _message(place, item, notes)


def _of_lines(source: str, notes: Notes) -> Iterator[FoundMessage]:
    start, number = 0, 0
    while start < len(source):
        end = source.find("\n", start)
        end = len(source) if end < 0 else end
        number += 1
        line = source[start:end].strip()
        start = end + 1
        place = f"Line {number:,}"
        if number > MOST_MESSAGES:
            notes.add(place, _too_many(source.rstrip().count("\n", end) + 1))
            return
        if not line:
            continue
        value = _loaded(line)
        if value is None:
            notes.add(place, "it can’t be read as JSON, and is left out")
        else:
            yield from _message(place, value, notes)


def _too_many(left: int) -> str:
    return f"this and what follows is not read ({left:,} left): a transcript has at most {MOST_MESSAGES:,}"


def _message(place: str, item: object, notes: Notes) -> Iterator[FoundMessage]:
    if isinstance(item, Mapping):
        inner = item.get("message")
        if isinstance(inner, Mapping) and ("role" in inner or "content" in inner):
            whole = inner if "role" in inner else {**inner, "role": item.get("type", item.get("role"))}
            yield FoundMessage(place, whole, item)
            return
        if "role" in item:
            yield FoundMessage(place, item, item)
            return
        sort = item.get("type")
        if isinstance(sort, str):
            notes.add(place, f"it is of type ‘{sort[:40]}’ and no message, and is left out")
            return
    notes.add(place, "it is no message, and is left out")

"""A key in what an endpoint sends back: “…” takes its place, however it is spelled."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import quote

_HIDDEN = "…"
_LEAST_ENCODED = 8
"""Shorter pieces of an encoded key stand in many texts."""


class HiddenKey:
    """The spellings of a key: as it is or in another case, in base64 at each offset, percent-encoded."""

    def __init__(self, value: str) -> None:
        """Take the key as it is sent."""
        self._value = value

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        """All spellings in lower case, the longest first."""
        return tuple(sorted({one.lower() for one in _spellings(self._value)}, key=len, reverse=True))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self._spellings)), re.IGNORECASE)

    def in_text(self, text: str) -> str:
        """Return a text without the key."""
        return self._pattern.sub(_HIDDEN, text)

    def in_object(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return an object of JSON without the key in any of its texts."""
        return {self.in_text(name): self._in_value(inner) for name, inner in data.items()}

    def _in_value(self, value: object) -> object:
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, Mapping):
            return self.in_object(value)
        return [self._in_value(inner) for inner in value] if isinstance(value, list) else value

    def begins_at(self, text: str) -> int:
        """Return where a spelling may begin that the text ends in, its length where none does."""
        first = max(len(text) - len(self._spellings[0]) + 1, 0)
        end = "".join(one.lower()[:1] for one in text[first:])  # some letters have two in lower case
        for at in range(len(end)):
            if any(spelling.startswith(end[at:]) for spelling in self._spellings):
                return first + at
        return len(text)


class HidingStream:
    """A text that comes in pieces and goes on without a key: what may begin one waits for the rest."""

    def __init__(self, hidden: HiddenKey | None) -> None:
        """Hide a key; without one nothing waits."""
        self._hidden = hidden
        self._waiting = ""

    def take(self, text: str) -> str:
        """Return what of the text so far can go on."""
        if self._hidden is None:
            return text
        text = self._hidden.in_text(self._waiting + text)
        at = self._hidden.begins_at(text)
        self._waiting = text[at:]
        return text[:at]

    def end(self) -> str:
        """Return what waits, at the end."""
        waiting, self._waiting = self._waiting, ""
        return waiting


def _spellings(value: str) -> Iterator[str]:
    yield value
    data = value.encode("utf-8", "surrogatepass")
    encoded = [quote(data, safe=""), "".join(f"%{byte:02x}" for byte in data)]
    for encode in (b64encode, urlsafe_b64encode):
        for before in range(3):
            whole = encode(b"\0" * before + data).decode().rstrip("=")
            # The characters at both ends hold bits of what stands beside the key.
            encoded.append(whole[-(-before * 8 // 6) : (before + len(data)) * 8 // 6])
    yield from (one for one in encoded if len(one) >= _LEAST_ENCODED)

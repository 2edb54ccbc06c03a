"""Keys of endpoints: in the keyring or a file that only the user can read, and hidden in what comes back."""

from __future__ import annotations

import json
import os
import re
import stat
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.temporaries import locked
from editor_app.library.paths import make_private_dir
from editor_app.runs.endpoint.addresses import Endpoint, EndpointError
from editor_app.text import Sentence

FILE_NAME = "endpoint-keys.json"
_SERVICE = "foreword"
_FORMAT = 1
_MOST_CHARACTERS = 4096
_MOST_BYTES = 1_000_000
_HIDDEN = "…"
_LEAST_ENCODED = 8
"""Shorter keys, such as the ‘none’ of local servers, and pieces of encoded ones stand in many texts."""
_LEAST_SHOWN = 3
"""So many characters at the beginning of a key tell nothing: many keys begin alike."""


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """A key of an endpoint; printing it does not show it."""

    value: str

    def hidden_in(self, text: str) -> str:
        """Return a text with “…” in place of the key, or of its beginning where the text was cut in it."""
        hidden = hidden_key(self)
        text = text.replace(self.value, _HIDDEN) if hidden is None else hidden.in_text(text)
        for length in range(len(self.value) - 1, _LEAST_SHOWN, -1):
            text = text.replace(f"{self.value[:length]}…", "…")
        return text

    def __repr__(self) -> str:
        return "Key(…)"


class Ring(Protocol):
    """A keyring, as the library `keyring` gives it."""

    def get_password(self, service: str, username: str, /) -> str | None:
        """Return what is kept."""

    def set_password(self, service: str, username: str, password: str, /) -> None:
        """Keep it."""

    def delete_password(self, service: str, username: str, /) -> None:
        """Keep it no longer."""


@dataclass(frozen=True, slots=True)
class KeyStore:
    """Where keys are kept: in `ring`, without one in `file`; each for one scheme, host and port."""

    file: Path
    ring: Ring | None = None

    def read(self, endpoint: Endpoint) -> Key | None:
        """Return the key for an endpoint; raises EndpointError where the place cannot be read."""
        if self.ring is not None:
            try:
                key = self.ring.get_password(_SERVICE, endpoint.origin)
            except Exception as error:
                raise _ring_error(error) from error
        else:
            key = _read(self.file).get(endpoint.origin)
        return None if key is None else key_of(key)

    def keep(self, endpoint: Endpoint, key: Key) -> None:
        """Keep the key for an endpoint; raises EndpointError where that fails."""
        check_private(endpoint)
        if self.ring is not None:
            try:
                self.ring.set_password(_SERVICE, endpoint.origin, key.value)
            except Exception as error:
                raise _ring_error(error) from error
        else:
            _change(self.file, {endpoint.origin: key.value})

    def forget(self, endpoint: Endpoint) -> None:
        """Keep the key for an endpoint no longer; raises EndpointError where that fails."""
        if self.ring is not None:
            try:
                if self.ring.get_password(_SERVICE, endpoint.origin) is not None:
                    self.ring.delete_password(_SERVICE, endpoint.origin)
            except Exception as error:
                raise _ring_error(error) from error
            return
        if endpoint.origin in _read(self.file):
            _change(self.file, {endpoint.origin: None})


def open_keys(state_dir: Path) -> KeyStore:
    """Return the keys of the user: the system's keyring where there is one that keeps them."""
    return KeyStore(state_dir / FILE_NAME, system_ring())


def system_ring() -> Ring | None:
    """Return the system's keyring; None without the library `keyring`, or without one that it can use."""
    try:
        import keyring
        from keyring.backends import fail, null

        ring = keyring.get_keyring()
    except Exception:  # noqa: BLE001  a keyring that cannot even be looked for is none
        return None
    return None if isinstance(ring, fail.Keyring | null.Keyring) or ring.priority < 1 else ring


def key_of(text: str) -> Key:
    """Return a key as it was typed or kept; raises EndpointError for what no header can hold."""
    value = text.strip()
    if not value or len(value) > _MOST_CHARACTERS or not (value.isascii() and value.isprintable()):
        raise EndpointError(Sentence("runs.key-is-not-a-line"))
    if " " in value:
        raise EndpointError(Sentence("runs.key-with-space"))
    return Key(value)


def check_private(endpoint: Endpoint) -> None:
    """Raise EndpointError where others could read the key on its way."""
    if not endpoint.is_private:
        raise EndpointError(Sentence("runs.key-needs-https", host=endpoint.host))


def _ring_error(error: Exception) -> EndpointError:
    return EndpointError(Sentence("runs.keyring-unusable", kind=type(error).__name__))


def _read(file: Path) -> dict[str, str]:
    """Return the keys in a file, none where there is no file; raises EndpointError for any other trouble."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(file, flags | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise EndpointError(
            Sentence("runs.keys-unreadable", file=quoted(file), reason=reason_of(error))
        ) from error
    with os.fdopen(descriptor, "rb") as opened:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise EndpointError(Sentence("runs.keys-not-a-file", file=quoted(file)))
        if hasattr(os, "geteuid") and (status.st_mode & 0o077 or status.st_uid != os.geteuid()):
            raise EndpointError(Sentence("runs.keys-readable", file=quoted(file), path=str(file)))
        data = opened.read(_MOST_BYTES)
    try:
        stored = json.loads(data)
        keys = stored["keys"] if stored["format"] == _FORMAT else None
    except (ValueError, KeyError, TypeError, RecursionError):
        keys = None
    if not isinstance(keys, dict) or not all(isinstance(value, str) for value in keys.values()):
        raise EndpointError(Sentence("runs.keys-other-format", file=quoted(file)))
    return keys


def _change(file: Path, changes: Mapping[str, str | None]) -> None:
    """Keep keys, or with None none, by their origins, while no other program changes the file."""
    try:
        make_private_dir(file.parent)
        with locked(file.parent / "locks" / "endpoint-keys.lock", file):
            changed = {**_read(file), **changes}
            keys = {origin: key for origin, key in changed.items() if key is not None}
            data = json.dumps({"format": _FORMAT, "keys": keys}, indent=1).encode() + b"\n"
            replace_file(file, data, mode=0o600)
    except OSError as error:
        raise EndpointError(
            Sentence("runs.key-not-kept-in", file=quoted(file), reason=reason_of(error))
        ) from error
    except FileError as error:
        raise EndpointError(Sentence("runs.key-not-kept", reason=error.sentence)) from error


class HiddenKey:
    """The spellings of a key: as it is or in another case, in base64 at each offset, percent-encoded."""

    def __init__(self, value: str) -> None:
        """Take the key as it is sent."""
        self._value = value

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        """All spellings in lower case, the longest first."""
        return tuple(
            sorted({spelling.lower() for spelling in _spellings(self._value)}, key=len, reverse=True)
        )

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
        end = "".join(
            character.lower()[:1] for character in text[first:]
        )  # some letters have two in lower case
        for at in range(len(end)):
            if any(spelling.startswith(end[at:]) for spelling in self._spellings):
                return first + at
        return len(text)


def hidden_key(key: Key | None) -> HiddenKey | None:
    """Return what hides a key in an answer; None without one, and for one so short that it is no secret."""
    return None if key is None or len(key.value) < _LEAST_ENCODED else HiddenKey(key.value)


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
    yield from (spelling for spelling in encoded if len(spelling) >= _LEAST_ENCODED)

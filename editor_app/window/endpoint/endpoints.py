"""What is known of endpoints: the addresses that requests were sent to, without anything secret, and keys.

Keys are read and kept off the window's thread: a keyring may ask the user, or hang.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from PySide6.QtCore import QObject, QSettings

from editor_app.text import Sentence
from editor_app.window.kit.work.runner import Job, Runner

if TYPE_CHECKING:
    from editor_app.runs.endpoint.addresses import Endpoint
    from editor_app.runs.endpoint.keys import Key, KeyStore


class KeyAnswer(NamedTuple):
    """The key that is there, None without one; `error` is a sentence where the place could not be used.

    `place` says where keys are kept, "ring" or "file"; "" where it could not be told.
    """

    key: Key | None = None
    error: str = ""
    place: str = ""
    is_given: bool = False
    """Whether the key was given to this window, and not kept."""


Told: TypeAlias = Callable[[KeyAnswer], object]


class EndpointKeys(QObject):
    """Reads and keeps keys; each answer is told in the window's thread, in the order of the questions.

    A key that was given but not kept is remembered until the window closes. Nothing is told once this object
    is deleted.
    """

    def __init__(self, open_store: Callable[[], KeyStore], parent: QObject | None = None) -> None:
        """Start without a thread; `open_store` is called in it when a key is first asked for."""
        super().__init__(parent)
        self._open_store = cache(open_store)
        self._given: dict[str, Key] = {}
        self._runner = Runner(self)

    def read(self, endpoint: Endpoint, told: Told) -> Job:
        """Look for the key of an endpoint."""

        def tell(answer: KeyAnswer) -> None:
            """Tell the key that was given here, if there is one; else the one that is kept."""
            key = self._given.get(endpoint.origin)
            is_kept = key is None or answer.key == key
            told(answer if is_kept else KeyAnswer(key, "", answer.place, is_given=True))

        return self._do(lambda store: store.read(endpoint), tell)

    def give(self, endpoint: Endpoint, key: Key) -> None:
        """Remember a key until the window closes."""
        self._given[endpoint.origin] = key

    def keep(self, endpoint: Endpoint, key: Key, told: Told) -> None:
        """Keep a key beyond this window."""
        self.give(endpoint, key)
        self._do(partial(_keep, endpoint, key), told)

    def forget(self, endpoint: Endpoint, told: Told) -> None:
        """Keep the key of an endpoint no longer."""
        self._given.pop(endpoint.origin, None)
        self._do(lambda store: store.forget(endpoint), told)

    def _do(self, work: Callable[[KeyStore], Key | None], told: Told) -> Job:
        failed = KeyAnswer(None, Sentence("window-endpoint.keys-not-looked-up"))
        return self._runner.do(partial(_answer, self._open_store, work), told, lambda _why_not: told(failed))


def keys_of_user(state_dir: Path, parent: QObject | None = None) -> EndpointKeys:
    """Return the keys of the user; their place is looked for when one is first asked for."""

    def open_store() -> KeyStore:
        from editor_app.runs.endpoint.keys import open_keys

        return open_keys(state_dir)

    return EndpointKeys(open_store, parent)


def _answer(open_store: Callable[[], KeyStore], work: Callable[[KeyStore], Key | None]) -> KeyAnswer:
    """Do something with the keys, in the thread."""
    from editor_app.runs.endpoint.addresses import EndpointError

    place = ""
    try:
        store = open_store()
        place = "file" if store.ring is None else "ring"
        return KeyAnswer(work(store), "", place)
    except EndpointError as error:
        return KeyAnswer(None, error.sentence, place)


def _keep(endpoint: Endpoint, key: Key, store: KeyStore) -> Key | None:
    store.keep(endpoint, key)
    return key


_KEY: Final = "endpoint/places"
_MOST: Final = 12
_MOST_CHARACTERS: Final = 500
_HARMLESS: Final = frozenset({"api-version"})


class KnownPlace(NamedTuple):
    """An address as it was typed, and the model that was asked there."""

    address: str
    model: str


class KnownPlaces:
    """The places that requests were sent to, the last one first."""

    def __init__(self, settings: QSettings) -> None:
        """Keep them in `settings`."""
        self._settings = settings

    @property
    def all(self) -> tuple[KnownPlace, ...]:
        """Those that are kept; what is not as `note` writes it is left out."""
        try:
            records = json.loads(str(self._settings.value(_KEY, "[]")))
        except (ValueError, RecursionError):
            return ()
        places: list[KnownPlace] = []
        for pair in records if isinstance(records, list) else ():
            match pair:
                case [str(address), str(model)]:
                    places.append(KnownPlace(address, model))
        return tuple(place for place in places[:_MOST] if _may_be_kept(place))

    def note(self, address: str, model: str) -> None:
        """Keep a place as the last one; a query is left out, since it may hold a key."""
        place = KnownPlace(without_secrets(address), model)
        others = [other for other in self.all if other.address != place.address]
        if _may_be_kept(place):
            self._settings.setValue(_KEY, json.dumps([place, *others][:_MOST], ensure_ascii=True))


def without_secrets(address: str) -> str:
    """Return an address without what may be a key in it: name, password, and all but harmless queries."""
    with suppress(ValueError):
        parts = urlsplit(address)
        query = [(key, value) for key, value in parse_qsl(parts.query) if key in _HARMLESS]
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, host, parts.path, urlencode(query), ""))
    return ""


def _may_be_kept(place: KnownPlace) -> bool:
    return bool(place.address) and all(len(text) <= _MOST_CHARACTERS and text.isprintable() for text in place)


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The keys of endpoints, and the addresses that requests were sent to."""

    keys: EndpointKeys
    places: KnownPlaces

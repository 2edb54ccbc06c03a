"""What is known of endpoints, together."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from PySide6.QtCore import QSettings

from editor_app.window.endpoint.keys import EndpointKeys

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
            kept = json.loads(str(self._settings.value(_KEY, "[]")))
        except (ValueError, RecursionError):
            return ()
        pairs = [one for one in kept if isinstance(one, list)] if isinstance(kept, list) else []
        found = [KnownPlace(*one) for one in pairs if len(one) == 2 and all(isinstance(x, str) for x in one)]
        return tuple(place for place in found[:_MOST] if _may_be_kept(place))

    def note(self, address: str, model: str) -> None:
        """Keep a place as the last one; a query is left out, since it may hold a key."""
        place = KnownPlace(without_secrets(address), model)
        others = [one for one in self.all if one.address != place.address]
        if _may_be_kept(place):
            kept = [list(one) for one in (place, *others)][:_MOST]
            self._settings.setValue(_KEY, json.dumps(kept, ensure_ascii=True))


def without_secrets(address: str) -> str:
    """Return an address without what may be a key in it: name, password, and all but harmless queries."""
    with suppress(ValueError):
        parts = urlsplit(address)
        query = [one for one in parse_qsl(parts.query) if one[0] in _HARMLESS]
        netloc = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, netloc, parts.path, urlencode(query), ""))
    return ""


def _may_be_kept(place: KnownPlace) -> bool:
    return bool(place.address) and all(len(one) <= _MOST_CHARACTERS and one.isprintable() for one in place)


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The keys of endpoints, and the addresses that requests were sent to."""

    keys: EndpointKeys
    places: KnownPlaces

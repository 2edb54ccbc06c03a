"""What is known of endpoints, together."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.endpoint.keys import EndpointKeys
from editor_app.window.endpoint.known_places import KnownPlaces


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The keys of endpoints, and the addresses that requests were sent to."""

    keys: EndpointKeys
    places: KnownPlaces

"""Asking endpoints from the window: requests in threads of their own, and the keys for them."""

from editor_app.window.endpoint.asking import EndpointThread
from editor_app.window.endpoint.keys import EndpointKeys, KeyAnswer, keys_of_user
from editor_app.window.endpoint.known_places import KnownPlace, KnownPlaces

__all__ = ["EndpointKeys", "EndpointThread", "KeyAnswer", "KnownPlace", "KnownPlaces", "keys_of_user"]

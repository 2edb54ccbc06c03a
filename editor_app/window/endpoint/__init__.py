"""Asking endpoints from the window: requests in threads of their own, and the keys for them."""

from editor_app.window.endpoint.asking import EndpointThread
from editor_app.window.endpoint.keys import EndpointKeys, KeyAnswer, keys_of_user

__all__ = ["EndpointKeys", "EndpointThread", "KeyAnswer", "keys_of_user"]

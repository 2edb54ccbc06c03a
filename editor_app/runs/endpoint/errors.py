"""What stops a request to an endpoint."""

from __future__ import annotations

from editor_app.runs.loop.models import ModelError


class EndpointError(ModelError):
    """An endpoint could not be asked, or its answer not be read; the message is a sentence.

    `wants_key` is whether it wants a key, or another one.
    """

    def __init__(self, message: str, *, wants_key: bool = False) -> None:
        """Keep what is said."""
        super().__init__(message)
        self.wants_key = wants_key

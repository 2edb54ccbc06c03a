"""What stops a request to an endpoint."""

from __future__ import annotations

from editor_app.runs.loop.models import ModelError


class EndpointError(ModelError):
    """An endpoint could not be asked, or its answer not be read; the message is a sentence."""


class DeniedError(EndpointError):
    """An endpoint does not take the key, or wants one (401 and 403)."""

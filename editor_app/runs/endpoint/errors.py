"""What stops a request to an endpoint."""

from __future__ import annotations

from editor_app.runs.loop.models import ModelError


class EndpointError(ModelError):
    """An endpoint could not be asked, or its answer not be read; the message is a sentence."""

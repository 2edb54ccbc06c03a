"""What stops a request to an endpoint."""

from __future__ import annotations

from typing import ClassVar

from editor_app.runs.loop.models import ModelError


class EndpointError(ModelError):
    """An endpoint could not be asked, or its answer not be read; the message is a sentence.

    `wants_key` is whether it wants a key, or another one.
    """

    wants_key: ClassVar[bool] = False


class DeniedError(EndpointError):
    """An endpoint does not take the key, or wants one (401 and 403)."""

    wants_key = True

"""What the API says of itself: that it runs, and its own description."""

from __future__ import annotations

from editor_app import __version__
from editor_app.http_api.answers import Answer
from editor_app.http_api.endpoints import Call
from editor_app.wire.problems import FORMAT


def get_health(call: Call) -> Answer:
    """Return that the API runs, its version, and the folders it serves."""
    library = None if call.service is None else str(call.service.library)
    workspaces = [str(folder) for folder in call.workspaces]
    return Answer(
        {
            "format": FORMAT,
            "status": "ok",
            "version": __version__,
            "library": library,
            "workspaces": workspaces,
        }
    )

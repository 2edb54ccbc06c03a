"""The library that a service is for, read anew for each request: its settings and its trust may change."""

from __future__ import annotations

from editor_app.conversations import ConversationService, StoreError
from editor_app.http_api.answers import ErrorAnswer
from editor_app.library import Library


def open_served(service: ConversationService) -> Library:
    """Open the library, trusted as the service or the user says; one that is gone is refused."""
    try:
        return service.opened_library()
    except StoreError as error:
        raise ErrorAnswer(503, error.code, error.sentence) from None

"""The library that a service is for, read anew for each request: its settings and its trust may change."""

from __future__ import annotations

from pathlib import Path

from editor_app.conversations import ConversationService, StoreError
from editor_app.http_api.answers import ErrorAnswer
from editor_app.library import Library, is_part_of, read_trust


def open_served(service: ConversationService) -> Library:
    """Open the library, trusted as the service or the user says; one that is gone is refused."""
    try:
        return service.opened_library()
    except StoreError as error:
        raise ErrorAnswer(503, error.code, error.sentence) from None


def is_trusted_folder(service: ConversationService, folder: Path, library: Library) -> bool:
    """Whether git may be asked in a folder, and its files outside of the library be read."""
    permissions = service.permissions
    if permissions.trusted is False:
        return False
    named = permissions.workspaces or (library.workspace,)
    if permissions.trusted and any(is_part_of(folder, workspace) for workspace in named):
        return True
    return read_trust(permissions.state_dir, folder)[0].is_trusted

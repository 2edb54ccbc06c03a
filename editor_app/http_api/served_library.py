"""The library that a service is for, read anew for each request: its settings and its trust may change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from editor_app.conversations import ConversationService
from editor_app.http_api.answers import ErrorAnswer
from editor_app.library import FileError, Library, is_part_of, library_with_trust, open_library, read_trust


def open_served(service: ConversationService) -> Library:
    """Open the library, trusted as the service or the user says; one that is gone is refused."""
    try:
        library, _ = open_library(service.library)
    except FileError as error:
        raise ErrorAnswer(503, "library-gone", error.sentence) from None
    if service.trusted is None:
        return library_with_trust(library, service.state_dir)
    return replace(library, is_trusted=service.trusted)


def is_trusted_folder(service: ConversationService, folder: Path, workspaces: tuple[Path, ...]) -> bool:
    """Whether git may be asked in a folder, and its files outside of the library be read."""
    if service.trusted is None:
        return read_trust(service.state_dir, folder)[0].is_trusted
    return service.trusted and any(is_part_of(folder, workspace) for workspace in workspaces)

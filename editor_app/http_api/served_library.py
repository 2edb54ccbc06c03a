"""The library that a service is for, read anew for each request: its settings and its trust may change."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from editor_app.conversations.results import StoreError
from editor_app.conversations.service import ConversationService
from editor_app.http_api.answers import ErrorAnswer
from editor_app.library.files.reading import FileError, NotAllowed
from editor_app.library.folders import Library
from editor_app.wire.named_texts import Advice


def _allow(path: Path) -> str:
    return f"‘foreword serve --allow-file {shlex.quote(str(path))}’"


ADVICE: Final = Advice("‘foreword serve --trust’ trusts it as long as the server runs.", _allow)
"""What the server says about what may not be read."""


def open_served(service: ConversationService) -> Library:
    """Open the library, trusted as the service or the user says; one that is gone is refused."""
    try:
        return service.opened_library()
    except StoreError as error:
        raise ErrorAnswer(503, error.code, error.sentence) from None


def unreadable(error: FileError) -> ErrorAnswer:
    """Return the answer that a file of the library could not be read or saved."""
    if isinstance(error, NotAllowed):
        return ErrorAnswer(403, "not-allowed", f"{error.sentence} {ADVICE.on_refusal(error.refusal)}")
    return ErrorAnswer(503, "file", error.sentence)

"""The sentences about trust: of the bar above the text, and of the mark in the status bar."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from editor_app.analysis.model_text import ModelText
from editor_app.text import Sentence
from editor_app.variables.catalog import Cause
from editor_app.variables.resolver import Snapshot

_FOR_WANT_OF_TRUST = {Cause.NOT_TRUSTED, Cause.NEEDS_GRANT}
_FAR = f"..{os.sep}..{os.sep}.."


def restricted_sentence(snapshot: Snapshot | None, result_of: Callable[[], ModelText | None]) -> str:
    """Return what is unread in a text for want of trust, "" where nothing is.

    `result_of` returns the text that the model gets, None where that would take long: all names that were
    looked up count then. It is only asked for where something may be unread.
    """
    notes = snapshot.notes if snapshot is not None else {}
    if not any(note.cause is Cause.NOT_TRUSTED for note in notes.values()):
        return ""
    result = result_of()
    if result is None:
        causes = {name: note.cause for name, note in notes.items()}
    else:
        causes = {blank.name: blank.cause for blank in result.unresolved}
    if Cause.NOT_TRUSTED not in causes.values():
        return ""
    blank = {name for name, cause in causes.items() if cause in _FOR_WANT_OF_TRUST}
    unread = ["git"] if any(name.startswith("git:") for name in blank) else []
    if any(name.startswith("file:") for name in blank):
        unread.append(Sentence("window-documents.outside-files"))
    return Sentence("window-documents.restricted-unread", unread=unread, count=len(blank))


def home_relative(path: Path) -> str:
    """Return a path as people write it, with `~` for their home folder."""
    home = Path.home()
    if path == home:
        return "~"
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def path_from(folder: Path, path: Path) -> str:
    """Return a path as a template in `folder` would name it, or a far one from the home folder."""
    relative = os.path.relpath(path, folder)
    return home_relative(path) if relative.startswith(_FAR) else Path(relative).as_posix()

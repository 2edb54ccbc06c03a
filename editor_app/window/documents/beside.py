"""Reading and editing what lies beside an open file, such as its cases: on disk, or in its own tab."""

from __future__ import annotations

from pathlib import Path

from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.documents.side_files import (
    Check,
    MakeEdits,
    SideFileSaved,
    edit_side_file,
    read_side_file,
)


def read_beside(files: OpenFiles, path: Path) -> tuple[str | None, str]:
    """Return a file's text, unsaved or from disk, None if there is none, and why it cannot be used."""
    opened = files.find(path)
    if opened is not None and opened.is_modified:
        return opened.text, ""
    return read_side_file(path, files.library.access)


def edit_beside(files: OpenFiles, path: Path, make_edits: MakeEdits, check: Check) -> SideFileSaved:
    """Edit a file: as one step in its tab where its text there is unsaved, else on disk.

    What is edited in a tab is not saved then, and has no `content`.
    """
    opened = files.find(path)
    if opened is None or not opened.is_modified:
        saved = edit_side_file(path, make_edits, check, files.state_dir, files.clock(), files.library.access)
        if not saved.failure:
            files.take_written(path, saved)
        return saved
    reason = opened.document.read_only_because
    edits = tuple(make_edits(opened.text)) if reason is None else ()
    if not edits and (reason is not None or check(opened.text)):
        why = reason or check(opened.text)[0].message
        return SideFileSaved(f"Nothing was changed in ‘{path.name}’: {why}")
    opened.document.apply_edits(edits)
    opened.catch_up()
    return SideFileSaved()

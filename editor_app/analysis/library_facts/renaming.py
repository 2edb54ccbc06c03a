"""What changes in a file's text when the file is renamed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from editor_app.analysis.analysis import row_of
from editor_app.library.files.reading import read_file_head
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.text import Edit


def edit_of_rename(library: Library, path: Path, new_name: str) -> Callable[[str], Edit | None] | None:
    """Return what gives the edit of a file's text that its new name asks for; None for a kind without one."""
    try:
        kind = kind_of(library, path, read_file_head(path, HEAD_BYTES))
    except (OSError, ValueError):
        return None
    make_edit = row_of(kind).naming.edit_of_rename
    return None if make_edit is None else partial(make_edit, path.name, new_name)

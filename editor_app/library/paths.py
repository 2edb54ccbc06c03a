"""Tests whether files and folders exist, and the names of a library's special files.

A starting window needs these first, so nothing large is imported here.
"""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.library.files.errors import FileError, check_path, quoted

CONFIG_NAME = "foreword.toml"
DEFAULTS_FOLDER = "defaults"
TEMPLATE_NAME = "system-prompt.tmpl"
COMPACTION_NAME = "compaction.md"


def existing_folder(folder: Path) -> Path:
    """Return a folder's absolute path; raise FileError if it does not exist."""
    check_path(folder)
    folder = absolute(folder)
    if is_folder(folder):
        return folder
    there = "is a file, not a folder" if os.path.lexists(folder) else "is not there"
    raise FileError(f"The folder {quoted(folder)} {there}. Name the folder of a library.", folder)


def absolute(path: Path) -> Path:
    """Return the absolute path, without following links unless it has `..`, which may follow a link."""
    whole = Path.cwd() / path
    return whole.resolve() if ".." in whole.parts else whole


def real_path(path: Path) -> Path | None:
    """Return a path without links; None where that cannot be told, as for a name with a NUL."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return None


def is_file(path: Path) -> bool:
    """Whether a path is a plain file; False where that cannot be told, as for a name that is too long."""
    return os.path.isfile(path)  # noqa: PTH113  Path.is_file raises for such a name


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False where that cannot be told, as below an unreadable folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_home_or_root(folder: Path) -> bool:
    """Whether a folder is the user's home or the root, in which anybody's files may lie."""
    if folder == Path(folder.anchor):
        return True
    try:
        home = Path.home()
    except RuntimeError:  # nothing tells where it is
        return False
    return folder == home or folder == Path(os.path.realpath(home))

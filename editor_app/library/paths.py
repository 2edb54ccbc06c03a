"""Whether files and folders are there, and the names that a library is known by.

A starting window needs this before anything else of a library, so nothing large is imported here.
"""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.library.files.errors import FileError, check_path, quoted

CONFIG_NAME = "foreword.toml"
DEFAULTS_FOLDER = "defaults"
TEMPLATE_NAME = "system-prompt.tmpl"


def existing_folder(folder: Path) -> Path:
    """Return a folder's absolute path; one that is not there raises FileError."""
    check_path(folder)
    folder = absolute(folder)
    if is_folder(folder):
        return folder
    there = "is a file, not a folder" if os.path.lexists(folder) else "is not there"
    raise FileError(f"The folder {quoted(folder)} {there}. Name the folder of a library.", folder)


def absolute(path: Path) -> Path:
    """Return the whole path as the user names it; `..` after a link leads where the system says."""
    whole = Path.cwd() / path
    return whole.resolve() if ".." in whole.parts else whole


def is_file(path: Path) -> bool:
    """Whether a path is a plain file, as far as one can see: its name may be longer than names can be."""
    return os.path.isfile(path)  # noqa: PTH113  Path.is_file raises for such a name


def is_folder(path: Path) -> bool:
    """Whether a path is a folder, as far as one can see: a folder above may be closed."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False

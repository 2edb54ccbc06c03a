"""Libraries whose folders are gone or are none, by the paths that conversations were stored under."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from editor_app.conversations.results import BadRequestError
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.finding import library_containing
from editor_app.library.folders import Library, open_library, repository_of
from editor_app.library.listing import list_files
from editor_app.text import Sentence

_MOST_LISTED = 5


def is_gone(path: Path) -> bool:
    """Whether no folder is at a path that a library had; what cannot be told is not gone.

    Such a path had no links in it. Where one is now, as somebody leaves who moves a folder, the library has
    the path that it leads to.
    """
    if os.path.realpath(path) != os.fspath(path):
        return True
    try:
        return not stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


def is_in_use(path: Path) -> bool:
    """Whether a folder is there that is a library; what cannot be told is in use."""
    if is_gone(path):
        return False
    if not os.access(path, os.R_OK | os.X_OK):
        return True
    try:
        return holds_texts(open_library(path)[0])
    except FileError:
        return True


def holds_texts(library: Library) -> bool:
    """Whether a folder has a prompt, a template or a system message that is of no library within it."""
    root = library.root
    for path in (file.path for file in list_files(library) if file.kind.makes_library):
        around = (library_containing(path), repository_of(path.parent))
        if not any(folder and folder != root and folder.is_relative_to(root) for folder in around):
            return True
    return False


def meant_library(path: Path | str, keys: Iterable[bytes]) -> Path:
    """Return the library that is meant by a path, among those that conversations are stored for."""
    text = os.fspath(path)
    try:
        can_be_path = bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:  # half of a surrogate pair
        can_be_path = False
    if not can_be_path:
        raise BadRequestError(Sentence("conversations.give-path"))
    absolute = os.path.abspath(text)  # noqa: PTH100  the folder is gone, so that no `..` can be followed
    known = frozenset(keys)
    for candidate in (absolute, os.path.realpath(absolute)):
        if os.fsencode(candidate) in known:
            return Path(candidate)
    former = [library for library in map(os.fsdecode, sorted(known)) if is_gone(Path(library))]
    if not former:
        raise BadRequestError(Sentence("conversations.nothing-stored", library=quoted(absolute)))
    named = [quoted(path) for path in former[:_MOST_LISTED]]
    raise BadRequestError(
        Sentence("conversations.nothing-stored-but", library=quoted(absolute), former=named)
    )

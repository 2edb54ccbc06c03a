"""Libraries whose folders are gone, by the paths that conversations were stored under."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from editor_app.conversations.errors import BadRequestError
from editor_app.library import quoted

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


def meant_library(path: Path | str, keys: Iterable[bytes]) -> Path:
    """Return the library that is meant by a path, among those that conversations are stored for."""
    text = os.fspath(path)
    if not text or not _can_be(text):
        raise BadRequestError("Give the path that the library had.")
    given = os.path.abspath(text)  # noqa: PTH100  the folder is gone, so that no `..` can be followed
    known = frozenset(keys)
    found = next((one for one in (given, os.path.realpath(given)) if os.fsencode(one) in known), None)
    if found is not None:
        return Path(found)
    gone = [one for one in map(os.fsdecode, sorted(known)) if is_gone(Path(one))]
    listed = f" There are those of {', '.join(map(quoted, gone[:_MOST_LISTED]))}." if gone else ""
    raise BadRequestError(f"No conversations of {quoted(given)} are stored.{listed}")


def _can_be(path: str) -> bool:
    """Whether a text can be a path: no NUL, and no half of a surrogate pair but for undecodable bytes."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False

"""The token of a server: made new for each start, or kept in a file of the user's own."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from pathlib import Path

from editor_app.library.files.reading import FileError, check_path, quoted, reason_of, sort_of_file
from editor_app.library.files.replacing import create_file_at
from editor_app.text import Sentence

FEWEST_CHARACTERS = 32
_BYTES = 32
_MOST_BYTES = 4096
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_is_token = re.compile(rb"[\x21-\x7e]+").fullmatch


def new_token() -> str:
    """Return 32 random bytes as text."""
    return secrets.token_urlsafe(_BYTES)


def write_token(path: Path, token: str) -> None:
    """Write a token where nothing is, for the user alone; raises FileExistsError if something is."""
    create_file_at(path, f"{token}\n".encode(), 0o600)


def read_or_make_token(path: Path) -> str:
    """Return the token in a file of the user's own, with a new one in it if there is none.

    Raises FileError for what is not a plain file, what others can read, and what is no token.
    """
    check_path(path)
    try:
        if not os.path.lexists(path):
            try:
                write_token(path, new_token())
            except FileExistsError:  # another server just made it
                pass
        return _read(path)
    except OSError as error:
        raise _unusable(path, reason_of(error)) from error


def _read(path: Path) -> str:
    status = path.lstat()  # opening a device may already have an effect
    if stat.S_ISLNK(status.st_mode):
        raise _unusable(path, Sentence("http-api.token-link"))
    _check_sort(path, status)
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _unusable(path, Sentence("http-api.token-link")) from None
        raise
    with os.fdopen(descriptor, "rb") as file:
        _check_sort(path, os.fstat(descriptor))
        data = file.read(_MOST_BYTES + 1)
    token = data.strip(b" \t\r\n")
    if len(data) > _MOST_BYTES or (token and not _is_token(token)):
        raise _unusable(path, Sentence("http-api.not-a-token"))
    if len(token) < FEWEST_CHARACTERS:
        raise _unusable(
            path, Sentence("http-api.token-too-short", count=len(token), fewest=FEWEST_CHARACTERS)
        )
    return token.decode()


def _check_sort(path: Path, status: os.stat_result) -> None:
    sort = sort_of_file(status.st_mode)
    if sort is not None:
        raise _unusable(path, Sentence("http-api.token-not-plain", sort=sort))
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            raise _unusable(path, Sentence("http-api.token-of-other"))
        mode = stat.S_IMODE(status.st_mode)
        if mode & ~0o600:
            raise _unusable(path, Sentence("http-api.token-permissions", mode=f"{mode:04o}"))


def _unusable(path: Path, why: str) -> FileError:
    return FileError(Sentence("http-api.token-unusable", name=quoted(path), reason=why), path)

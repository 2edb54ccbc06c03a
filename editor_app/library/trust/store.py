"""The file in which trust is kept, `trust.json` in the state folder.

It is believed only where nobody else can have written it: a plain file that belongs to the user, and that
others cannot write to. What is anything else, or is damaged, trusts no folder.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from editor_app.library.files.errors import FileError, quoted, reason_of
from editor_app.library.files.reading import sort_of_file
from editor_app.library.files.replacing import move_without_replacing, replace_file
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.trust.identity import FolderIdentity

FORMAT = 1
STORE_NAME = "trust.json"
MOST_BYTES = 8 * 1024 * 1024
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_NOBODY = "so no folder is trusted. Trust those you know again."


@dataclass(frozen=True, slots=True)
class Entry:
    """A trusted folder: its path without links, which folder it is, since when; and the files allowed."""

    path: Path
    identity: FolderIdentity
    since: str
    allowed_files: Mapping[Path, str] = field(default_factory=lambda: MappingProxyType({}))  # since when


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store says; `trouble` is a sentence where it cannot be believed: then it has no entries."""

    entries: tuple[Entry, ...] = ()
    trouble: str = ""
    is_newer: bool = False


def read_store(state_dir: Path) -> Stored:
    """Read the store; never raises. One that is not there trusts nobody, without a sentence."""
    path = state_dir / STORE_NAME
    name = quoted(STORE_NAME)
    try:
        data = _read(path)
    except FileNotFoundError:
        return Stored()
    except _NotBelieved as reason:
        return Stored(trouble=f"{name} in {quoted(state_dir)} {reason}, {_NOBODY}")
    except (OSError, ValueError) as error:
        reason_given = reason_of(error) if isinstance(error, OSError) else str(error)
        return Stored(trouble=f"{name} in {quoted(state_dir)} could not be read: {reason_given}; {_NOBODY}")
    try:
        record = json.loads(data)
        if type(record["format"]) is int and record["format"] > FORMAT:
            sentence = f"{name} in {quoted(state_dir)} was written by a newer Foreword; no folder is trusted."
            return Stored(trouble=sentence, is_newer=True)
        entries = tuple(_entry(one) for one in record["workspaces"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Stored(trouble=f"{name} in {quoted(state_dir)} is damaged, {_NOBODY}")
    return Stored(entries)


def write_store(state_dir: Path, entries: Iterable[Entry], replaced: Stored) -> None:
    """Replace the store; one that could not be believed is set aside first. Raises OSError and FileError."""
    path = state_dir / STORE_NAME
    if replaced.is_newer:
        raise FileError(f"{replaced.trouble} It is not written over.", path)
    if replaced.trouble:
        aside = free_name_aside(path)
        if aside is None:
            raise FileError(
                f"{replaced.trouble} Remove it, and the {path.stem}.broken files beside it.", path
            )
        move_without_replacing(path, aside)
    data = json.dumps(
        {
            "format": FORMAT,
            "workspaces": [
                {
                    "path": os.fspath(one.path),
                    **one.identity._asdict(),
                    "since": one.since,
                    "allowed": {os.fspath(path): since for path, since in sorted(one.allowed_files.items())},
                }
                for one in entries
            ],
        },
        indent=1,
    ).encode()
    if len(data) > MOST_BYTES:
        raise FileError("Too many folders and files are trusted. Take back some of them.", path)
    replace_file(path, data + b"\n", mode=0o600)


class _NotBelieved(Exception):  # noqa: N818  it says what was met; it never leaves this module
    pass


def _read(path: Path) -> bytes:
    _refuse(path.lstat())  # opening a device may already have an effect
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _NotBelieved("is a link") from None
        raise
    with os.fdopen(descriptor, "rb") as file:
        _refuse(os.fstat(descriptor))
        data = file.read(MOST_BYTES + 2)
    if len(data) > MOST_BYTES + 1:
        raise _NotBelieved("is too large")
    return data


def _refuse(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise _NotBelieved("is a link")
    sort = sort_of_file(status.st_mode)
    if sort is not None:
        raise _NotBelieved(f"is {sort}")
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            raise _NotBelieved("belongs to another user")
        if status.st_mode & 0o022:
            raise _NotBelieved("can be written by other users")


def _entry(record: dict[str, object]) -> Entry:
    """Return an entry as it was read; anything unexpected raises KeyError, ValueError or TypeError."""
    allowed = record["allowed"]
    if not isinstance(allowed, dict):
        raise TypeError
    identity = FolderIdentity(*(_number(record[name]) for name in FolderIdentity._fields))
    files = {_absolute(path): _text(since) for path, since in allowed.items()}
    return Entry(_absolute(record["path"]), identity, _text(record["since"]), files)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _absolute(value: object) -> Path:
    if not isinstance(value, str) or "\0" in value or not Path(value).is_absolute():
        raise ValueError
    return Path(value)

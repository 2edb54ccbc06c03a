"""Which folders the user trusts: there git is asked, and files outside of the library are read.

Trust is given to one folder by its path without links, and holds for the folders in it, but not for another
repository among them, nor for another folder that takes its place.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from editor_app.library.files.reading import (
    FileError,
    FileMark,
    check_path,
    mark_at,
    quoted,
    reason_of,
    sort_of_file,
)
from editor_app.library.files.replacing import move_without_replacing, replace_file
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.files.temporaries import locked
from editor_app.library.folders import Library
from editor_app.library.paths import is_folder, is_home_or_root, make_state_dir, real_path
from editor_app.library.trust.identity import FolderIdentity, identity_of
from editor_app.text import Sentence

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


@dataclass(frozen=True, slots=True)
class Entry:
    """A trusted folder: its path without links, which folder it is, since when; and the files allowed."""

    path: Path
    identity: FolderIdentity
    since: str
    allowed_files: Mapping[Path, str] = field(default_factory=lambda: MappingProxyType({}))  # since when


@dataclass(frozen=True, slots=True)
class TrustStore:
    """What the store says; `trouble` is a sentence where it cannot be believed: then it has no entries."""

    entries: tuple[Entry, ...] = ()
    trouble: str = ""
    is_newer: bool = False


def read_store(state_dir: Path) -> TrustStore:
    """Read the store; never raises. One that is not there trusts nobody, without a sentence."""
    path = state_dir / STORE_NAME
    name = quoted(STORE_NAME)
    try:
        data = _read(path)
    except FileNotFoundError:
        return TrustStore()
    except _NotBelieved as reason:
        why, sort = reason.args
        folder = quoted(state_dir)
        return TrustStore(
            trouble=Sentence("library.trust-in-folder", name=name, folder=folder, why=why, sort=sort)
        )
    except (OSError, ValueError) as error:
        cause = reason_of(error) if isinstance(error, OSError) else str(error)
        return TrustStore(
            trouble=Sentence("library.trust-unreadable", name=name, cause=cause, folder=quoted(state_dir))
        )
    try:
        record = json.loads(data)
        if type(record["format"]) is int and record["format"] > FORMAT:
            sentence = Sentence("library.trust-newer", name=name, folder=quoted(state_dir))
            return TrustStore(trouble=sentence, is_newer=True)
        return TrustStore(tuple(map(_entry, record["workspaces"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return TrustStore(trouble=Sentence("library.trust-damaged", name=name, folder=quoted(state_dir)))


def write_store(state_dir: Path, entries: Iterable[Entry], replaced: TrustStore) -> None:
    """Replace the store; one that could not be believed is set aside first. Raises OSError and FileError."""
    path = state_dir / STORE_NAME
    if replaced.is_newer:
        raise FileError(Sentence("library.not-written-over", trouble=replaced.trouble), path)
    if replaced.trouble:
        aside = free_name_aside(path)
        if aside is None:
            raise FileError(Sentence("library.remove-broken", trouble=replaced.trouble, name=path.stem), path)
        move_without_replacing(path, aside)
    data = json.dumps(
        {
            "format": FORMAT,
            "workspaces": [
                {
                    "path": os.fspath(entry.path),
                    **entry.identity._asdict(),
                    "since": entry.since,
                    "allowed": {
                        os.fspath(file): since for file, since in sorted(entry.allowed_files.items())
                    },
                }
                for entry in entries
            ],
        },
        indent=1,
    ).encode()
    if len(data) > MOST_BYTES:
        raise FileError(Sentence("library.trust-too-much"), path)
    replace_file(path, data + b"\n", mode=0o600)


class _NotBelieved(Exception):  # noqa: N818  it says what was met; it never leaves this module
    def __init__(self, why: str, sort: str = "") -> None:
        super().__init__(why, sort)


def _read(path: Path) -> bytes:
    _refuse(path.lstat())  # opening a device may already have an effect
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _NotBelieved("link") from None
        raise
    with os.fdopen(descriptor, "rb") as file:
        _refuse(os.fstat(descriptor))
        data = file.read(MOST_BYTES + 2)
    if len(data) > MOST_BYTES + 1:
        raise _NotBelieved("large")
    return data


def _refuse(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise _NotBelieved("link")
    sort = sort_of_file(status.st_mode)
    if sort is not None:
        raise _NotBelieved("sort", sort)
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            raise _NotBelieved("other-user")
        if status.st_mode & 0o022:
            raise _NotBelieved("writable")


def _entry(record: dict[str, Any]) -> Entry:
    """Return an entry as it was read; anything unexpected raises an error that `read_store` knows."""
    since, allowed = record["since"], record["allowed"]
    identity = FolderIdentity(*(record[name] for name in FolderIdentity._fields))
    if not all(isinstance(text, str) for text in (since, *allowed.values())):
        raise TypeError
    if any(type(number) is not int for number in identity):
        raise TypeError
    files = {_absolute(path): since for path, since in allowed.items()}
    return Entry(_absolute(record["path"]), identity, since, files)


def _absolute(value: object) -> Path:
    if not isinstance(value, str) or "\0" in value or not Path(value).is_absolute():
        raise ValueError
    return Path(value)


@dataclass(frozen=True, slots=True)
class Trust:
    """Whether a folder is trusted, and which files outside of it, or that hold secrets, may be read there.

    `workspace` is the folder, links resolved, `allowed_files` are paths without links; none without trust.
    """

    workspace: Path
    is_trusted: bool
    allowed_files: frozenset[Path] = frozenset()


def read_trust(state_dir: Path, workspace: Path) -> tuple[Trust, tuple[str, ...]]:
    """Return whether a folder is trusted, and sentences about trust that ended or cannot be believed.

    It never raises.
    """
    store = read_store(state_dir)
    sentences = (store.trouble,) if store.trouble else ()
    real = real_path(workspace)
    if real is None:
        return Trust(workspace, is_trusted=False), sentences
    entry = _entry_for(real, store.entries)
    if entry is None:
        return Trust(real, is_trusted=False), (*sentences, *_what_ended(real, store.entries))
    allowed = frozenset(path for path in entry.allowed_files if not _may_hold_secrets(path))
    return Trust(real, is_trusted=True, allowed_files=allowed), sentences


def trust_mark(state_dir: Path) -> FileMark | None:
    """Return the mark of the file that keeps trust, None where there is none: another one is to be read."""
    return mark_at(state_dir / STORE_NAME)


def library_with_trust(library: Library, state_dir: Path) -> Library:
    """Return the library with the trust in its workspace, and the files allowed there, besides its own."""
    trust, _ = read_trust(state_dir, library.workspace)
    allowed = library.allowed_files | trust.allowed_files
    return replace(library, is_trusted=library.is_trusted or trust.is_trusted, allowed_files=allowed)


def trust_workspace(state_dir: Path, workspace: Path, *, now: datetime) -> None:
    """Remember that a folder is trusted; raises FileError if it is none or could not be remembered."""
    real, identity = _folder(workspace)
    with _changed_entries(state_dir, real) as entries:
        if not any(entry.path == real and entry.identity.is_same(identity) for entry in entries):
            entries[:] = [entry for entry in entries if entry.path != real]
            entries.append(Entry(real, identity, _moment(now)))


def distrust_workspace(state_dir: Path, workspace: Path) -> None:
    """Take the trust in a folder back, with the files that were allowed there.

    Where it comes from a folder above, it is taken back there. Raises FileError if that could not be kept.
    """
    real = real_path(workspace)
    if real is None:
        return
    with _changed_entries(state_dir, real) as entries:
        while (giving := _entry_for(real, entries)) is not None:
            entries.remove(giving)
        entries[:] = [entry for entry in entries if entry.path != real]


def allow_file(state_dir: Path, workspace: Path, path: Path, *, now: datetime) -> None:
    """Remember that a file outside of a trusted folder may be read there.

    Raises FileError for a file that may hold secrets, which is allowed for one session only, for a folder
    that is not trusted, and where it could not be remembered.
    """
    check_path(path)
    allowed = Path(os.path.realpath(path))
    if _may_hold_secrets(path) or _may_hold_secrets(allowed):
        raise FileError(Sentence("library.allowed-for-session", name=quoted(path.name)), path)
    real, _ = _folder(workspace)
    with _changed_entries(state_dir, real) as entries:
        giving = _entry_for(real, entries)
        if giving is None:
            raise FileError(Sentence("library.trust-first", name=quoted(real)), real)
        files = {**giving.allowed_files, allowed: _moment(now)}
        entries[entries.index(giving)] = replace(giving, allowed_files=files)


def disallow_file(state_dir: Path, workspace: Path, path: Path) -> None:
    """Take back that a file may be read; raises FileError if that could not be kept."""
    real = real_path(workspace)
    if real is None:
        return
    names = {path, Path(os.path.realpath(path))}
    with _changed_entries(state_dir, real) as entries:
        giving = _entry_for(real, entries)
        if giving is not None:
            files = {file: since for file, since in giving.allowed_files.items() if file not in names}
            entries[entries.index(giving)] = replace(giving, allowed_files=files)


def is_part_of(folder: Path, workspace: Path) -> bool:
    """Whether trust in a workspace holds for a folder: for itself, and for those in it and its repository."""
    real, top = real_path(folder), real_path(workspace)
    return real is not None and top is not None and top in _in_one_repository(real)


@contextmanager
def _changed_entries(state_dir: Path, workspace: Path) -> Iterator[list[Entry]]:
    """Let the body change the entries of the store while no other process does; written if it did."""
    try:
        make_state_dir(state_dir)
        with locked(state_dir / "locks" / "trust.lock", workspace):
            store = read_store(state_dir)
            entries = list(store.entries)
            yield entries
            if tuple(entries) != store.entries or store.trouble:
                write_store(state_dir, entries, store)
    except OSError as error:
        sentence = Sentence("library.trust-not-kept", name=quoted(workspace), reason=reason_of(error))
        raise FileError(sentence, workspace) from error


def _entry_for(real: Path, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that gives a folder trust: its own, else that of a folder above in its repository."""
    by_path = {entry.path: entry for entry in entries}
    for folder in _in_one_repository(real) if entries else ():
        entry = by_path.get(folder)
        if entry is not None and entry.identity.is_same(identity_of(folder)):
            return entry
    return None


def _what_ended(real: Path, entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Return a sentence about trust in a folder that is gone, or has another one in its place."""
    trusted = {entry.path for entry in entries}
    if not trusted:
        return ()  # before the disk is asked, as where nothing is trusted each request comes here
    ended = next((folder for folder in _in_one_repository(real) if folder in trusted), None)
    if ended is None:
        return ()
    if not is_folder(ended):
        return (Sentence("library.restricted-gone", name=quoted(ended)),)
    why = Sentence("library.other-folder")
    return (Sentence("library.restricted-why", why=why, name=quoted(ended)),)


def _in_one_repository(folder: Path) -> Iterator[Path]:
    """Yield a folder and those above it, up to the first that has a `.git` of any sort.

    The home folder and the root, in which anything may lie, are only yielded for themselves.
    """
    for candidate in (folder, *folder.parents):
        if candidate != folder and is_home_or_root(candidate):
            return
        yield candidate
        try:
            (candidate / ".git").lstat()
        except FileNotFoundError:
            continue
        except OSError:  # whether there is one cannot be told
            return
        return


def _moment(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="seconds")


def _folder(workspace: Path) -> tuple[Path, FolderIdentity]:
    check_path(workspace)
    real = real_path(workspace)
    identity = identity_of(real) if real is not None else None
    if real is None or identity is None:
        raise FileError(Sentence("library.no-folder-to-trust", name=quoted(workspace)), workspace)
    return real, identity


def _may_hold_secrets(path: Path) -> bool:
    from editor_app.variables.secrets import may_hold_secrets

    return may_hold_secrets(path)

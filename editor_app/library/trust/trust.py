"""Which folders the user trusts: there git is asked, and files outside of the library are read.

Trust is given to one folder by its path without links, and holds for the folders in it, but not for another
repository among them, nor for another folder that takes its place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from editor_app.library.files.errors import FileError, check_path, quoted, reason_of
from editor_app.library.files.locks import locked
from editor_app.library.files.stamps import FileMark, mark_at
from editor_app.library.folders import Library
from editor_app.library.paths import is_folder, is_home_or_root, make_state_dir, real_path
from editor_app.library.trust.identity import FolderIdentity, identity_of
from editor_app.library.trust.store import STORE_NAME, Entry, read_store, write_store

_Change = Callable[[tuple[Entry, ...]], tuple[Entry, ...]]


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
    stored = read_store(state_dir)
    real = real_path(workspace)
    found = _entry_for(real, stored.entries) if real is not None else None
    sentences: tuple[str, ...] = (stored.trouble,) if stored.trouble else ()
    if real is None or found is None:
        if real is not None:
            sentences += _what_ended(real, stored.entries)
        return Trust(real or workspace, is_trusted=False), sentences
    allowed = frozenset(path for path in found.allowed_files if not _may_hold_secrets(path))
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

    def add(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        if any(one.path == real and one.identity.is_same(identity) for one in entries):
            return entries
        return (*(one for one in entries if one.path != real), Entry(real, identity, _moment(now)))

    _change(state_dir, real, add)


def distrust_workspace(state_dir: Path, workspace: Path) -> None:
    """Take the trust in a folder back, with the files that were allowed there.

    Where it comes from a folder above, it is taken back there. Raises FileError if that could not be kept.
    """
    real = real_path(workspace)
    if real is None:
        return

    def remove(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        while (found := _entry_for(real, entries)) is not None:
            entries = tuple(one for one in entries if one is not found)
        return tuple(one for one in entries if one.path != real)

    _change(state_dir, real, remove)


def allow_file(state_dir: Path, workspace: Path, path: Path, *, now: datetime) -> None:
    """Remember that a file outside of a trusted folder may be read there.

    Raises FileError for a file that may hold secrets, which is allowed for one session only, for a folder
    that is not trusted, and where it could not be remembered.
    """
    check_path(path)
    allowed = Path(os.path.realpath(path))
    if _may_hold_secrets(path) or _may_hold_secrets(allowed):
        sentence = f"{quoted(path.name)} may hold secrets, so it is allowed for one session only."
        raise FileError(sentence, path)
    real, _ = _folder(workspace)

    def add(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        found = _entry_for(real, entries)
        if found is None:
            raise FileError(f"{quoted(real)} is not trusted. Trust it first, then allow the file.", real)
        more = replace(found, allowed_files={**found.allowed_files, allowed: _moment(now)})
        return tuple(more if one is found else one for one in entries)

    _change(state_dir, real, add)


def disallow_file(state_dir: Path, workspace: Path, path: Path) -> None:
    """Take back that a file may be read; raises FileError if that could not be kept."""
    real = real_path(workspace)
    if real is None:
        return
    taken = {path, Path(os.path.realpath(path))}

    def remove(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        found = _entry_for(real, entries)
        if found is None or taken.isdisjoint(found.allowed_files):
            return entries
        rest = {one: since for one, since in found.allowed_files.items() if one not in taken}
        less = replace(found, allowed_files=rest)
        return tuple(less if one is found else one for one in entries)

    _change(state_dir, real, remove)


def is_part_of(folder: Path, workspace: Path) -> bool:
    """Whether trust in a workspace holds for a folder: for itself, and for those in it and its repository."""
    real, top = real_path(folder), real_path(workspace)
    return real is not None and top is not None and top in _in_one_repository(real)


def _change(state_dir: Path, workspace: Path, change: _Change) -> None:
    """Read, change and write the store while no other process does; nothing is written for no change."""
    try:
        make_state_dir(state_dir)
        with locked(state_dir / "locks" / "trust.lock", workspace):
            stored = read_store(state_dir)
            entries = change(stored.entries)
            if entries != stored.entries or stored.trouble:
                write_store(state_dir, entries, stored)
    except OSError as error:
        sentence = f"Trust in {quoted(workspace)} could not be kept: {reason_of(error)}."
        raise FileError(sentence, workspace) from error


def _entry_for(real: Path, entries: tuple[Entry, ...]) -> Entry | None:
    """Return the entry that gives a folder trust: its own, else that of a folder above in its repository."""
    if not entries:
        return None
    by_path = {entry.path: entry for entry in entries}
    for folder in _in_one_repository(real):
        entry = by_path.get(folder)
        if entry is not None and entry.identity.is_same(identity_of(folder)):
            return entry
    return None


def _what_ended(real: Path, entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Return a sentence about trust in a folder that is gone, or has another one in its place."""
    trusted = {entry.path for entry in entries}
    ended = (
        next((folder for folder in _in_one_repository(real) if folder in trusted), None) if trusted else None
    )
    if ended is None:
        return ()
    if not is_folder(ended):
        return (f"{quoted(ended)} is not trusted: it is not there.",)
    why = "another folder was there when you trusted it"
    return (f"{quoted(ended)} is not trusted: {why}. Trust it again if you know this one.",)


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
        raise FileError(f"{quoted(workspace)} is no folder that could be trusted.", workspace)
    return real, identity


def _may_hold_secrets(path: Path) -> bool:
    from editor_app.variables.secrets import may_hold_secrets

    return may_hold_secrets(path)

"""The lists of local history: a line of JSON for each version, the oldest first, one list per path.

A `VersionList` has what could be read of a list, and tells whether the list is newer, damaged or unreadable:
such a list is not rewritten.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from math import isfinite
from pathlib import Path

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import create_file_at, replace_file, sync_file, sync_folder, write_all
from editor_app.library.files.setting_aside import free_name_aside
from editor_app.library.paths import make_private_dir, make_state_dir
from editor_app.text import Sentence

FORMAT = 1
_GREATEST_MODE = 0o7777
_LIST_NAME = re.compile(r"[0-9a-f]{32}\.jsonl")
_is_hash = re.compile(r"[0-9a-f]{64}").fullmatch


class VersionReason(StrEnum):
    """What replaced or removed the version that was kept; COPIED is the text of a copy just made."""

    SAVED = "saved"
    RESET = "reset"
    DELETED = "deleted"
    RELOADED = "reloaded"
    UNDONE = "undone"
    REPLACED = "replaced"
    LIBRARY_REPLACE = "library-replace"
    RESTORED = "restored"
    COPIED = "copied"
    DISCARDED = "discarded"

    @property
    def in_words(self) -> str:
        """When the text was kept, as a list of versions shows it: before what was done."""
        return Sentence("library.before-done", reason=self.value)

    @property
    def in_a_sentence(self) -> str:
        """The same after "the text"."""
        return Sentence("library.text-before-done", reason=self.value)


_REASONS = {reason.value: reason for reason in VersionReason}
# What a line says beside the reason, for a Foreword that does not know the reason.
_OLDER_REASONS = {
    VersionReason.REPLACED: VersionReason.RELOADED,
    VersionReason.LIBRARY_REPLACE: VersionReason.SAVED,
    VersionReason.RESTORED: VersionReason.SAVED,
    VersionReason.COPIED: VersionReason.SAVED,
    VersionReason.DISCARDED: VersionReason.RELOADED,
}


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a file: `kept_at` in seconds since 1970, `mode` the file's permissions."""

    path: Path
    hash: str
    size: int
    kept_at: float
    why: VersionReason
    mode: int = 0o644


@dataclass(frozen=True, slots=True)
class VersionList:
    """The content of a list.

    `lines` are the valid ones as they are in the file, `newer` how many of them have a later format than
    FORMAT. `is_damaged`: there are other lines, too. `trouble`: a sentence why the list could not be read.
    """

    versions: tuple[Version, ...] = ()
    lines: tuple[bytes, ...] = ()
    newer: int = 0
    is_damaged: bool = False
    trouble: str = ""

    @property
    def is_understood(self) -> bool:
        """Whether the whole list was read and understood."""
        return not (self.newer or self.is_damaged or self.trouble)


def object_path(history: Path, hash_: str) -> Path:
    """Return the path of the content with this hash."""
    return history / "objects" / hash_[:2] / hash_[2:]


def list_path(history: Path, path: Path) -> Path:
    """Return the path of a file's list."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:  # no file can have that name
        name = os.fspath(path).encode("utf-8", "surrogatepass")
    return history / "files" / f"{sha256(name).hexdigest()[:32]}.jsonl"


def is_list_name(name: str) -> bool:
    """Whether a name is that of a list in use, not of one that was set aside."""
    return _LIST_NAME.fullmatch(name) is not None


def read_list(path: Path) -> VersionList:
    """Read a list; one that is not there is empty."""
    try:
        data = read_file(path).data
    except FileError as error:
        is_absent = isinstance(error.__cause__, FileNotFoundError)
        return VersionList() if is_absent else VersionList(trouble=error.sentence)
    versions, lines, newer = [], [], 0
    is_damaged = not data  # an empty list is removed, never written
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        entry = _read_line(line)
        if entry is None:
            is_damaged = True
            continue
        lines.append(line + b"\n")
        if isinstance(entry, Version):
            versions.append(entry)
        else:
            newer += 1
    return VersionList(tuple(versions), tuple(lines), newer, is_damaged)


def last_version(path: Path) -> Version | None:
    """Return the newest version of a list without reading all its lines; None if none can be read."""
    try:
        lines = read_file(path).data.splitlines()
    except FileError:
        return None
    return next((entry for line in reversed(lines) if isinstance(entry := _read_line(line), Version)), None)


def write_list(path: Path, lines: tuple[bytes, ...]) -> None:
    """Replace a list by these lines; raises OSError."""
    if lines:
        replace_file(path, b"".join(lines), mode=0o600)
    else:
        path.unlink()


def append_line(path: Path, line: bytes) -> None:
    """Append a line to a file, made if need be; on the disk when this returns, else OSError."""
    make_private_dir(path.parent)
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
    try:
        # It must not become part of a line that a crash cut short.
        write_all(descriptor, b"\n" * _may_be_torn(descriptor) + line)
        sync_file(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        sync_folder(path.parent)


def set_damaged_aside(path: Path, list_: VersionList, file: Path | None = None) -> tuple[VersionList, str]:
    """Keep a damaged list whole under another name, and its valid lines in its place.

    Returns the new list and a sentence about it.

    A list that cannot be set aside is not changed. `file` is the file whose versions it lists, if known.
    """
    if file is None and list_.versions:
        file = list_.versions[-1].path
    name = Sentence("library.a-file") if file is None else quoted(file.name)
    aside = free_name_aside(path)
    try:
        if aside is None:
            raise FileExistsError
        try:
            os.link(path, aside)
        except (OSError, NotImplementedError):  # a disk without hard links
            create_file_at(aside, path.read_bytes(), 0o600)
        try:
            write_list(path, list_.lines)
        except OSError:
            with suppress(OSError):
                aside.unlink()
            raise
    except OSError:
        return list_, Sentence("library.damaged-list-stays", name=name)
    sentence = Sentence("library.damaged-list-aside", name=name, aside=quoted(aside.name))
    return replace(list_, is_damaged=False), sentence


def line_of(version: Version) -> bytes:
    """Return a version as a line of a list, which an older Foreword reads too."""
    entry: dict[str, object] = {"format": FORMAT, **asdict(version), "path": os.fspath(version.path)}
    if version.why in _OLDER_REASONS:
        entry |= {"why": _OLDER_REASONS[version.why], "reason": version.why}
    return json.dumps(entry).encode() + b"\n"


@lru_cache(maxsize=16)
def _path_of(name: str) -> Path:
    """Return a path, the same for all versions of a file: making each costs more than reading its line."""
    return Path(name)


def _may_be_torn(descriptor: int) -> bool:
    try:
        if os.lseek(descriptor, 0, os.SEEK_END) == 0:
            return False
        os.lseek(descriptor, -1, os.SEEK_END)
        return os.read(descriptor, 1) != b"\n"
    except OSError:
        return True  # an empty line does no harm


def _read_line(line: bytes) -> Version | int | None:
    """Return the version of a line, its format if that is a later one, or None for a damaged line."""
    try:
        entry = json.loads(line)
        format_ = int(entry["format"])
        if format_ > FORMAT:
            return format_
        known, reason = _REASONS[str(entry["why"])], entry.get("reason")
        version = Version(
            _path_of(entry["path"]),
            str(entry["hash"]),
            int(entry["size"]),
            float(entry["kept_at"]),
            _REASONS.get(reason, known) if isinstance(reason, str) else known,
            int(entry["mode"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None
    is_possible = _is_hash(version.hash) and version.size >= 0 and isfinite(version.kept_at)
    return version if is_possible and 0 <= version.mode <= _GREATEST_MODE else None


_NAME = "limits.json"
_FORMAT = 1
_MOST_BYTES = 10_000
MEGABYTE = 1024 * 1024
DEFAULT_DAYS = 90
DEFAULT_MEGABYTES = 200
MOST_DAYS = 3650
MOST_MEGABYTES = 100_000
MOST_VERSIONS = 500
"""Of one file the newest so many are kept, whatever the limits are: a list of them is shown at once."""


@dataclass(frozen=True, slots=True)
class HistoryLimits:
    """Versions older than `days` go, then the oldest until what is kept fits into `megabytes`."""

    days: int = DEFAULT_DAYS
    megabytes: int = DEFAULT_MEGABYTES


def read_limits(state_dir: Path) -> HistoryLimits | None:
    """Return the limits; None if they cannot be read: then nothing may be removed."""
    path = state_dir / "history" / _NAME
    if not os.path.lexists(path):
        return HistoryLimits()
    try:
        entry = json.loads(read_file(path, _MOST_BYTES).data)
        limits = HistoryLimits(int(entry["days"]), int(entry["megabytes"]))
        is_known = int(entry["format"]) <= _FORMAT
    except (FileError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None
    is_possible = 1 <= limits.days <= MOST_DAYS and 1 <= limits.megabytes <= MOST_MEGABYTES
    return limits if is_known and is_possible else None


def keep_limits(state_dir: Path, limits: HistoryLimits) -> None:
    """Make these the limits of local history; FileError if they could not be written."""
    if read_limits(state_dir) == limits:
        return
    path = state_dir / "history" / _NAME
    try:
        make_state_dir(state_dir, "history")
        replace_file(path, json.dumps({"format": _FORMAT, **asdict(limits)}).encode() + b"\n", mode=0o600)
    except OSError as error:
        sentence = Sentence("library.limits-not-changed", reason=reason_of(error))
        raise FileError(sentence, path) from error

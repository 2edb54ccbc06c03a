"""Local history: the versions of files that saving, resetting and deleting replaced.

In the state folder, `history/objects` holds each content once, compressed and
named by its hash; `history/files` has a list per file, one line per version.
"""

from __future__ import annotations

import math
import os
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor_app.library.files.errors import FileError, HistoryError, quoted, reason_of
from editor_app.library.files.locks import locked
from editor_app.library.files.reading import MOST_BYTES, read_file
from editor_app.library.files.replacing import create_file_at, replace_file, sync_folder
from editor_app.library.files.stamps import content_hash
from editor_app.library.history.file_lists import path_in_real_folder
from editor_app.library.history.limits import MEGABYTE, MOST_VERSIONS, read_limits
from editor_app.library.history.pruning import DAY_SECONDS, object_path, prune_versions
from editor_app.library.history.version_lists import (
    Version,
    VersionReason,
    append_line,
    line_of,
    list_path,
    read_list,
    set_damaged_aside,
    write_list,
)
from editor_app.library.places import make_private_dir, make_state_dir

_JUMP_SECONDS = 30 * DAY_SECONDS
_NO_LIMITS = (
    "How long local history keeps versions could not be read, so none is removed. "
    "Set ‘history_days’ again to change that."
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A version just kept in local history, and warnings about damage that was found there."""

    version: Version
    warnings: tuple[str, ...] = ()


def keep_version(
    state_dir: Path, path: Path, data: bytes, why: VersionReason, *, now: datetime, mode: int = 0o644
) -> Kept:
    """Keep `data` as a version of the file at `path`; on the disk when this returns, else HistoryError.

    `data` is what the file had before `why` happened: before another program REPLACED it, say.
    """
    version = Version(path_in_real_folder(path), content_hash(data), len(data), now.timestamp(), why, mode)
    try:
        history = make_state_dir(state_dir, "history")
        with locked(history / "lock", path):
            _write_object(history, version, data)
            version, warnings = _add_to_list(history, version)
            warnings += _prune_daily(state_dir, now.timestamp(), version)
    except OSError as error:
        sentence = f"{quoted(path.name)} could not be kept in local history: {reason_of(error)}."
        raise HistoryError(sentence, path) from error
    return Kept(version, warnings)


def read_version(state_dir: Path, version: Version) -> bytes:
    """Return the bytes of a kept version; one that is gone or damaged raises HistoryError."""
    try:
        packed = read_file(object_path(state_dir / "history", version.hash), 2 * MOST_BYTES).data
        data = _unpacked(packed, version.size)
    except (FileError, zlib.error) as error:
        sentence = f"The version of {quoted(version.path.name)} is no longer in local history."
        raise HistoryError(sentence, version.path) from error
    if content_hash(data) != version.hash:
        sentence = f"The version of {quoted(version.path.name)} in local history is damaged."
        raise HistoryError(sentence, version.path)
    return data


def prune_history(
    state_dir: Path,
    *,
    now: datetime,
    most_days: float | None = None,
    most_bytes: int | None = None,
) -> tuple[str, ...]:
    """Drop versions older than `most_days`, then the oldest until all fit into `most_bytes` compressed.

    Without these, the limits in the state folder hold; if they cannot be read, nothing is dropped.
    Lists that are newer, damaged or unreadable stay with all that they name; returns sentences about them.
    """
    history = make_state_dir(state_dir, "history")
    with locked(history / "lock", history):
        return _prune(state_dir, now.timestamp(), most_days, most_bytes)


def _unpacked(packed: bytes, size: int) -> bytes:
    # A damaged object must not unpack into more than the version's size.
    return zlib.decompressobj().decompress(packed, size + 1)


def _write_object(history: Path, version: Version, data: bytes) -> None:
    path = object_path(history, version.hash)
    if path.exists() and _holds(path, data):
        return
    make_private_dir(path.parent)
    try:
        # Beside the folder of the contents, where the next start sees what a killed process left.
        create_file_at(path, zlib.compress(data), 0o600, temporary_in=history)
    except FileExistsError:
        if _holds(path, data):  # another process keeps the same content
            return
        replace_file(path, zlib.compress(data), mode=0o600, temporary_in=history)
    sync_folder(path.parent.parent)


def _holds(path: Path, data: bytes) -> bool:
    """Whether an object on disk has exactly `data`; one written just before a power cut may be cut short."""
    try:
        return _unpacked(read_file(path, 2 * MOST_BYTES).data, len(data)) == data
    except (FileError, zlib.error):
        return False


def _add_to_list(history: Path, version: Version) -> tuple[Version, tuple[str, ...]]:
    """Add a version, or give the last one its time if that is the same; return what the list has now."""
    path = list_path(history, version.path)
    earlier = read_list(path)
    warnings: tuple[str, ...] = ()
    if earlier.is_damaged:
        earlier, sentence = set_damaged_aside(path, earlier, version.path)
        warnings = (sentence,)
    last = earlier.versions[-1] if earlier.versions else None
    is_known = last is not None and (last.hash, last.why) == (version.hash, version.why)
    if last is None or not is_known or earlier.trouble or earlier.is_damaged:
        append_line(path, line_of(version))
    elif version.kept_at < last.kept_at + DAY_SECONDS:
        return last, warnings
    elif earlier.is_understood:
        write_list(path, (*earlier.lines[:-1], line_of(version)))  # else it would soon count as old
    else:
        append_line(path, line_of(version))
    return version, warnings


def _prune_daily(state_dir: Path, now: float, just_kept: Version) -> tuple[str, ...]:
    """Prune at most once a day; return sentences about what failed, which loses no version.

    A clock that has jumped forward may be wrong: nothing counts as old before it has said so for a day.
    """
    try:
        stamp = state_dir / "history" / "pruned"
        seen = stamp.stat().st_mtime if os.path.lexists(stamp) else -math.inf
        if 0 <= now - seen < DAY_SECONDS:
            return ()
        stamp.touch(mode=0o600)
        os.utime(stamp, (now, now))
        most_days = None if now - seen <= _JUMP_SECONDS else math.inf
        return _prune(state_dir, now, most_days, just_kept=just_kept)
    except OSError as error:
        return (f"Local history could not be cleared of old versions: {reason_of(error)}.",)


def _prune(
    state_dir: Path,
    now: float,
    most_days: float | None = None,
    most_bytes: int | None = None,
    *,
    just_kept: Version | None = None,
) -> tuple[str, ...]:
    limits = read_limits(state_dir)
    if limits is None:
        return (_NO_LIMITS,)
    days = limits.days if most_days is None else most_days
    bytes_ = limits.megabytes * MEGABYTE if most_bytes is None else most_bytes
    oldest = now - days * DAY_SECONDS
    return prune_versions(state_dir / "history", oldest, bytes_, MOST_VERSIONS, just_kept=just_kept)

"""Local history: the versions of files that saving, resetting and deleting replaced.

In the state folder, `history/objects` holds each content once, compressed and
named by its hash; `history/files` has a list per file, one line per version.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor_app.library.files.errors import FileError, quoted, reason_of
from editor_app.library.files.locks import locked
from editor_app.library.files.reading import MOST_BYTES, read_file
from editor_app.library.files.replacing import create_file_at, replace_file, sync_folder
from editor_app.library.files.stamps import content_hash
from editor_app.library.history.file_lists import real_path
from editor_app.library.history.limits import MEGABYTE, read_limits
from editor_app.library.history.pruning import DAY_SECONDS, object_path, prune_versions
from editor_app.library.history.version_lists import (
    Version,
    VersionReason,
    append_line,
    line_of,
    list_path,
    read_list,
    set_damaged_aside,
)
from editor_app.library.places import make_private_dir, make_state_dir

MOST_VERSIONS = 500
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
    """Keep `data` as a version of the file at `path`; on the disk when this returns, else FileError.

    `data` is what the file had before `why` happened: before another program REPLACED it, say.
    """
    version = Version(real_path(path), content_hash(data), len(data), now.timestamp(), why, mode)
    try:
        history = make_state_dir(state_dir, "history")
        with locked(history / "lock", path):
            _write_object(history, version, data)
            warnings = _add_to_list(history, version)
            warnings += _prune_daily(state_dir, version.kept_at)
    except OSError as error:
        sentence = f"{quoted(path.name)} could not be kept in local history: {reason_of(error)}."
        raise FileError(sentence, path) from error
    return Kept(version, warnings)


def read_version(state_dir: Path, version: Version) -> bytes:
    """Return the bytes of a kept version; one that is gone or damaged raises FileError."""
    try:
        packed = read_file(object_path(state_dir / "history", version.hash), 2 * MOST_BYTES).data
        data = _unpacked(packed, version.size)
    except (FileError, zlib.error) as error:
        sentence = f"The version of {quoted(version.path.name)} is no longer in local history."
        raise FileError(sentence, version.path) from error
    if content_hash(data) != version.hash:
        sentence = f"The version of {quoted(version.path.name)} in local history is damaged."
        raise FileError(sentence, version.path)
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


def _add_to_list(history: Path, version: Version) -> tuple[str, ...]:
    path = list_path(history, version.path)
    earlier = read_list(path)
    warnings: tuple[str, ...] = ()
    if earlier.is_damaged:
        earlier, sentence = set_damaged_aside(path, earlier, version.path)
        warnings = (sentence,)
    is_known = [(one.hash, one.why) for one in earlier.versions[-1:]] == [(version.hash, version.why)]
    if not is_known or earlier.trouble or earlier.is_damaged:
        append_line(path, line_of(version))
    return warnings


def _prune_daily(state_dir: Path, now: float) -> tuple[str, ...]:
    """Prune at most once a day; return sentences about what failed, which loses no version."""
    try:
        stamp = state_dir / "history" / "pruned"
        if os.path.lexists(stamp) and 0 <= now - stamp.stat().st_mtime < DAY_SECONDS:
            return ()
        stamp.touch(mode=0o600)
        os.utime(stamp, (now, now))
        return _prune(state_dir, now)
    except OSError as error:
        return (f"Local history could not be cleared of old versions: {reason_of(error)}.",)


def _prune(
    state_dir: Path, now: float, most_days: float | None = None, most_bytes: int | None = None
) -> tuple[str, ...]:
    limits = read_limits(state_dir)
    if limits is None:
        return (_NO_LIMITS,)
    days = limits.days if most_days is None else most_days
    bytes_ = limits.megabytes * MEGABYTE if most_bytes is None else most_bytes
    return prune_versions(state_dir / "history", now - days * DAY_SECONDS, bytes_, MOST_VERSIONS)

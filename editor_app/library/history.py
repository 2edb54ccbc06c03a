"""Local history: the versions of files that saving, resetting and deleting replaced.

In the state folder, `history/objects` holds each content once, compressed and
named by its hash; `history/files` has a list per path, one line per version.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from editor_app.library.errors import FileError, quoted, reason_of
from editor_app.library.locks import locked
from editor_app.library.places import make_private_dir
from editor_app.library.reading import MOST_BYTES, content_hash, read_file
from editor_app.library.replacing import create_file_at, replace_file, sync_folder, write_all

FORMAT = 1
MOST_DAYS = 90
MOST_TOTAL_BYTES = 200 * 1024 * 1024
MOST_VERSIONS = 500
_DAY_SECONDS = 24 * 60 * 60


class Why(StrEnum):
    """What replaced or removed the version that was kept."""

    SAVED = "saved"
    RESET = "reset"
    DELETED = "deleted"
    RELOADED = "reloaded"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a file: `kept_at` in seconds since 1970, `mode` the file's permissions."""

    path: Path
    hash: str
    size: int
    kept_at: float
    why: Why
    mode: int = 0o644


def keep_version(
    state_dir: Path, path: Path, data: bytes, why: Why, *, now: datetime, mode: int = 0o644
) -> Version:
    """Keep `data` as a version of the file at `path`; on the disk when this returns, else FileError."""
    version = Version(path, content_hash(data), len(data), now.timestamp(), why, mode)
    history = state_dir / "history"
    try:
        with locked(history / "lock", path):
            _write_object(history, version.hash, data)
            earlier = _read_list(_list_path(history, path))
            if not earlier or (earlier[-1].hash, earlier[-1].why) != (version.hash, why):
                _append(history, version)
            _prune_daily(history, version.kept_at)
    except OSError as error:
        sentence = f"{quoted(path.name)} could not be kept in local history: {reason_of(error)}."
        raise FileError(sentence, path) from error
    return version


def versions_of(state_dir: Path, path: Path) -> tuple[Version, ...]:
    """Return the kept versions of a file, the newest first; a damaged line is passed over."""
    return tuple(reversed(_read_list(_list_path(state_dir / "history", path))))


def read_version(state_dir: Path, version: Version) -> bytes:
    """Return the bytes of a kept version; one that is gone or damaged raises FileError."""
    try:
        packed = read_file(_object_path(state_dir / "history", version.hash), 2 * MOST_BYTES).data
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
    most_days: float = MOST_DAYS,
    most_bytes: int = MOST_TOTAL_BYTES,
) -> None:
    """Drop versions older than `most_days`, then the oldest until all fit into `most_bytes` compressed."""
    history = state_dir / "history"
    with locked(history / "lock", history):
        _prune(history, now.timestamp(), most_days, most_bytes)


def _unpacked(packed: bytes, size: int) -> bytes:
    # A damaged object must not unpack into more than the version ever was.
    return zlib.decompressobj().decompress(packed, size + 1)


def _object_path(history: Path, hash_: str) -> Path:
    return history / "objects" / hash_[:2] / hash_[2:]


def _list_path(history: Path, path: Path) -> Path:
    return history / "files" / f"{sha256(os.fsencode(path)).hexdigest()[:32]}.jsonl"


def _write_object(history: Path, hash_: str, data: bytes) -> None:
    path = _object_path(history, hash_)
    if path.exists():
        return
    make_private_dir(path.parent)
    try:
        create_file_at(path, zlib.compress(data), 0o600)
    except FileExistsError:  # another process keeps the same content
        return
    sync_folder(path.parent.parent)


def _append(history: Path, version: Version) -> None:
    path = _list_path(history, version.path)
    make_private_dir(path.parent)
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        # A line that a crash cut short must not swallow the next.
        torn = os.lseek(descriptor, 0, os.SEEK_END) > 0 and _last_byte(descriptor) != b"\n"
        write_all(descriptor, b"\n" * torn + _line_of(version))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        sync_folder(path.parent)


def _last_byte(descriptor: int) -> bytes:
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1)


def _line_of(version: Version) -> bytes:
    entry = {"format": FORMAT, **asdict(version), "path": os.fspath(version.path)}
    return json.dumps(entry).encode() + b"\n"


def _read_list(path: Path) -> list[Version]:
    try:
        lines = read_file(path).data.splitlines()
    except FileError:
        return []
    versions = (_read_line(line) for line in lines)
    return [version for version in versions if version is not None]


def _read_line(line: bytes) -> Version | None:
    try:
        entry = json.loads(line)
        if entry["format"] > FORMAT:
            return None
        return Version(
            Path(entry["path"]),
            str(entry["hash"]),
            int(entry["size"]),
            float(entry["kept_at"]),
            Why(entry["why"]),
            int(entry["mode"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _prune_daily(history: Path, now: float) -> None:
    stamp = history / "pruned"
    try:
        if 0 <= now - stamp.stat().st_mtime < _DAY_SECONDS:
            return
    except FileNotFoundError:
        pass
    stamp.touch(mode=0o600)
    os.utime(stamp, (now, now))
    _prune(history, now, MOST_DAYS, MOST_TOTAL_BYTES)


def _prune(history: Path, now: float, most_days: float, most_bytes: int) -> None:
    lists = {path: _read_list(path) for path in sorted((history / "files").glob("*.jsonl"))}
    candidates = [version for versions in lists.values() for version in versions[-MOST_VERSIONS:]]
    kept = _within_limits(history, candidates, now - most_days * _DAY_SECONDS, most_bytes)
    for path, versions in lists.items():
        rest = [version for version in versions if version in kept]
        if not rest:
            path.unlink()
        elif len(rest) < len(versions):
            replace_file(path, b"".join(map(_line_of, rest)), mode=0o600)
    used = {version.hash for version in kept}
    for path in (history / "objects").glob("*/*"):
        if path.parent.name + path.name not in used:
            path.unlink()


def _within_limits(history: Path, versions: list[Version], oldest: float, most_bytes: int) -> set[Version]:
    """Return the newest versions that fit; contents that several share count once."""
    kept: set[Version] = set()
    counted: set[str] = set()
    total = 0
    for version in sorted(versions, key=lambda version: -version.kept_at):
        if version.hash not in counted:
            counted.add(version.hash)
            path = _object_path(history, version.hash)
            total += path.stat().st_size if path.exists() else 0
        if version.kept_at < oldest or total > most_bytes:
            break
        kept.add(version)
    return kept

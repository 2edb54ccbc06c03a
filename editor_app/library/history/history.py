"""Local history: the versions of files that saving, resetting and deleting replaced.

In the state folder, `history/objects` holds each content once, compressed and
named by its hash; `history/files` has a list per file, one line per version.
"""

from __future__ import annotations

import math
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from pathlib import Path

from editor_app.library.files.reading import (
    MOST_BYTES,
    FileError,
    HistoryError,
    content_hash,
    quoted,
    read_file,
    reason_of,
)
from editor_app.library.files.replacing import create_file_at, replace_file, sync_folder
from editor_app.library.files.temporaries import locked
from editor_app.library.history.file_lists import (
    has_lists_to_move,
    key_of,
    key_of_path,
    list_names,
    lists_of,
    move_lists,
    path_in_real_folder,
    read_renames,
)
from editor_app.library.history.pruning import DAY_SECONDS, prune_versions
from editor_app.library.history.version_lists import (
    MEGABYTE,
    MOST_VERSIONS,
    HistoryLimits,
    Version,
    VersionList,
    VersionReason,
    append_line,
    last_version,
    line_of,
    list_path,
    object_path,
    read_limits,
    read_list,
    set_damaged_aside,
    write_list,
)
from editor_app.library.paths import make_private_dir, make_state_dir
from editor_app.text import Sentence

_JUMP_SECONDS = 30 * DAY_SECONDS
_NO_LIMITS = Sentence("library.limits-unreadable")


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version just kept in local history, and warnings about damage that was found there."""

    version: Version
    warnings: tuple[str, ...] = ()


def keep_version(
    state_dir: Path, path: Path, data: bytes, why: VersionReason, *, now: datetime, mode: int = 0o644
) -> KeptVersion:
    """Keep `data` as a version of the file at `path`; on the disk when this returns, else HistoryError.

    `data` is what the file had before `why` happened: before another program REPLACED it, say.
    """
    version = Version(path_in_real_folder(path), content_hash(data), len(data), now.timestamp(), why, mode)
    try:
        history = make_state_dir(state_dir, "history")
        with locked(history / "lock", path):
            _write_object(history, version, data)
            version, warnings = _add_to_list(history, version)
            warnings += _prune_daily(state_dir, now, version)
    except OSError as error:
        sentence = Sentence("library.not-kept-in-history", name=quoted(path.name), reason=reason_of(error))
        raise HistoryError(sentence, path) from error
    return KeptVersion(version, warnings)


def read_version(state_dir: Path, version: Version) -> bytes:
    """Return the bytes of a kept version; one that is gone or damaged raises HistoryError."""
    try:
        packed = read_file(object_path(state_dir / "history", version.hash), 2 * MOST_BYTES).data
        data = _unpacked(packed, version.size)
    except (FileError, zlib.error) as error:
        sentence = Sentence("library.version-gone", name=quoted(version.path.name))
        raise HistoryError(sentence, version.path) from error
    if content_hash(data) != version.hash:
        sentence = Sentence("library.version-damaged", name=quoted(version.path.name))
        raise HistoryError(sentence, version.path)
    return data


def prune_history(
    state_dir: Path, *, now: datetime, most_days: float | None = None, just_kept: Version | None = None
) -> tuple[str, ...]:
    """Drop what is beyond the limits in the state folder; nothing if they cannot be read.

    `most_days` counts instead of that limit. `just_kept` stays in any case. Lists that are newer, damaged or
    unreadable stay with all that they name; returns sentences about them. The caller holds the lock.
    """
    limits = read_limits(state_dir)
    if limits is None:
        return (_NO_LIMITS,)
    oldest = now.timestamp() - (limits.days if most_days is None else most_days) * DAY_SECONDS
    most_bytes = limits.megabytes * MEGABYTE
    return prune_versions(state_dir / "history", oldest, most_bytes, MOST_VERSIONS, just_kept=just_kept)


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
    is_same = last is not None and (last.hash, last.why) == (version.hash, version.why)
    is_again = is_same and not (earlier.trouble or earlier.is_damaged)
    if last is not None and is_again and version.kept_at < last.kept_at + DAY_SECONDS:
        return last, warnings
    if is_again and earlier.is_understood:
        write_list(path, (*earlier.lines[:-1], line_of(version)))  # else it would soon count as old
    else:
        append_line(path, line_of(version))
    return version, warnings


def _prune_daily(state_dir: Path, now: datetime, just_kept: Version) -> tuple[str, ...]:
    """Prune at most once a day; return sentences about what failed, which loses no version.

    A clock that has jumped forward may be wrong: nothing counts as old before it has said so for a day.
    """
    try:
        stamp = state_dir / "history" / "pruned"
        seconds = now.timestamp() - (stamp.stat().st_mtime if os.path.lexists(stamp) else -math.inf)
        if 0 <= seconds < DAY_SECONDS:
            return ()
        stamp.touch(mode=0o600)
        os.utime(stamp, (now.timestamp(), now.timestamp()))
        most_days = None if seconds <= _JUMP_SECONDS else math.inf
        return prune_history(state_dir, now=now, most_days=most_days, just_kept=just_kept)
    except OSError as error:
        return (Sentence("library.history-not-cleared", reason=reason_of(error)),)


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The kept versions of a file, the newest first, those under its former names too.

    `kept_bytes` is what they take on the disk. `sentences` tell what could not be read.
    """

    path: Path
    versions: tuple[Version, ...]
    kept_bytes: int
    most_days: int
    sentences: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """How many versions there are, what they take, and how long they are kept."""
        versions = Sentence("library.versions", count=len(self.versions))
        days, size = Sentence("library.days", count=self.most_days), size_in_words(self.kept_bytes)
        if len(self.versions) < MOST_VERSIONS:
            return Sentence("library.history-in-words", versions=versions, size=size, days=days)
        return Sentence(
            "library.history-in-words-newest", versions=versions, size=size, days=days, most=MOST_VERSIONS
        )


def size_in_words(size: int) -> str:
    """Return a number of bytes as `796 B`, `9.6 KB` or `3.2 MB`."""
    if size < 1024:
        return f"{size} B"
    kilobytes = size / 1024
    return (
        Sentence("library.kilobytes", size=f"{kilobytes:.1f}")
        if kilobytes < 1023.95
        else Sentence("library.megabytes-of", size=f"{kilobytes / 1024:.1f}")
    )


def history_of(state_dir: Path, path: Path) -> FileHistory:
    """Return what local history has of a file, which need not be there any more."""
    history = state_dir / "history"
    lists, sentences = _lists_of(history, path)
    named = _newest_first(lists)
    sizes = {version.hash: _packed_size(history, version) for version in named}
    versions = tuple(version for version in named if sizes[version.hash] is not None)
    sentences += _sentences_about(path, lists, len(named) - len(versions))
    most_days = (read_limits(state_dir) or HistoryLimits()).days
    kept_bytes = sum(size or 0 for size in sizes.values())
    return FileHistory(path, versions, kept_bytes, most_days, tuple(sentences))


def versions_of(state_dir: Path, path: Path) -> tuple[Version, ...]:
    """Return the kept versions of a file that its lists name, the newest first."""
    lists, _ = _lists_of(state_dir / "history", path)
    return _newest_first(lists)


def deleted_files(state_dir: Path, folder: Path) -> tuple[Version, ...]:
    """Return the last version of each file below a folder that is not there now, the latest first.

    `path` of each is where the file was last, also if its versions are from before a rename.
    """
    history = state_dir / "history"
    try:
        names = list_names(history)
    except OSError:
        return ()
    renamed = {key: path for key, path, _ in read_renames(history)}
    real_folder = path_in_real_folder(folder / "x").parent
    last: dict[Path, Version] = {}
    for name in names:
        path = renamed.get(key_of(name)) or _path_of_list(history / "files" / name)
        if path is None or not path.is_relative_to(real_folder) or os.path.lexists(path):
            continue
        versions = read_list(history / "files" / name).versions
        version = next((v for v in reversed(versions) if _packed_size(history, v) is not None), None)
        if version is not None and (path not in last or last[path].kept_at < version.kept_at):
            last[path] = replace(version, path=folder / path.relative_to(real_folder))
    return tuple(sorted(last.values(), key=lambda version: -version.kept_at))


def note_rename(state_dir: Path, old: Path, new: Path, *, now: datetime) -> None:
    """Let the history of a file that was at `old` follow it to `new`; raises FileError."""
    history = state_dir / "history"
    if not has_lists_to_move(history, old, new):
        return
    try:
        make_state_dir(state_dir, "history")
        with locked(history / "lock", new):
            move_lists(history, old, new, now)
    except OSError as error:
        sentence = Sentence("library.history-stays", name=quoted(old.name), reason=reason_of(error))
        raise FileError(sentence, new) from error


def _lists_of(history: Path, path: Path) -> tuple[list[VersionList], list[str]]:
    try:
        return [read_list(list_) for list_ in lists_of(history, path)], []
    except OSError as error:
        return [], [Sentence("library.history-unreadable", reason=reason_of(error))]


def _newest_first(lists: Sequence[VersionList]) -> tuple[Version, ...]:
    # Within a list the order is that of keeping, even if the clock was set back.
    newest_first = (list_.versions[::-1] for list_ in reversed(lists))
    return tuple(dict.fromkeys(merge(*newest_first, key=lambda version: -version.kept_at)))


def _packed_size(history: Path, version: Version) -> int | None:
    """Return the size of a version's content on the disk: 0 if that cannot be told, None if it is gone."""
    try:
        return object_path(history, version.hash).stat().st_size or None  # a power cut may leave an empty one
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return 0


def _path_of_list(list_: Path) -> Path | None:
    """Return where the file of a list is or was last, by its newest line that says so."""
    version = last_version(list_)
    if version is None:
        return None
    key = key_of(list_.name)
    if key_of_path(version.path) == key and version.path == path_in_real_folder(version.path):
        return version.path
    paths = [path_in_real_folder(version.path) for version in reversed(read_list(list_).versions)]
    return next((path for path in paths if key_of_path(path) == key), paths[0])


def _sentences_about(path: Path, lists: list[VersionList], lost: int) -> list[str]:
    name = quoted(path.name)
    sentences: list[str] = []
    if lost:
        sentences.append(Sentence("library.versions-lost", count=lost, name=name))
    if any(list_.is_damaged for list_ in lists):
        sentences.append(Sentence("library.list-damaged", name=name))
    newer = sum(list_.newer for list_ in lists)
    if newer:
        sentences.append(Sentence("library.versions-newer", count=newer, name=name))
    troubles = (list_.trouble for list_ in lists if list_.trouble)
    sentences += [Sentence("library.versions-unreadable", name=name, trouble=trouble) for trouble in troubles]
    return sentences

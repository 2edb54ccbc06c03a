"""Retention of local history: drops old versions, then deletes content no list refers to (mark and sweep).

What an unreadable list might refer to is kept.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable
from itertools import accumulate
from pathlib import Path

from editor_app.library.files.temporaries import is_temporary_name, sweep_temporaries
from editor_app.library.history.file_lists import prune_renames
from editor_app.library.history.version_lists import (
    Version,
    VersionList,
    is_list_name,
    line_of,
    object_path,
    read_list,
    set_damaged_aside,
    write_list,
)
from editor_app.text import Sentence

DAY_SECONDS = 24 * 60 * 60


def prune_versions(
    history: Path, oldest: float, most_bytes: int, most_versions: int, *, just_kept: Version | None = None
) -> tuple[str, ...]:
    """Drop the versions kept before `oldest`, then the oldest until all fit; `just_kept` stays in any case.

    Of one file, `most_versions` are kept at most. Returns sentences about lists that were left alone.
    The caller holds the lock of local history. Raises OSError where something could not be done; then no list
    names a content that is gone.
    """
    paths, others = _files_of_lists(history)
    lists, sentences = {}, []
    for path in paths:
        lists[path] = read_list(path)
        if lists[path].is_damaged:
            lists[path], sentence = set_damaged_aside(path, lists[path])
            sentences.append(sentence)
    if sentences:
        _, others = _files_of_lists(history)  # now with those that were set aside
    understood = {path: list_ for path, list_ in lists.items() if list_.is_understood}
    unknown = [path for path in lists if path not in understood] + others
    candidates = [pair for list_ in understood.values() for pair in _with_times(list_)[-most_versions:]]
    staying = _within_limits(history, candidates, oldest, most_bytes, just_kept)
    for path, list_ in understood.items():
        lines = tuple(line_of(version) for version in list_.versions if version in staying)
        if len(lines) < len(list_.versions):
            write_list(path, lines)
    hashes = {version.hash for version in staying}
    hashes.update(version.hash for path in unknown if path in lists for version in lists[path].versions)
    if paths or others:  # without any list nothing tells which contents are in use
        protected_until = _protected_until(unknown)
        for path in (history / "objects").glob("*/*"):
            is_used = path.parent.name + path.name in hashes
            if not is_used and (protected_until == -math.inf or path.lstat().st_mtime > protected_until):
                path.unlink()
    prune_renames(history, paths)
    return (*sentences, *_left_alone(lists.values()))


def _files_of_lists(history: Path) -> tuple[list[Path], list[Path]]:
    """Return the lists in use, and the other files beside them; raises OSError if they cannot be listed."""
    try:
        with os.scandir(history / "files") as entries:
            paths = sorted(Path(entry.path) for entry in entries)
    except FileNotFoundError:
        return [], []
    swept = sweep_temporaries(path for path in paths if is_temporary_name(path.name))
    lists = [path for path in paths if is_list_name(path.name)]
    return lists, [path for path in paths if path not in lists and path not in swept]


def _left_alone(lists: Collection[VersionList]) -> list[str]:
    newer = sum(list_.newer > 0 for list_ in lists)
    unread = [list_.trouble for list_ in lists if list_.trouble]
    sentences: list[str] = []
    if newer:
        sentences.append(Sentence("library.lists-newer", count=newer))
    if unread:
        sentences.append(Sentence("library.lists-unread", count=len(unread), trouble=unread[0]))
    return sentences


def _protected_until(unknown: Iterable[Path]) -> float:
    """Return up to when contents were written that these lists may refer to, in seconds since 1970.

    That is when the last of them was written, plus a day for clocks that differ: the contents they refer to
    are no newer. -inf (no lists) protects nothing, inf (a time cannot be read) protects all.
    """
    last = -math.inf
    for path in unknown:
        try:
            last = max(last, path.lstat().st_mtime + DAY_SECONDS)
        except OSError:
            return math.inf
    return last


def _with_times(list_: VersionList) -> list[tuple[float, Version]]:
    """Return the versions of a list with the latest time up to each.

    One that was kept while the clock was set back is as new as the one before it.
    """
    times = accumulate((version.kept_at for version in list_.versions), max)
    return list(zip(times, list_.versions, strict=True))


def _within_limits(
    history: Path,
    versions: list[tuple[float, Version]],
    oldest: float,
    most_bytes: int,
    just_kept: Version | None,
) -> set[Version]:
    """Return the newest versions that fit; contents that several share count once."""
    staying = set() if just_kept is None else {just_kept}
    counted = {version.hash for version in staying}
    total = sum(_size_of(object_path(history, hash_)) for hash_ in counted)
    for kept_at, version in sorted(versions, key=lambda pair: -pair[0]):
        if version.hash not in counted:
            counted.add(version.hash)
            total += _size_of(object_path(history, version.hash))
        if kept_at < oldest or total > most_bytes:
            break
        staying.add(version)
    return staying


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0

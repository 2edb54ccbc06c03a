"""What local history has of a file, and of the files that are no longer in a folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from pathlib import Path

from editor_app.library.files.errors import FileError, quoted, reason_of
from editor_app.library.files.locks import locked
from editor_app.library.history.file_lists import (
    has_lists_to_move,
    key_of,
    key_of_path,
    list_names,
    lists_of,
    move_lists,
    path_in_real_folder,
    renamed_paths,
)
from editor_app.library.history.limits import MOST_VERSIONS, HistoryLimits, read_limits
from editor_app.library.history.pruning import object_path
from editor_app.library.history.version_lists import Version, VersionList, last_version, read_list
from editor_app.library.places import make_state_dir


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
        versions = "1 version" if len(self.versions) == 1 else f"{len(self.versions)} versions"
        days = "1 day" if self.most_days == 1 else f"{self.most_days} days"
        newest = f"the newest {MOST_VERSIONS} " if len(self.versions) >= MOST_VERSIONS else ""
        return f"{versions}, {size_in_words(self.kept_bytes)} on disk, {newest}kept {days}"


def size_in_words(size: int) -> str:
    """Return a number of bytes as `796 B`, `9.6 KB` or `3.2 MB`."""
    if size < 1024:
        return f"{size} B"
    kilobytes = size / 1024
    return f"{kilobytes:.1f} KB" if kilobytes < 1023.95 else f"{kilobytes / 1024:.1f} MB"


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
    renamed = renamed_paths(history)
    real_folder = path_in_real_folder(folder / "x").parent
    last: dict[Path, Version] = {}
    for name in names:
        path = renamed.get(key_of(name)) or _path_of_list(history / "files" / name)
        if path is None or not path.is_relative_to(real_folder) or os.path.lexists(path):
            continue
        versions = read_list(history / "files" / name).versions
        version = next((one for one in reversed(versions) if _packed_size(history, one) is not None), None)
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
        sentence = f"Local history of {quoted(old.name)} stays under that name: {reason_of(error)}."
        raise FileError(sentence, new) from error


def _lists_of(history: Path, path: Path) -> tuple[list[VersionList], list[str]]:
    try:
        return [read_list(one) for one in lists_of(history, path)], []
    except OSError as error:
        return [], [f"Local history could not be read: {reason_of(error)}."]


def _newest_first(lists: Sequence[VersionList]) -> tuple[Version, ...]:
    # Within a list the order is that of keeping, even if the clock was set back.
    merged = merge(*(found.versions[::-1] for found in reversed(lists)), key=lambda version: -version.kept_at)
    return tuple(dict.fromkeys(merged))


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
    paths = [path_in_real_folder(one.path) for one in reversed(read_list(list_).versions)]
    return next((path for path in paths if key_of_path(path) == key), paths[0])


def _sentences_about(path: Path, lists: list[VersionList], gone: int) -> list[str]:
    name = quoted(path.name)
    sentences = []
    if gone:
        what = "A version" if gone == 1 else f"{gone} versions"
        verb = "is" if gone == 1 else "are"
        left = "only its time is" if gone == 1 else "only their times are"
        sentences.append(f"{what} of {name} {verb} no longer in local history, {left}.")
    if any(found.is_damaged for found in lists):
        sentences.append(f"The list of the versions of {name} is damaged; what can be read of it is shown.")
    newer = sum(found.newer for found in lists)
    if newer:
        what = "A version" if newer == 1 else f"{newer} versions"
        verb = "was" if newer == 1 else "were"
        sentences.append(f"{what} of {name} {verb} kept by a newer Foreword, which can show it.")
    sentences += [f"Not all versions of {name} could be read: {one.trouble}" for one in lists if one.trouble]
    return sentences

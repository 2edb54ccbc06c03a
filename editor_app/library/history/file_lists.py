"""The lists of versions that belong to a file, and how they follow a rename.

A rename gives the list of the file the name for its new path. If a list is there already, of a file that was
at that path before, it gets another name and stays with the path. So an older Foreword reads all lists, too.

`renames.jsonl` has the new paths, for lists whose versions were all kept under a former name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path

from editor_app.library.files.reading import FileError, read_file
from editor_app.library.files.replacing import replace_file, sync_folder
from editor_app.library.history.version_lists import FORMAT, append_line, is_list_name, list_path

_RENAMES_NAME = "renames.jsonl"
# The last digits of a list's name tell the files that were at a path before from the one there now.
_DIGITS = 3
_KEY_LENGTH = 32 - _DIGITS


def names_of_file(path: Path) -> tuple[Path, ...]:
    """Return the paths under which a file's versions may be kept: its own, and that of a link's target."""
    try:
        target = [Path(os.path.realpath(path))] if path.is_symlink() else []
    except (OSError, ValueError):
        target = []
    return tuple(dict.fromkeys([path_in_real_folder(path), path, *target]))


def path_in_real_folder(path: Path) -> Path:
    """Return a path with the links in its folder's path resolved; a link itself stays one."""
    try:
        return Path(os.path.realpath(path.parent)) / path.name
    except (OSError, ValueError):
        return path


def lists_of(history: Path, path: Path) -> list[Path]:
    """Return the lists of a file, those of earlier files at its path first; raises OSError."""
    names, lists = list_names(history), list[Path]()
    for file in names_of_file(path):
        own = list_path(history, file)
        of_same_path = (name for name in names if key_of(name) == key_of(own.name) and name != own.name)
        lists += map(own.with_name, of_same_path)
        lists += [own] if own.name in names else []
    return lists


def list_names(history: Path) -> list[str]:
    """Return the names of all lists in use; raises OSError."""
    try:
        with os.scandir(history / "files") as entries:
            return sorted(entry.name for entry in entries if is_list_name(entry.name))
    except FileNotFoundError:
        return []


def move_lists(history: Path, old: Path, new: Path, now: datetime) -> None:
    """Let the list of a file follow its rename; raises OSError. The caller holds local history's lock."""
    for (before, after), (source, target) in _list_moves(history, old, new):
        if os.path.lexists(target):
            target.rename(_former_name(target))
        if os.path.lexists(source):
            source.rename(target)
            with suppress(OSError):  # then a file that another program deletes is listed by its former name
                entry = {
                    "format": FORMAT,
                    "old": os.fspath(before),
                    "new": os.fspath(after),
                    "at": now.timestamp(),
                }
                append_line(history / _RENAMES_NAME, json.dumps(entry).encode() + b"\n")
        sync_folder(target.parent)


def has_lists_to_move(history: Path, old: Path, new: Path) -> bool:
    """Whether a rename changes anything in local history."""
    return any(
        map(os.path.lexists, chain.from_iterable(lists for _, lists in _list_moves(history, old, new)))
    )


def key_of(list_name: str) -> str:
    """Return the part of a list's name that is the same for all files that were ever at a path."""
    return list_name[:_KEY_LENGTH]


def key_of_path(path: Path) -> str:
    """Return what the names of the lists of a path begin with."""
    return key_of(list_path(Path(), path).name)


def prune_renames(history: Path, lists: list[Path]) -> None:
    """Forget the renames whose lists are gone; raises OSError."""
    keys = {key_of(path.name) for path in lists if path.exists()}
    renames = list(read_renames(history))
    lines = [line for key, _, line in renames if key in keys]
    if len(lines) < len(renames):
        replace_file(history / _RENAMES_NAME, b"".join(lines), mode=0o600)


def _list_moves(history: Path, old: Path, new: Path) -> Iterator[tuple[tuple[Path, Path], tuple[Path, Path]]]:
    """Yield the old and the new path, and the lists of the two; twice where the folder is a link."""
    for before, after in dict.fromkeys([(path_in_real_folder(old), path_in_real_folder(new)), (old, new)]):
        lists = list_path(history, before), list_path(history, after)
        if lists[0] != lists[1]:
            yield (before, after), lists


def _former_name(own: Path) -> Path:
    """Return a free name for the list of a file that is no longer at its path."""
    for number in range(16**_DIGITS):
        name = own.with_name(f"{key_of(own.name)}{number:0{_DIGITS}x}{own.suffix}")
        if name != own and not os.path.lexists(name):
            return name
    raise FileExistsError


def read_renames(history: Path) -> Iterator[tuple[str, Path, bytes]]:
    """Yield the key of the list, the new path and the line of each rename that can be read."""
    try:
        data = read_file(history / _RENAMES_NAME).data
    except FileError:
        return
    for line in data.splitlines(keepends=True):
        try:
            path = Path(json.loads(line)["new"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        yield key_of_path(path), path, line

"""Finding what changed on the disk between two readings of the marks, by the status of each file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, TypeAlias

from editor_app.library.files.stamps import FileMark, mark_at

# The mark of each path, None where nothing is.
FileMarks: TypeAlias = Mapping[Path, FileMark | None]


class ChangeKind(StrEnum):
    """What happened to a path."""

    APPEARED = "appeared"
    CHANGED = "changed"
    GONE = "gone"


class Change(NamedTuple):
    """A path and what happened to it between two readings of its mark."""

    path: Path
    kind: ChangeKind


def file_marks(paths: Iterable[Path]) -> FileMarks:
    """Return the marks of files and folders; links are followed, nothing is opened."""
    return {path: mark_at(path) for path in paths}


def changes(previous: FileMarks, now: FileMarks) -> tuple[Change, ...]:
    """Return which marks differ, sorted by path; paths in one of the two only are left out.

    A folder's status changes when something in it appears, goes or is replaced,
    as by saving. So looking at a library's folders and the open files is enough
    to know when to list the library again.
    """
    found = []
    for path, mark in now.items():
        if path not in previous or previous[path] == mark:
            continue
        if previous[path] is None:
            kind = ChangeKind.APPEARED
        else:
            kind = ChangeKind.GONE if mark is None else ChangeKind.CHANGED
        found.append(Change(path, kind))
    return tuple(sorted(found))

"""The files and folders that the path of a scenario can go on with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from editor_app.text import Sentence
from editor_app.variables.access import FileAccess, Refusal, end_of

MOST_LISTED: Final = 2000
"""How many entries of a folder are looked at."""

_is_plain = re.compile(r"[\w.](?:[\w.+@()-]| (?! |#))*").fullmatch  # needs no quotes in YAML


class PathSort(Enum):
    """What a path leads to."""

    TEXT = auto()
    FOLDER = auto()
    TRIGGERS = auto()
    STEPS = auto()


_SUFFIXES: Final = {
    PathSort.TEXT: (".md", ".tmpl", ".txt", ".yaml", ".yml", ".json"),
    PathSort.FOLDER: (),
    PathSort.TRIGGERS: (".yaml", ".yml", ".json"),
    PathSort.STEPS: (".jsonl",),
}


class NamedPath(NamedTuple):
    """The next part of a path, with `/` at its end if it is a folder; what it is."""

    name: str
    detail: str


def paths_from(folder: Path, access: FileAccess, typed: str, sort: PathSort) -> tuple[NamedPath, ...]:
    """Return what a path typed up to its last `/` can go on with, folders first, where it may lead."""
    if PurePosixPath(typed).is_absolute() or typed.startswith("~") or "\0" in typed:
        return ()
    around = folder / typed
    try:
        end = end_of(around, access)
        entries = [] if isinstance(end, Refusal) else sorted(_entries(end, sort))
        above = not isinstance(end, Refusal) and access.is_inside(end.parent)
    except (OSError, ValueError):
        return ()
    only_up = not typed.replace("../", "")
    up = [NamedPath("../", Sentence("runs.the-folder-above"))] if above and only_up else []
    return (*(path for _, path in entries), *up)


def _entries(folder: Path, sort: PathSort) -> Iterator[tuple[bool, NamedPath]]:
    with os.scandir(folder) as entries:
        for _, entry in zip(range(MOST_LISTED), entries, strict=False):
            if entry.name.startswith(".") or not _is_plain(entry.name):
                continue
            if entry.is_dir():
                detail = "folder"
                yield False, NamedPath(entry.name if sort is PathSort.FOLDER else f"{entry.name}/", detail)
            elif entry.name.endswith(_SUFFIXES[sort]) and sort is not PathSort.FOLDER:
                yield True, NamedPath(entry.name, "file")

"""Files copied, moved and deleted together with their cases or situations, as one operation with one Undo."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from editor_app.library.files.file_changes import FileChange, FileCreation, FileMove, make_file
from editor_app.library.files.operations import companions_there, move_all, move_to_history, paths_beside
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.paths import is_folder
from editor_app.text import Sentence

_MOST_COPIES = 1000
_MOST_DELETED = 500  # each goes to local history by itself


def duplicate_file(
    path: Path, *, state_dir: Path, rewrite: Callable[[bytes, Path], bytes] = lambda data, _copy: data
) -> FileChange:
    """Copy a file beside itself, under the first free name of `x-copy.md`, `x-copy-2.md` and so on.

    `rewrite` returns the bytes of the copy, given its path.
    """
    start = path.name.find(".", 1)  # of the whole suffix, such as `.cases.yaml`
    stem, suffix = (path.name, "") if start < 0 else (path.name[:start], path.name[start:])
    beside = companions_there(path, "copied")
    for number in range(1, _MOST_COPIES):
        target = path.with_name(f"{stem}-copy{suffix}" if number == 1 else f"{stem}-copy-{number}{suffix}")
        copies = paths_beside(path, beside, target)
        if not any(map(os.path.lexists, copies)):
            datas = [read_file(one).data for one in (path, *beside)]
            return _make_all(path, copies, [rewrite(datas[0], target), *datas[1:]], state_dir)
    raise FileError(Sentence("library.too-many-copies", name=quoted(path.name)), path)


def _make_all(path: Path, copies: Sequence[Path], datas: list[bytes], state_dir: Path) -> FileChange:
    steps: list[FileCreation] = []
    warnings: list[str] = []
    try:
        for copy, data in zip(copies, datas, strict=True):
            steps.append(make_file(copy, data, 0o666, warnings))
    except FileError:
        for step in steps:
            step.path.unlink(missing_ok=True)
        raise
    sentence = Sentence("library.copied", name=quoted(path.name), to=quoted(copies[0].name))
    return FileChange(sentence, tuple(steps), state_dir, tuple(warnings))


def move_file(path: Path, folder: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Move a file, or a folder that is one thing, into another folder; local history follows."""
    name, place = quoted(path.name), quoted(folder.name)
    if folder == path.parent:
        raise FileError(Sentence("library.in-folder-already", name=name, folder=place), path)
    if folder.is_relative_to(path):
        raise FileError(Sentence("library.not-into-itself", name=name), path)
    if not is_folder(folder):
        reason = Sentence("library.no-folder-now", name=place)
        raise FileError(Sentence("library.file-not-done", done="moved", name=name, reason=reason), folder)
    paths = (path, *companions_there(path, "moved"))
    moves = [FileMove(one, folder / one.name) for one in paths]
    warnings = move_all(moves, state_dir, now)
    sentence = Sentence("library.moved", name=name, folder=place)
    if len(moves) > 1:
        sentence = Sentence("library.moved-with", name=name, folder=place, other=quoted(paths[1].name))
    return FileChange(sentence, tuple(moves), state_dir, warnings)


def delete_file(path: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Move a file to local history, or remove a link; both come back together with one Undo."""
    companions = companions_there(path, "deleted")
    return move_to_history(path, state_dir=state_dir, now=now, companions=companions)


def delete_folder(folder: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Move all files of a folder to local history, all or none, and remove it."""
    inside = list(islice(folder.rglob("*"), _MOST_DELETED + 1))
    if len(inside) > _MOST_DELETED:
        raise FileError(
            Sentence("library.folder-too-full", name=quoted(folder.name), most=_MOST_DELETED), folder
        )
    files = sorted(path for path in inside if path.is_symlink() or not path.is_dir())
    change = FileChange("", (), state_dir)
    if files:
        change = move_to_history(files[0], state_dir=state_dir, now=now, companions=files[1:])
    for empty in (*sorted(set(inside) - set(files), reverse=True), folder):
        with suppress(OSError):
            empty.rmdir()
    sentence = Sentence("library.folder-deleted", name=quoted(folder.name), count=len(files))
    return replace(change, sentence=sentence, whole=folder)

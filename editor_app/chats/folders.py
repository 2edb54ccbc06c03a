"""Chats as wholes: made, renamed, copied and deleted, each by one file operation with one Undo."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from editor_app.chats.chat import in_order
from editor_app.chats.checks import MOST_BYTES
from editor_app.library.files.companions import move_file
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.new_names import new_folder_problem
from editor_app.library.files.operations import rename_folder
from editor_app.library.files.reading import FileError, allowed_end, quoted, read_file, reason_of
from editor_app.library.files.renumbering import make_together, remove_together, renumbering
from editor_app.text import Sentence
from editor_app.variables.access import FileAccess

_MOST_COPIES: Final = 1000


def rename_chat(folder: Path, name: str, *, state_dir: Path, now: datetime) -> FileChange:
    """Give a chat's folder another name; all files in it go with it, and so does their local history."""
    if name.lower() != folder.name.lower():  # else a disk that ignores case has that name already
        problem = new_folder_problem(folder.parent, name)
        if problem:
            raise FileError(problem, folder.parent)
    with renumbering(folder, state_dir=state_dir, now=now):
        return rename_folder(folder, name, state_dir=state_dir, now=now)


def move_chat(folder: Path, parent: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Move a chat's folder into another folder, with all that is in it."""
    with renumbering(folder, state_dir=state_dir, now=now):
        return move_file(folder, parent, state_dir=state_dir, now=now)


def duplicate_chat(
    folder: Path, *, state_dir: Path, now: datetime, access: FileAccess | None = None
) -> FileChange:
    """Copy a chat's messages to a new chat beside it, called `x-copy`, `x-copy-2` and so on.

    `access` says where the paths of its library may lead.
    """
    if access is not None:
        allowed_end(folder, access)
    too_many = Sentence("chats.too-many-copies", name=quoted(folder.name))
    copy = free_folder(folder, ("-copy", *(f"-copy-{number}" for number in range(2, _MOST_COPIES))), too_many)
    with renumbering(folder, state_dir=state_dir, now=now):
        names = names_in(folder)
        files = {name: read_file(folder / name, MOST_BYTES, access=access).data for name in names}
    if not files:
        raise FileError(Sentence("chats.nothing-to-copy", name=quoted(folder.name)), folder)
    with renumbering(copy, state_dir=state_dir, now=now):
        sentence = Sentence("chats.copied", name=quoted(folder.name), copy=quoted(copy.name))
        return make_together(copy, files, state_dir=state_dir, now=now, sentence=sentence)


def delete_chat(folder: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Move all messages of a chat to local history, and remove its folder if nothing else is in it."""
    with renumbering(folder, state_dir=state_dir, now=now):
        names = names_in(folder)
        if not names:
            return _without_messages(folder, state_dir)
        others = len(list(folder.iterdir())) - len(names)
        sentence = Sentence("chats.deleted", name=quoted(folder.name), count=len(names))
        if others:
            sentence = Sentence("chats.deleted-messages", count=len(names), name=quoted(folder.name))
        return remove_together(folder, names, state_dir=state_dir, now=now, sentence=sentence)


def _without_messages(folder: Path, state_dir: Path) -> FileChange:
    try:
        folder.rmdir()
    except OSError as error:
        sentence = Sentence("chats.not-deleted", name=quoted(folder.name), reason=reason_of(error))
        raise FileError(sentence, folder) from error
    return FileChange(Sentence("chats.empty-removed", name=quoted(folder.name)), (), state_dir)


def names_in(folder: Path) -> list[str]:
    """Return the names of a chat's message files in order; raises FileError where it cannot be read."""
    try:
        return in_order(path.name for path in folder.iterdir())
    except OSError as error:
        raise FileError(
            Sentence("library.unreadable", name=quoted(folder.name), reason=reason_of(error)), folder
        ) from error


def free_folder(folder: Path, endings: Iterable[str], too_many: str) -> Path:
    """Return the first free folder beside one, called like that with an ending; else raise FileError."""
    for ending in endings:
        free = folder.with_name(f"{folder.name}{ending}")
        if not os.path.lexists(free):
            return free
    raise FileError(too_many, folder)

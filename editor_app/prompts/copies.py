"""*Make my copy* and *Reset to default*, as file operations that can be undone.

The names are those of prompts, and those of the template and of the compaction instructions.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from editor_app.library.files.errors import FileError, quoted, shown
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import copy_file, move_to_history
from editor_app.library.files.reading import allowed_end, read_file
from editor_app.library.folders import Library
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.paths import is_file
from editor_app.prompts.names import is_name, prompt_names, prompt_path
from editor_app.text import nearest


def customize(name: str, library: Library, *, state_dir: Path, now: datetime) -> FileChange:
    """Copy a default to the user's folder, where it can be changed; raises FileError.

    Local history of the copy begins with the default's text.
    """
    default, mine = _default(name, library), _mine(name, library)
    if not is_file(default):
        raise FileError(
            f"There is no default prompt {quoted(name)} to copy.{_did_you_mean(name, library)}", default
        )
    if _has_mine(name, library):
        raise FileError(f"You have your own {quoted(name)} already: {shown(mine)}. Open it instead.", mine)
    allowed_end(mine, library.access)
    sentence = f"{quoted(name)} is yours now: a copy of the default."
    change = copy_file(default, mine, state_dir=state_dir, sentence=sentence, access=library.access)
    return replace(change, warnings=(*change.warnings, *_keep_copy(mine, state_dir, now)))


def reset(name: str, library: Library, *, state_dir: Path, now: datetime) -> FileChange:
    """Move the user's file to local history, so that the default is used; raises FileError."""
    default, mine = _default(name, library), _mine(name, library)
    if not _has_mine(name, library):
        raise FileError(f"You have no {quoted(name)} of your own.{_did_you_mean(name, library)}", mine)
    if not is_file(default):
        raise FileError(f"{quoted(name)} has no default to go back to. Delete the file instead.", mine)
    allowed_end(mine.parent, library.access)
    sentence = f"{quoted(name)} is the default again; your text is in local history."
    return move_to_history(mine, state_dir=state_dir, now=now, why=VersionReason.RESET, sentence=sentence)


def _keep_copy(mine: Path, state_dir: Path, now: datetime) -> tuple[str, ...]:
    try:
        return keep_version(state_dir, mine, read_file(mine).data, VersionReason.COPIED, now=now).warnings
    except FileError as error:
        return (error.sentence,)


def _mine(name: str, library: Library) -> Path:
    return library.own_text(name) if name in STANDARD_KINDS else prompt_path(library.user_dir, name)


def _has_mine(name: str, library: Library) -> bool:
    return library.has_own_text(name) if name in STANDARD_KINDS else os.path.lexists(_mine(name, library))


def _default(name: str, library: Library) -> Path:
    if name in STANDARD_KINDS:
        return library.default_text(name)
    if not is_name(name):
        raise FileError(f"{quoted(name)} can’t be a prompt’s name.", library.user_dir)
    if library.default_dir is None:
        sentence = f"{quoted(library.root.name)} has no folder of default prompts."
        raise FileError(f"{sentence}{_did_you_mean(name, library)}", library.root)
    return prompt_path(library.default_dir, name)


def _did_you_mean(name: str, library: Library) -> str:
    others = (*prompt_names(library.user_dir, library.default_dir, access=library.access), *STANDARD_KINDS)
    return "".join(f" Did you mean {quoted(near)}?" for near in nearest(name, others) if near != name)

"""Whether a `.git` that is a file names a repository which knows the folder it stands in.

Worktrees and submodules have such a file, and the repository it names says in turn where they are. One that
anybody may have written names any repository of this machine, whose branch and files are none of the
workspace's business.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

_MOST_BYTES = 64 * 1024
_names_folder = re.compile(r"\s*gitdir:\s*(.+?)\s*\Z").match
_worktree = re.compile(r'^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$', re.MULTILINE | re.IGNORECASE)


def foreign_repository(folder: Path) -> Path | None:
    """Return the repository that git would take for a folder although it does not know that folder.

    None where git finds one in the folder or above it, none at all, or one that knows it.
    """
    for candidate in (folder, *folder.parents):
        pointer = candidate / ".git"
        if not os.path.lexists(pointer):
            continue
        named = _named_by(pointer)
        if named is None or named.is_relative_to(os.path.realpath(candidate)) or _knows(named, candidate):
            return None
        return named
    return None


def _named_by(pointer: Path) -> Path | None:
    """Return the folder that a `.git` leads to; None for an ordinary one."""
    if pointer.is_symlink():
        return Path(os.path.realpath(pointer))
    shared = _text_of(pointer / "commondir").strip()  # as in a worktree's own folder: the rest lies there
    if shared:
        return Path(os.path.realpath(pointer / shared))
    found = _names_folder(_text_of(pointer))
    return None if found is None else Path(os.path.realpath(pointer.parent / found[1]))


def _knows(repository: Path, folder: Path) -> bool:
    """Whether a repository says that a folder is a worktree or a submodule of it."""
    real = os.path.realpath(folder)
    back = _text_of(repository / "gitdir").strip()
    if back and os.path.realpath((repository / back).parent) == real:
        return True
    names = (match[1] for match in _worktree.finditer(_text_of(repository / "config")))
    return any(os.path.realpath(repository / name) == real for name in names)


def _text_of(path: Path) -> str:
    """Return the text of a small plain file, "" where there is none."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):  # opening a pipe would wait for ever
            return ""
        with path.open("rb") as file:
            return os.fsdecode(file.read(_MOST_BYTES))
    except (OSError, ValueError):
        return ""

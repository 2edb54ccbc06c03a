"""Which repository git takes for a folder, and whether that one knows the folder.

Worktrees and submodules have a `.git` that is a file, and the repository it names says in turn where they
are. One that anybody may have written names any repository of this machine, whose branch and files are none
of the workspace's business.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

_MOST_BYTES = 64 * 1024
_PARTS = ("HEAD", "objects", "refs", "index", "packed-refs")  # what branch and status are read from
_names_folder = re.compile(r"\s*gitdir:\s*(.+?)\s*\Z").match
_worktree = re.compile(r'^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$', re.MULTILINE | re.IGNORECASE)


def top_of_repository(folder: Path) -> Path | None:
    """Return the nearest folder, this one or one above, links followed, that has a `.git`; None without."""
    real = Path(os.path.realpath(folder))
    return next((one for one in (real, *real.parents) if os.path.lexists(one / ".git")), None)


def bare_repository(folder: Path, top: Path | None) -> Path | None:
    """Return a folder below `top`, this one or one above, that is a repository itself, without a `.git`.

    git would take it before the one of `top`, and any files that a clone brings can make a folder one.
    """
    real = Path(os.path.realpath(folder))
    for candidate in (real, *real.parents):
        if candidate == top:
            return None
        if all(os.path.lexists(candidate / name) for name in ("HEAD", "objects", "refs")):
            return candidate
    return None


def foreign_repository(top: Path) -> Path | None:
    """Return the repository that the `.git` of a folder leads to although it does not know that folder.

    None for one that lies in the folder, or knows it.
    """
    named, common = _folders_of(top)
    if named.is_relative_to(top) and common.is_relative_to(top):
        return None
    is_known = _names_worktree(named, top) if common == named else _is_worktree_of(common, named, top)
    if is_known:
        return None
    return common if named.is_relative_to(top) else named


def link_out(top: Path) -> Path | None:
    """Return a link in the repository of a folder that leads out of it, which git would follow."""
    for place in _folders_of(top):
        for name in _PARTS:
            if not Path(os.path.realpath(place / name)).is_relative_to(place):
                return place / name
    return None


def _folders_of(top: Path) -> tuple[Path, Path]:
    """Return the folder that the `.git` of a folder leads to, and the one that has most of its repository."""
    named = _named_by(top / ".git")
    shared = _text_of(named / "commondir").strip()  # as in a worktree's own folder: the rest lies there
    return named, Path(os.path.realpath(named / shared)) if shared else named


def _named_by(pointer: Path) -> Path:
    """Return the folder that a `.git` is, or leads to."""
    found = None if pointer.is_symlink() else _names_folder(_text_of(pointer))
    return Path(os.path.realpath(pointer if found is None else pointer.parent / found[1]))


def _is_worktree_of(common: Path, named: Path, folder: Path) -> bool:
    """Whether a repository has a folder of its own, `named`, for a worktree at `folder`."""
    back = _text_of(named / "gitdir").strip()
    is_its_own = named.parent == common / "worktrees"
    return is_its_own and bool(back) and os.path.realpath((named / back).parent) == os.fspath(folder)


def _names_worktree(repository: Path, folder: Path) -> bool:
    """Whether a repository says that its files are in a folder, as that of a submodule does."""
    texts = (_text_of(repository / name) for name in ("config", "config.worktree"))
    names = (match[1] for text in texts for match in _worktree.finditer(text))
    return any(os.path.realpath(repository / name) == os.fspath(folder) for name in names)


def _text_of(path: Path) -> str:
    """Return the text of a small plain file, "" where there is none."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):  # opening a pipe would wait for ever
            return ""
        with path.open("rb") as file:
            return os.fsdecode(file.read(_MOST_BYTES))
    except (OSError, ValueError):
        return ""

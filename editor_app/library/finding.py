"""Finding the library's folder: one named by argument or environment, the current one, the user's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from editor_app.library.paths import (
    CONFIG_NAME,
    DEFAULTS_FOLDER,
    TEMPLATE_NAME,
    existing_folder,
    is_folder,
    is_home_or_root,
)

LIBRARY_VARIABLE = "FOREWORD_LIBRARY"
PROMPTS_FOLDER = "prompts"
_MARKS = (CONFIG_NAME, TEMPLATE_NAME)
_FOLDER_MARKS = (DEFAULTS_FOLDER, "system-messages")


def find_library(
    arg: Path | None,
    env: Mapping[str, str],
    cwd: Path,
    own_library: Callable[[], Path] | None = None,
) -> Path:
    """Return the folder to open: the one named, the current one or its `prompts`, else the user's own.

    The current folder is taken if it looks like a library. If it has no `prompts`, the library around it is,
    and without one the folder itself, if it is a repository or holds prompts. `prompts` may not be a link
    that leads out of it, as anybody's repository may have one. A named folder that is not there raises
    FileError. The user's own library is made if need be.
    """
    named = arg if arg is not None else Path(env[LIBRARY_VARIABLE]) if env.get(LIBRARY_VARIABLE) else None
    if named is not None:
        return existing_folder(cwd / named)
    if looks_like_library(cwd):
        return existing_folder(cwd)
    from editor_app.variables.access import FileAccess, Refusal, end_of_own

    prompts = cwd / PROMPTS_FOLDER
    if is_folder(prompts) and not isinstance(end_of_own(prompts, FileAccess(cwd, cwd)), Refusal):
        return existing_folder(prompts)
    around = library_containing(prompts)
    if around is not None:
        return existing_folder(around)
    if not is_home_or_root(cwd) and _holds_texts(cwd):
        return existing_folder(cwd)
    return (own_library or own_user_library)()


def library_containing(path: Path) -> Path | None:
    """Return the nearest folder above a file that looks like a library, or None.

    The search ends at the repository's folder, and before the home folder and the root.
    """
    for folder in path.absolute().parents:
        if is_home_or_root(folder):
            return None
        if folder.name != DEFAULTS_FOLDER and looks_like_library(folder):
            return folder
        if os.path.lexists(folder / ".git"):
            return None
    return None


def looks_like_library(folder: Path) -> bool:
    """Whether a folder has a file or folder that only libraries have."""
    return any(os.path.lexists(folder / name) for name in _MARKS) or any(
        is_folder(folder / name) for name in _FOLDER_MARKS
    )


def own_user_library() -> Path:
    """Return the user's own library in the data folder, which is made with the sample if need be."""
    from editor_app.library.paths import data_dir, state_dir
    from editor_app.library.sample import ensure_sample

    return ensure_sample(data_dir(), state_dir=state_dir())


def _holds_texts(folder: Path) -> bool:
    try:
        return os.path.lexists(folder / ".git") or any(
            entry.suffix.lower() in {".md", ".tmpl"} and entry.is_file() for entry in folder.iterdir()
        )
    except OSError:
        return False

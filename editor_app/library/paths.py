"""Tests whether files and folders exist, and the names of a library's special files.

A starting window needs these first, so nothing large is imported here.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import ENOTDIR
from functools import cache
from pathlib import Path

from editor_app.library.files.reading import FileError, check_path, quoted
from editor_app.library.files.syncing import sync_folder
from editor_app.text import Sentence
from editor_app.text.sentences.shipped import shipped_dir

CONFIG_NAME = "foreword.toml"
DEFAULTS_FOLDER = "defaults"
TEMPLATE_NAME = "system-prompt.tmpl"
COMPACTION_NAME = "compaction.md"


def existing_folder(folder: Path) -> Path:
    """Return a folder's absolute path; raise FileError if it does not exist."""
    check_path(folder)
    folder = absolute(folder)
    if is_folder(folder):
        return folder
    there = "file" if os.path.lexists(folder) else "nothing"
    raise FileError(Sentence("library.name-a-library", folder=quoted(folder), there=there), folder)


def absolute(path: Path) -> Path:
    """Return the absolute path, without following links unless it has `..`, which may follow a link."""
    whole = Path.cwd() / path
    return whole.resolve() if ".." in whole.parts else whole


def real_path(path: Path) -> Path | None:
    """Return a path without links; None where that cannot be told, as for a name with a NUL."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return None


def is_file(path: Path) -> bool:
    """Whether a path is a plain file; False where that cannot be told, as for a name that is too long."""
    return os.path.isfile(path)  # noqa: PTH113  Path.is_file raises for such a name


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False where that cannot be told, as below an unreadable folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_home_or_root(folder: Path) -> bool:
    """Whether a folder is the user's home or the root, in which anybody's files may lie."""
    if folder == Path(folder.anchor):
        return True
    try:
        home = Path.home()
    except RuntimeError:  # nothing tells where it is
        return False
    return folder == home or folder == Path(os.path.realpath(home))


_APP = "foreword"
_BUILT_IN_WORDS = {
    TEMPLATE_NAME: Sentence("library.built-in-template"),
    COMPACTION_NAME: Sentence("library.built-in-instructions"),
}


def data_dir() -> Path:
    """Return the folder of the user's own library."""
    import platformdirs

    return Path(platformdirs.user_data_dir(_APP, appauthor=False))


def state_dir() -> Path:
    """Return the folder of local history, locks and trial values."""
    import platformdirs

    return Path(platformdirs.user_state_dir(_APP, appauthor=False))


def config_dir() -> Path:
    """Return the folder of the settings."""
    import platformdirs

    return Path(platformdirs.user_config_dir(_APP, appauthor=False))


def resource_path(name: str) -> Path:
    """Return the path of a shipped resource, such as `icons/file.svg`."""
    return shipped_dir("resources") / name


def built_in_template() -> Path:
    """Return the path of the system-prompt template for libraries that have none."""
    return built_in_text(TEMPLATE_NAME)


def built_in_text(name: str) -> Path:
    """Return the path of the template, or of the instructions, for libraries that have none of that name."""
    return next(path for path, known in _built_in_names().items() if known == name)


def built_in_name(path: Path) -> str | None:
    """Return the name of the built-in text at a path, None for any other path."""
    return _built_in_names().get(path)


def built_in_words(path: Path) -> str:
    """Return what a built-in text is called, whose file is the program's own; "" for any other path."""
    return _BUILT_IN_WORDS.get(built_in_name(path) or "", "")


@cache
def _built_in_names() -> dict[Path, str]:
    return {resource_path(f"templates/{name}"): name for name in (TEMPLATE_NAME, COMPACTION_NAME)}


def sample_dir() -> Path:
    """Return the folder of the sample library that ships."""
    return shipped_dir("prompts")


def make_state_dir(state_dir: Path, *names: str) -> Path:
    """Make the state folder, or a folder in it, and return it.

    Only the user gets access, whatever made it first; a disk without permissions is used as it is.
    """
    folder = make_private_dir(state_dir)
    _close_to_others(folder)
    for name in names:
        folder /= name
        if not folder.is_dir():
            _make_private(folder)
        _close_to_others(folder)
    return folder


def make_private_dir(folder: Path) -> Path:
    """Make a folder that only the user has access to, with those above it, and return it.

    A new one outlasts a power cut, where the disk can promise that.
    """
    for missing in reversed([place for place in (folder, *folder.parents) if not place.exists()]):
        _make_private(missing)
    if not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, "Not a directory", str(folder))
    return folder


def _make_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


def _close_to_others(folder: Path) -> None:
    if sys.platform != "win32":  # where a folder has the permissions of the user's own one that it is in
        status = folder.stat()
        if status.st_mode & 0o077 and status.st_uid == os.geteuid():
            with suppress(OSError):
                folder.chmod(0o700)

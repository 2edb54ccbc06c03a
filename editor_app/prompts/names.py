"""The names of prompts: their paths, and listing them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from editor_app.library.folders import Library
from editor_app.library.listing import LibraryFile, list_files
from editor_app.library.paths import is_folder
from editor_app.library.settings.config import LibraryConfig
from editor_app.variables.access import FileAccess

PROMPT_SUFFIX = ".md"


def is_name(name: str) -> bool:
    """Whether `name` is a relative path that stays below its folder, so that it may be looked for."""
    parts = name.split("/")
    return (
        "\0" not in name
        and "\\" not in name
        and all(part and part not in {".", ".."} and not part.endswith(":") for part in parts)
        and not any("\ud800" <= character <= "\udfff" for character in name)
    )


def prompt_path(folder: Path, name: str) -> Path:
    """Return the path of the prompt of that name in a folder."""
    return folder.joinpath(*f"{name}{PROMPT_SUFFIX}".split("/"))


def has_prompt_file(folder: Path, name: str) -> bool:
    """Whether a folder has a file, valid or not, at the path of a prompt of that name."""
    if not is_name(name):
        return False
    path = prompt_path(folder, name)
    return os.path.lexists(path) and not is_folder(path)


def has_prompt_name(file: LibraryFile) -> bool:
    """Whether a file of a library is one that is loaded by a prompt's name."""
    return file.kind.has_prompt_names and file.relative.endswith(PROMPT_SUFFIX)


def prompt_files(library: Library, files: Iterable[LibraryFile]) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return the prompts among a library's files by their names: the user's, and the defaults.

    A file in a subfolder has a name such as `billing/refund`.
    """
    user: dict[str, Path] = {}
    default: dict[str, Path] = {}
    prefix = library.default_prefix
    for file in filter(has_prompt_name, files):
        name = file.relative.removesuffix(PROMPT_SUFFIX)
        if prefix is not None and name.startswith(prefix):
            default[name.removeprefix(prefix)] = file.path
        else:
            user[name] = file.path
    return user, default


def prompt_names(
    user_dir: Path, default_dir: Path | None, *, access: FileAccess | None = None
) -> tuple[str, ...]:
    """Return the names of the prompts in both folders, sorted; the settings of a library are not read.

    `access` says where the paths of its library may lead; without it anywhere.
    """
    library = _library(user_dir, default_dir, access)
    names: set[str] = set()
    if user_dir.is_dir():
        names.update(*prompt_files(library, list_files(library)))
    if default_dir is not None and default_dir.is_dir():
        # Listed by itself: below the user's folder it may be hidden, ignored or a link, and so not searched.
        files = list_files(replace(_library(default_dir, None, access), default_dir=default_dir))
        names.update(
            file.path.relative_to(default_dir).as_posix().removesuffix(PROMPT_SUFFIX)
            for file in files
            if file.path.suffix == PROMPT_SUFFIX
        )
    return tuple(sorted(names))


def _library(user_dir: Path, default_dir: Path | None, access: FileAccess | None) -> Library:
    """Return the two folders, which a program has named, as a library, without reading its settings."""
    config = LibraryConfig()
    if default_dir is not None and default_dir.is_relative_to(user_dir):
        config = replace(config, defaults=default_dir.relative_to(user_dir).as_posix())
    access = access or FileAccess(Path(user_dir.absolute().anchor), is_trusted=True)
    library = Library(user_dir, config, user_dir, default_dir, access.workspace, user_dir)
    return replace(library, is_trusted=access.is_trusted, allowed_files=access.allowed_files)

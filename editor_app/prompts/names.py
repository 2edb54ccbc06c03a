"""The names of prompts: where they lie, and which there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from editor_app.library import Kind, Library, LibraryConfig, LibraryFile, list_files

PROMPT_SUFFIX = ".md"


def is_name(name: str) -> bool:
    """Whether `name` may be looked for: the parts of a path below a folder, never out of it."""
    parts = name.split("/")
    return (
        "\0" not in name
        and "\\" not in name
        and all(part and part not in {".", ".."} and not part.endswith(":") for part in parts)
        and not any("\ud800" <= character <= "\udfff" for character in name)
    )


def prompt_path(folder: Path, name: str) -> Path:
    """Return where a prompt of that name lies in a folder."""
    return folder.joinpath(*f"{name}{PROMPT_SUFFIX}".split("/"))


def prompt_names(user_dir: Path, default_dir: Path | None) -> tuple[str, ...]:
    """Return the names of the prompts in both folders, sorted; `billing/refund` lies in a folder."""
    names: set[str] = set()
    if user_dir.is_dir():
        for file in list_files(_library(user_dir, default_dir)):
            if file.kind is Kind.PROMPT and not _is_below(file, default_dir):
                names.add(_name_below(file, user_dir))
    if default_dir is not None and default_dir.is_dir():
        whole = replace(_library(default_dir, None), default_dir=default_dir)
        names.update(
            _name_below(file, default_dir) for file in list_files(whole) if file.path.suffix == PROMPT_SUFFIX
        )
    return tuple(sorted(names))


def _library(user_dir: Path, default_dir: Path | None) -> Library:
    """Return the two folders as a library, without reading its settings."""
    config = LibraryConfig()
    if default_dir is not None and default_dir.is_relative_to(user_dir):
        config = replace(config, defaults=default_dir.relative_to(user_dir).as_posix())
    return Library(user_dir, config, user_dir, default_dir, user_dir, user_dir)


def _is_below(file: LibraryFile, folder: Path | None) -> bool:
    return folder is not None and file.path.is_relative_to(folder)


def _name_below(file: LibraryFile, folder: Path) -> str:
    return file.path.relative_to(folder).as_posix().removesuffix(PROMPT_SUFFIX)

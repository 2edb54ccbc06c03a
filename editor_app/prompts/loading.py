"""Finding a prompt by its name: the user's file, else the default."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import overload

from editor_app.clock import utc_now
from editor_app.library.files.errors import FileError
from editor_app.library.files.reading import FileContent, read_file
from editor_app.library.folders import Library, Origin
from editor_app.prompts.entities import SystemPrompt
from editor_app.prompts.errors import PromptError, PromptErrorType, error_count
from editor_app.prompts.names import PROMPT_SUFFIX, is_name, prompt_names, prompt_path
from editor_app.prompts.reading import read_prompt
from editor_app.text import nearest
from editor_app.variables.access import FileAccess


class Status(StrEnum):
    """Where a prompt comes from, as its badge says; a fallback is a default used for an invalid user file."""

    USER = "user"
    DEFAULT = "default"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Tried:
    """A file that was looked for: whether it exists, its prompt if it is valid, and its errors."""

    origin: Origin
    path: Path
    exists: bool
    prompt: SystemPrompt | None = None
    errors: tuple[PromptError, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadedPrompt:
    """A prompt, its status, every file that was tried, in order, and warnings."""

    prompt: SystemPrompt
    status: Status
    tried: tuple[Tried, ...]
    warnings: tuple[str, ...] = ()


Try = Callable[[Path, Origin], Tried]


def default_used(path: Path, library: Library) -> Path | None:
    """Return the default that callers get because the user's prompt at a path is not valid, else None."""
    if path.suffix != PROMPT_SUFFIX or not path.is_relative_to(library.user_dir):
        return None
    name = path.relative_to(library.user_dir).with_suffix("").as_posix()
    try:
        loaded = load_prompt(name, library.user_dir, library.default_dir, access=library.access)
    except PromptError:
        return None
    return Path(loaded.prompt.source.file_path) if loaded.status is Status.FALLBACK else None


def load_prompt(
    name: str,
    user_dir: Path | str,
    default_dir: Path | str | None,
    *,
    loaded_at: datetime | None = None,
    access: FileAccess | None = None,
) -> LoadedPrompt:
    """Load the user's prompt, or the default if that is missing or invalid.

    `loaded_at` is now unless it is given. The paths in the result are absolute. A name such
    as `billing/refund` is of a file in a subfolder. `access` says where the paths of
    its library may lead.
    Raises PromptError (FILE_NOT_FOUND) where neither can be used; its causes are the errors of the files
    that are there, in the order tried.
    """
    try_ = partial(try_file, loaded_at=loaded_at or utc_now(), access=access)
    return choose(name, absolute(user_dir), absolute(default_dir), try_, access=access)


@overload
def absolute(folder: Path | str) -> Path: ...
@overload
def absolute(folder: Path | str | None) -> Path | None: ...
def absolute(folder: Path | str | None) -> Path | None:
    """Return a folder's absolute path, without following links."""
    return None if folder is None else Path(os.path.abspath(folder))  # noqa: PTH100  Path.absolute keeps `..`


def try_file(path: Path, origin: Origin, *, loaded_at: datetime, access: FileAccess | None = None) -> Tried:
    """Read one of the files a prompt may be in."""
    content = read_candidate(path, origin, access)
    return content if isinstance(content, Tried) else tried_from(content.data, path, origin, loaded_at)


def read_candidate(path: Path, origin: Origin, access: FileAccess | None = None) -> FileContent | Tried:
    """Return the content of a file a prompt may be in, or a `Tried` if it is missing or can't be read."""
    try:
        if not path.is_symlink() and not path.exists():
            return Tried(origin, path, exists=False)
        return read_file(path, access=access)
    except FileError as error:
        unreadable = PromptError(PromptErrorType.FILE_NOT_FOUND, error.sentence, str(path))
        return Tried(origin, path, exists=True, errors=(unreadable,))
    except OSError:  # a folder above may be unreadable
        return Tried(origin, path, exists=False)


def tried_from(data: bytes, path: Path, origin: Origin, loaded_at: datetime) -> Tried:
    """Return the `Tried` of a file's bytes; a prompt from the defaults is marked as a fallback."""
    is_default = origin is Origin.DEFAULT
    prompt, errors = read_prompt(data, path, origin=origin, is_fallback=is_default, loaded_at=loaded_at)
    return Tried(origin, path, exists=True, prompt=prompt, errors=errors)


def choose(
    name: str, user_dir: Path, default_dir: Path | None, try_: Try, *, access: FileAccess | None = None
) -> LoadedPrompt:
    """Return the first valid prompt of the files it may be in; raises PromptError if none is.

    `access` says where the paths of the library may lead, in which names that are near are looked for.
    """
    if not is_name(name):
        raise _not_found(name, (), user_dir, default_dir, access)
    tried: list[Tried] = []
    for folder, origin in ((user_dir, Origin.USER), (default_dir, Origin.DEFAULT)):
        if folder is None:
            continue
        attempt = try_(prompt_path(folder, name), origin)
        tried.append(attempt)
        if attempt.prompt is not None:
            return _loaded(attempt.prompt, tuple(tried))
    raise _not_found(name, tuple(tried), user_dir, default_dir, access)


def _loaded(prompt: SystemPrompt, tried: tuple[Tried, ...]) -> LoadedPrompt:
    used = tried[-1]
    if used.origin is Origin.USER:
        return LoadedPrompt(prompt, Status.USER, tried)
    passed_over = next((one for one in tried if one.exists and one is not used), None)
    if passed_over is None:
        return LoadedPrompt(prompt, Status.DEFAULT, tried)
    others = error_count(passed_over.errors) - 3
    warning = (
        f"{passed_over.path} can’t be used, so default {prompt.version} is used. "
        + " ".join(_with_line(error) for error in passed_over.errors[:3])
        + (f" And {others:,} more." if others > 0 else "")
    )
    return LoadedPrompt(prompt, Status.FALLBACK, tried, (warning,))


def _with_line(error: PromptError) -> str:
    return f"Line {error.line}: {error.message}" if error.line is not None else error.message


def _not_found(
    name: str, tried: tuple[Tried, ...], user_dir: Path, default_dir: Path | None, access: FileAccess | None
) -> PromptError:
    found = [one for one in tried if one.exists]
    causes = tuple(error for one in found for error in one.errors)
    folders = " and ".join(_shown(folder) for folder in (user_dir, default_dir) if folder is not None)
    near = [] if found else nearest(name, _other_names(name, user_dir, default_dir, access))
    if found:
        message = f"No prompt ‘{name}’ can be used: {_with_line(causes[0])}"
    elif tried:
        message = f"No prompt ‘{name}’. Looked in {folders}."
    else:
        message = f"‘{name}’ can’t be a prompt’s name. Looked nowhere."
    did_you_mean = f" Did you mean ‘{near[0]}’?" if near else ""
    return PromptError(
        PromptErrorType.FILE_NOT_FOUND,
        message + did_you_mean,
        str(tried[-1].path) if tried else "",
        suggestions=near or [suggestion for cause in causes for suggestion in cause.suggestions],
        causes=causes,
    )


def _shown(folder: Path) -> str:
    return f"{folder}/"


def _other_names(
    name: str, user_dir: Path, default_dir: Path | None, access: FileAccess | None
) -> Iterator[str]:
    try:
        names = prompt_names(user_dir, default_dir, access=access)
        yield from (other for other in names if other != name)
    except (OSError, FileError):
        return

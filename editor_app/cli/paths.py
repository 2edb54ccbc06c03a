"""The words of a command line as paths; imports little, as the window starts with it."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.cli.command_line import no_such_command
from editor_app.cli.failure import Failure
from editor_app.library.files.reading import FileError, quoted, reason_of, shown
from editor_app.library.paths import built_in_words
from editor_app.text import Sentence, meant, nearest

STANDARD_INPUT = "-"


def is_path(word: str) -> bool:
    """Whether a word is the path of an existing file or folder, or `-` for standard input."""
    return word == STANDARD_INPUT or os.path.lexists(word)


def existing_path(word: str) -> Path:
    """Return the absolute path of a word; raises Failure unless there is a file or folder, or it is `-`."""
    if not is_path(word):
        raise no_such_path(word)
    return path_of_word(word)


def path_of_word(word: str | Path) -> Path:
    """Return an absolute path, without following links."""
    return Path(os.path.normpath(Path.cwd() / word))


def make_folder_for(path: Path) -> None:
    """Make the folder that a file goes into, and those around it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        name = quoted(show_path(path.parent))
        raise FileError(
            Sentence("cli.folder-not-created", name=name, reason=reason_of(error)), path.parent
        ) from error


def show_path(path: Path | None) -> str:
    """Return a path as it is printed: relative to the current folder in it, a built-in text by what it is."""
    if path is None:
        return STANDARD_INPUT
    here = Path.cwd()
    return built_in_words(path) or str(path.relative_to(here) if path.is_relative_to(here) else path)


def no_such_path(word: str, *, or_command: bool = False) -> Failure:
    """Return the failure that there is no such file, and which was probably meant."""
    path = path_of_word(word)
    try:
        near = nearest(path.name, sorted(entry.name for entry in path.parent.iterdir()))
    except (OSError, ValueError):
        near = []
    near = [str(Path(word).parent / near[0])] if near else []
    if or_command and not near and Path(word).name == word:
        return no_such_command(word)
    missing = Sentence("cli.no-file", name=quoted(word))
    return Failure("not-found", missing, meant([shown(name) for name in near]), path=path, suggestions=near)

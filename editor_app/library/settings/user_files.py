"""TOML files of the user, in which comments, order and what the program does not know stay."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from errno import ELOOP, ENOENT, ENOTDIR
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.library.files.reading import FileError, quoted, read_file, reason_of
from editor_app.library.files.replacing import replace_file
from editor_app.library.files.setting_aside import set_aside
from editor_app.library.files.temporaries import locked
from editor_app.library.paths import make_private_dir
from editor_app.text import Sentence, decode

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

_MOST_BYTES: Final = 1024 * 1024


def read_user_file(path: Path) -> tuple[dict[str, object], str]:
    """Return the table in a file and its text; raises FileError where there is none."""
    import tomllib

    decoded = decode(read_file(path, _MOST_BYTES).data)
    name = quoted(path.name)
    if decoded.bad_byte is not None:
        raise FileError(Sentence("library.not-utf-8", name=name, byte=decoded.bad_byte + 1), path)
    try:
        return tomllib.loads(decoded.text), decoded.text
    except RecursionError as error:
        raise FileError(Sentence("library.too-deep", name=name), path) from error
    except ValueError as error:
        raise FileError(Sentence("library.not-toml", name=name, error=str(error)), path) from error


def change_user_file(
    path: Path, change: Callable[[TOMLDocument], object], not_saved: Callable[[str], Sentence]
) -> None:
    """Change a file, or make it; one that is no TOML is kept under another name.

    Where `change` returns False, nothing is written. Raises FileError if the file cannot be written, which
    `not_saved` says with the reason.
    """
    try:
        make_private_dir(path.parent)
        with locked(path.parent / f".{path.stem}.lock", path):
            data = _changed(path, change)
            if data is not None:
                target = Path(os.path.realpath(path))
                replace_file(target, data, like=target.stat() if target.exists() else None, mode=0o600)
    except OSError as error:
        raise FileError(not_saved(reason_of(error)), path) from error


def refused(error: FileError) -> OSError | None:
    """Return the fault that kept a file from being read, which tells nothing about its text."""
    cause = error.__cause__
    if not isinstance(cause, OSError) or cause.errno in (ENOENT, ENOTDIR, ELOOP):  # links that lead nowhere
        return None
    return cause


def place_of_key(name: str, key: str, source: str) -> str:
    """Return "keys.toml, line 3," for a key that begins the third line, the name where it is not found."""
    match = re.search(rf"^[ \t]*+[\"']?{re.escape(key)}[\"']?[ \t]*+=", source, re.MULTILINE)
    line = source.count("\n", 0, match.start()) + 1 if match is not None else 0
    return f"{name}, line {line}," if line else name


def _changed(path: Path, change: Callable[[TOMLDocument], object]) -> bytes | None:
    """Return the new bytes of a file, None if there is nothing to write."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    before = ""
    if _is_there(path):
        try:
            before = read_user_file(path)[1]
        except FileError as error:
            fault = refused(error)
            if fault is not None:
                raise fault from error
            set_aside(path)
    try:
        document = tomlkit.parse(before)
    except (TOMLKitError, RecursionError):
        set_aside(path)
        document = tomlkit.document()
    is_changed = change(document) is not False
    after = tomlkit.dumps(document)
    return after.encode() if is_changed and after != before else None


def _is_there(path: Path) -> bool:
    """Whether anything has this name; raises OSError where that cannot be told."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True

"""Reading the files that `file:` variables name, and no others.

A template may come from anybody, so a name is followed one folder at a time
from the working folder, never through a link, and only a regular file of
UTF-8 text is read. What lies elsewhere, or is known to hold secrets, needs to
be allowed by its path.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TypeAlias

from editor_app.text import to_engine_text
from editor_app.variables.notes import Cause, Note, short_name
from editor_app.variables.secrets import may_hold_secrets

MOST_BYTES = 1024 * 1024
_MOST_SHOWN = 200  # characters of a path
CAN_OPEN_BY_COMPONENT = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


@dataclass(frozen=True, slots=True)
class FileText:
    """A file's text, with LF and without byte-order mark, and where it was read."""

    text: str
    path: Path


FileReader: TypeAlias = Callable[[Path, str], FileText | Note]


def file_reader(
    allowed_files: Collection[Path] = (),
    *,
    only_in: Path | None = None,
    follows_links: bool = True,
    by_component: bool = CAN_OPEN_BY_COMPONENT,
) -> FileReader:
    """Return a function (folder, name) -> the file's text, or a note why there is none; it never raises.

    `allowed_files` may lie anywhere; they are paths without links, so that nobody can put another file in
    their place. `only_in` is the library of a workspace that is not trusted:
    nothing outside it is read. Without `follows_links` the folder has to be one whose links are resolved, and
    is not read where one of its parts was made a link since then. `by_component` opens one folder after the
    other; without it, for systems that cannot, the resolved path must be the named one.
    """
    granted = frozenset(map(os.fspath, allowed_files))
    confined = None if only_in is None else os.path.realpath(only_in)

    def read(folder: Path, name: str) -> FileText | Note:
        if not name or "\0" in name:
            shown = short_name(name).replace("\0", "␀")
            return Note(Cause.NO_SUCH_FILE, f"‘file:{shown}’ names no file. Write a path after the colon.")
        try:
            root = None if follows_links else Path(folder.anchor)
            return _read_named(folder, name, granted, confined, root, by_component=by_component)
        except (OSError, ValueError) as error:
            return _note_for(error, folder, name)

    return read


def _read_named(
    folder: Path,
    name: str,
    granted: frozenset[str],
    confined: str | None,
    root: Path | None,
    *,
    by_component: bool,
) -> FileText | Note:
    path, shown = folder / name, _shown(name)
    real = os.path.realpath(path)
    if confined is not None and not Path(real).is_relative_to(confined):
        which = f"‘{shown}’, which lies outside the library,"
        return not_trusted(folder, name, which, granted)
    pure = PurePath(name)
    if real in granted:
        top = Path(Path(real).anchor)
        return _read(top, Path(real).parts[1:], Path(real), shown, by_component=by_component)
    if pure.anchor or ".." in pure.parts:
        return _needs_grant(f"‘{shown}’ leads out of {folder}", path, real)
    if _may_hold_secrets(pure, real):
        return _needs_grant(f"‘{shown}’ may hold secrets", path, real)
    if root is not None:
        return _read(root, (*folder.parts[1:], *pure.parts), path, shown, by_component=by_component)
    return _read(folder, pure.parts, path, shown, by_component=by_component)


def not_trusted(folder: Path, name: str, which: str, granted: Collection[str]) -> Note:
    """Return the note that a file, `which` in words, is not read for want of trust."""
    path = _grant_needed(folder, name, granted)
    also = " and allow the file" if path is not None else ""
    sentence = f"{folder} is not trusted, so {which} is not read until you trust it{also}."
    return Note(Cause.NOT_TRUSTED, sentence, path)


def _grant_needed(folder: Path, name: str, granted: Collection[str] = ()) -> Path | None:
    """Return the file that has to be allowed in a trusted folder too, None for one that trust is enough for.

    `granted` are the paths, without links, that are allowed already.
    """
    if "\0" in name:  # no file can have that name
        return None
    real, pure = os.path.realpath(folder / name), PurePath(name)
    if real in granted:
        return None
    leads_out = bool(pure.anchor) or ".." in pure.parts
    place = Path(os.path.realpath(folder)).joinpath(*pure.parts)
    is_behind_link = os.path.normcase(place) != os.path.normcase(real)
    return Path(real) if leads_out or is_behind_link or _may_hold_secrets(pure, real) else None


def _may_hold_secrets(name: PurePath, real: str) -> bool:
    """Whether a file may hold secrets, by the name it was given or by where it is, links resolved."""
    return may_hold_secrets(name) or may_hold_secrets(PurePath(real)) or _is_settings_of_git(Path(real))


def _is_settings_of_git(path: Path) -> bool:
    """Whether a file is the configuration of a repository that may have any name: it can hold tokens."""
    is_named_so = path.name.lower() in {"config", "config.worktree"}
    return is_named_so and all(os.path.lexists(path.parent / name) for name in ("HEAD", "objects", "refs"))


def _read(
    root: Path, parts: tuple[str, ...], path: Path, name: str, *, by_component: bool
) -> FileText | Note:
    try:
        with (_open_by_component if by_component else _open_by_place)(root, parts) as descriptor:
            _refuse_unless_regular(os.fstat(descriptor).st_mode)
            return _decoded(_read_up_to(descriptor, MOST_BYTES + 1), path, name)
    except _LinkInTheWay as link:
        reason = f"‘{name}’ goes through the link ‘{link}’, and links are not followed"
        return _needs_grant(reason, path, os.path.realpath(path))
    except _NotAFile as found:
        return Note(Cause.NOT_A_FILE, f"‘{name}’ is {found}, not a file with text.")


@contextmanager
def _open_by_component(root: Path, parts: tuple[str, ...]) -> Iterator[int]:
    folders = os.O_DIRECTORY | os.O_CLOEXEC | getattr(os, "O_PATH", os.O_RDONLY)
    at = os.open(root, folders)
    try:
        for index, part in enumerate(parts):
            mode = os.stat(part, dir_fd=at, follow_symlinks=False).st_mode
            if stat.S_ISLNK(mode):
                raise _LinkInTheWay("/".join(parts[: index + 1]))
            flags = folders
            if index == len(parts) - 1:
                _refuse_unless_regular(mode)  # opening a device can already have an effect
                flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
            below = os.open(part, flags | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = below
        yield at
    finally:
        os.close(at)


@contextmanager
def _open_by_place(root: Path, parts: tuple[str, ...]) -> Iterator[int]:
    place = Path(os.path.realpath(root)).joinpath(*parts)
    moved = os.path.normcase(os.path.realpath(place)) != os.path.normcase(place)
    mode = place.lstat().st_mode
    if moved or stat.S_ISLNK(mode):  # a dangling link resolves to itself
        raise _LinkInTheWay("/".join(parts))
    _refuse_unless_regular(mode)
    descriptor = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        yield descriptor
    finally:
        os.close(descriptor)


class _LinkInTheWay(Exception):  # noqa: N818  it says what was met; it never leaves this module
    pass


class _NotAFile(Exception):  # noqa: N818  the same
    pass


def _refuse_unless_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
        raise _NotAFile(next((words for test, words in kinds if test(mode)), "a device"))


def _read_up_to(descriptor: int, most: int) -> bytes:
    pieces: list[bytes] = []
    while most > 0 and (piece := os.read(descriptor, most)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _decoded(data: bytes, path: Path, name: str) -> FileText | Note:
    if len(data) > MOST_BYTES:
        return Note(Cause.TOO_LARGE, f"‘{name}’ is larger than 1 MB, the most a variable can hold.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Note(Cause.NOT_TEXT, f"‘{name}’ is not UTF-8 text: byte {error.start + 1} cannot be read.")
    if "\0" in text:
        return Note(Cause.NOT_TEXT, f"‘{name}’ is not text: byte {data.index(0) + 1} is NUL.")
    return FileText(to_engine_text(text.removeprefix("\ufeff")), path)


def _needs_grant(reason: str, path: Path, real: str) -> Note:
    """Return the note; it tells which file would be read where a link leads to another than is named."""
    which = "it" if os.path.normpath(path) == real else f"‘{_shown(real)}’"
    return Note(Cause.NEEDS_GRANT, f"{reason}; {which} is read once you allow it.", Path(real))


def _note_for(error: OSError | ValueError, folder: Path, name: str) -> Note:
    shown = _shown(name)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Note(Cause.NO_SUCH_FILE, f"There is no file ‘{shown}’ in {folder}.")
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else "no file can have that name"
    return Note(Cause.UNREADABLE, f"‘{shown}’ in {folder} cannot be read: {reason}.")


def _shown(name: str) -> str:
    return short_name(name, _MOST_SHOWN)

"""Listing the files of a library, quickly and without opening pipes or devices."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from editor_app.library.files.reading import (
    FileError,
    NotAllowed,
    allowed_end,
    not_utf8_sentence,
    quoted,
    read_file,
    read_file_head,
    reason_of,
    shown,
    sort_of_file,
)
from editor_app.library.files.temporaries import is_temporary_name
from editor_app.library.folders import Library, kind_by_path, kind_in_library, repository_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.ignoring import MOST_WEIGHT, IgnoreFile, is_ignored, read_ignore_rules
from editor_app.library.kinds import UNRECOGNISED, Kind, empty_folder_kind
from editor_app.text import Diagnostic, Sentence, decode

MOST_FILES = 100_000
MOST_DEPTH = 64
_IGNORE_NAME = ".gitignore"
SHOWN_FOLDERS = frozenset(
    (".github", ".claude", ".cursor", ".codex", ".gemini", ".windsurf", ".agents", ".vscode")
)
"""The hidden folders that people keep prompts in."""

_SKIPPED_FOLDERS = frozenset(("node_modules",))
_MOST_IGNORE_BYTES = 1024 * 1024
_FILES_A_STEP = 20


class LibraryFile(NamedTuple):
    """A file of a library, or a folder of a kind of folders that lacks its files, such as an empty chat.

    `path` is absolute; `relative` is the path from the root with `/` between
    the folders, safe to print; `problem` says why the file cannot be opened.
    `beside` are the problems that its name has among those of the files beside it, once these were looked at.
    """

    path: Path
    relative: str
    kind: Kind
    problem: str | None = None
    beside: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a library sorted by path, the folders that were searched, and temporary files in these."""

    files: tuple[LibraryFile, ...]
    folders: tuple[Path, ...]
    temporaries: tuple[Path, ...] = ()


class _Folder(NamedTuple):
    path: str
    relative: tuple[str, ...]
    ignores: tuple[IgnoreFile, ...]


def list_files(library: Library) -> tuple[LibraryFile, ...]:
    """List a library's files by path, without node_modules and what .gitignore names.

    Of hidden folders only SHOWN_FOLDERS and those that foreword.toml shows are searched. Links to folders
    are not followed; in a library that is not trusted, none to files outside, and no .gitignore above it is
    read. Pipes, devices, names that are not UTF-8 and what cannot be read are listed with a
    problem and never opened.
    """
    return scan_library(library).files


def scan_library(library: Library, most_files: int = MOST_FILES) -> Contents:
    """List a library's files and folders; where there are too many, the last file listed says so."""
    return next(contents for contents in scan_in_steps(library, most_files) if contents is not None)


def scan_in_steps(library: Library, most_files: int = MOST_FILES) -> Iterator[Contents | None]:
    """Do the same in small steps, between which the caller can work; the last yields the contents."""
    above = _ignores_above(library.root) if library.is_trusted else ()
    waiting = [_Folder(os.fspath(library.root), (), above)]
    files: list[LibraryFile] = []
    folders: list[Path] = []
    temporaries: list[Path] = []
    while waiting and len(files) <= most_files and len(folders) <= most_files:
        folder = waiting.pop()
        folders.append(Path(folder.path))
        for item in _items_in(library, folder):
            if isinstance(item, _Folder):
                waiting.append(item)
            elif isinstance(item, Path):
                temporaries.append(item)
            else:
                files.append(item)
                if len(files) > most_files:
                    break
                if len(files) % _FILES_A_STEP == 0:
                    yield None
        yield None
    is_whole = not waiting and len(files) <= most_files
    files = sorted(files[:most_files], key=lambda file: file.relative)
    if not is_whole:
        problem = Sentence("library.listed-only", count=len(files))
        files.append(LibraryFile(library.root, ".", UNRECOGNISED, problem))
    yield Contents(tuple(files), tuple(sorted(folders)), tuple(sorted(temporaries)))


def list_names(root: Path, most_files: int, *, only_in: Path | None = None) -> tuple[str, ...]:
    """List the files under a folder by their paths from it, the nearest first, without opening any.

    Those that are ignored, most hidden folders and what is no file are left out; so is what can't be listed.
    `only_in` is a library that is not trusted: no `.gitignore` outside of it is read.
    """
    above = _ignores_above(root) if only_in is None else ()
    waiting = deque([_Folder(os.fspath(root), (), above)])
    names: list[str] = []
    while waiting and len(names) < most_files:
        folder = waiting.popleft()
        try:
            with os.scandir(folder.path) as entries:
                in_order = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        is_read = only_in is None or Path(folder.path).is_relative_to(only_in)
        ignores = _ignores_in(folder, in_order) if is_read else folder.ignores
        for entry, is_folder in _not_ignored(in_order, ignores, SHOWN_FOLDERS):
            path = (*folder.relative, entry.name)
            if not _is_utf8(entry.name):
                continue
            if is_folder and len(path) < MOST_DEPTH:
                waiting.append(_Folder(entry.path, path, _within(ignores, entry.name)))
            elif not is_folder and entry.is_file():
                names.append("/".join(path))
    return tuple(names[:most_files])


def _items_in(library: Library, folder: _Folder) -> Iterator[LibraryFile | _Folder | Path]:
    """Yield the files of one folder, the folders in it to be searched next, and paths of temporary files."""
    relative = "".join(f"{name}/" for name in folder.relative)
    try:
        with os.scandir(folder.path) as scan:
            entries = list(scan)
    except OSError as error:
        name = relative.rstrip("/")
        problem = Sentence(
            "library.folder-not-listed", name=quoted(name or folder.path), reason=reason_of(error)
        )
        yield LibraryFile(Path(folder.path), name or ".", UNRECOGNISED, problem)
        return
    ignores = _ignores_in(folder, entries)
    if len(ignores) > len(folder.ignores) and ignores[-1].left_out:
        problem = Sentence("library.ignores-left-out", line=ignores[-1].left_out)
        yield LibraryFile(Path(folder.path, _IGNORE_NAME), relative + _IGNORE_NAME, UNRECOGNISED, problem)
    shown_folders = SHOWN_FOLDERS.union(library.config.show)
    has_folders = False
    for entry, is_folder in _not_ignored(entries, ignores, shown_folders):
        if is_folder:
            has_folders = True
            yield _folder(entry, (*folder.relative, entry.name), ignores)
        elif (file := _file(library, entry, relative + entry.name)) is not None:
            yield file
    kind = None if has_folders else empty_folder_kind(folder.relative, [entry.name for entry in entries])
    if kind is not None:
        yield LibraryFile(Path(folder.path), relative.rstrip("/"), kind)
    yield from (Path(entry.path) for entry in entries if is_temporary_name(entry.name))


def _ignores_in(folder: _Folder, entries: list[os.DirEntry[str]]) -> tuple[IgnoreFile, ...]:
    """Return the .gitignore files above a folder as they are in it, and its own."""
    if any(entry.name == _IGNORE_NAME for entry in entries):
        return folder.ignores + _read_ignores(Path(folder.path, _IGNORE_NAME), folder.ignores)
    return folder.ignores


def _within(ignores: tuple[IgnoreFile, ...], folder: str) -> tuple[IgnoreFile, ...]:
    return tuple(file.within(folder) for file in ignores)


def _not_ignored(
    entries: list[os.DirEntry[str]], ignores: tuple[IgnoreFile, ...], shown_folders: frozenset[str]
) -> Iterator[tuple[os.DirEntry[str], bool]]:
    """Yield the entries of a folder that are not skipped or ignored, each with whether it is a folder."""
    for entry in entries:
        name = entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        is_hidden = name.startswith(".") and name not in shown_folders
        if is_folder and (is_hidden or name in _SKIPPED_FOLDERS):
            continue
        if not (ignores and is_ignored(ignores, name, is_folder=is_folder)):
            yield entry, is_folder


def _folder(
    entry: os.DirEntry[str], path: tuple[str, ...], ignores: tuple[IgnoreFile, ...]
) -> LibraryFile | _Folder:
    """Return a folder to search, or the file that says why it is not searched."""
    if not _is_utf8(entry.name):
        problem = not_utf8_sentence(entry.name)
    elif len(path) >= MOST_DEPTH:
        problem = Sentence("library.folder-too-deep", name=quoted(entry.name))
    else:
        return _Folder(entry.path, path, _within(ignores, entry.name))
    return LibraryFile(Path(entry.path), shown("/".join(path)), UNRECOGNISED, problem)


def _file(library: Library, entry: os.DirEntry[str], relative: str) -> LibraryFile | None:
    """Return the file of an entry that is no folder; None for one that is not listed."""
    path = Path(entry.path)
    if not _is_utf8(entry.name):
        return LibraryFile(path, shown(relative), UNRECOGNISED, not_utf8_sentence(entry.name))
    kind, problem = _kind_and_problem(library, entry, relative)
    if problem == "" or (not kind.is_recognised and entry.name.startswith(".")):
        return None
    return LibraryFile(path, relative, kind, problem)


def _kind_and_problem(library: Library, entry: os.DirEntry[str], relative: str) -> tuple[Kind, str | None]:
    """Return a file's kind and why it cannot be opened, "" for a link to a folder of the library."""
    try:
        if entry.is_symlink() and sort_of_file(entry.stat().st_mode) is None:
            allowed_end(Path(entry.path), library.access)
        # Most entries are plain files, which the folder itself tells without another call.
        sort = None if entry.is_file(follow_symlinks=False) else sort_of_file(entry.stat().st_mode)
        if sort is None:
            kind = kind_by_path(library, relative)
            if kind is None:
                kind = kind_in_library(library, relative, read_file_head(entry.path, HEAD_BYTES))
            return kind, None
    except NotAllowed as error:
        return kind_in_library(library, relative, None), error.sentence
    except OSError as error:
        failure = Sentence("library.unreadable", name=quoted(entry.name), reason=reason_of(error))
        if entry.is_symlink():
            failure = Sentence("library.leads-to-nothing", name=quoted(entry.name))
        return kind_in_library(library, relative, None), failure
    if not entry.is_dir():
        sentence = Sentence("library.not-openable", name=quoted(entry.name), sort=sort)
        return kind_in_library(library, relative, None), sentence
    if Path(entry.path).resolve().is_relative_to(library.root.resolve()):
        return UNRECOGNISED, ""  # the link's target is listed where it lies
    sentence = Sentence("library.link-to-folder", name=quoted(entry.name))
    return UNRECOGNISED, sentence


def _is_utf8(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def _read_ignores(path: Path, above: tuple[IgnoreFile, ...]) -> tuple[IgnoreFile, ...]:
    """Return the rules of a .gitignore, as far as those above it leave room for them."""
    try:
        if path.is_symlink():  # git does not follow one either
            return ()
        text = decode(read_file(path, _MOST_IGNORE_BYTES).data).text
    except (OSError, FileError):
        return ()
    return (read_ignore_rules(text, MOST_WEIGHT - sum(file.weight for file in above)),)


def _ignores_above(root: Path) -> tuple[IgnoreFile, ...]:
    """Return the .gitignore files from a library's repository down to it, as they are in it.

    Nothing for a library that they ignore, which was opened on purpose.
    """
    repository = repository_of(root)
    if repository is None or repository == root:
        return ()
    ignores: tuple[IgnoreFile, ...] = ()
    folder = repository
    for name in root.relative_to(repository).parts:
        if os.path.lexists(folder / _IGNORE_NAME):
            ignores += _read_ignores(folder / _IGNORE_NAME, ignores)
        if is_ignored(ignores, name, is_folder=True):
            return ()
        ignores = _within(ignores, name)
        folder /= name
    return ignores

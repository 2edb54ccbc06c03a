"""Checking the files of a library, for the command line and the window alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from editor_app.analysis.analysis import Analysis, read_document, row_of
from editor_app.analysis.outline import OutlineItem
from editor_app.library.files.reading import FileError, read_file, read_file_head
from editor_app.library.folders import Library, access_of, kind_of, open_library, repository_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kinds import UNRECOGNISED, Kind, all_kinds, container_of, kind_named
from editor_app.library.listing import LibraryFile
from editor_app.library.paths import CONFIG_NAME
from editor_app.text import Diagnostic, Edit, LineIndex, Severity, Span, decode, in_file_order
from editor_app.text.hidden import hidden_characters
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import Catalog
from editor_app.variables.declarations import VARIABLES_NAME

_SETTINGS = (CONFIG_NAME, VARIABLES_NAME)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The problems of a file or a folder, and its blocks.

    `lines` is None where there is no text that could be read. `parts` is how many a list shows of what the
    file consists of, and the noun for one.
    """

    path: Path
    kind: Kind
    diagnostics: tuple[Diagnostic, ...]
    lines: LineIndex | None
    parts: tuple[int, str] = (0, "")
    blocks: tuple[OutlineItem, ...] = ()


def files_to_check(library: Library, files: Iterable[LibraryFile]) -> Iterator[LibraryFile]:
    """Yield the files to check: the library's own settings, and each of its files of a known kind."""
    for path in filter(os.path.lexists, [library.root / name for name in _SETTINGS]):
        yield LibraryFile(path, path.name, UNRECOGNISED)
    yield from with_name_problems(
        file
        for file in files
        if (file.kind.is_recognised or file.problem is not None) and file.relative not in _SETTINGS
    )


def with_name_problems(files: Iterable[LibraryFile]) -> Iterator[LibraryFile]:
    """Yield files of a library with the problems that their names have among those beside them."""
    waiting = tuple(files)
    names: dict[tuple[Path, str], list[str]] = {}
    for file in waiting:
        folder = container_of(file.kind, file.path)
        if folder is not None:
            names.setdefault((folder, file.kind.part_of.container), []).append(file.path.name)
    problems: dict[Path, Diagnostic] = {}
    for (folder, kind), in_folder in names.items():
        container = kind_named(kind)
        of_folder = row_of(container).folder if container is not None else None
        by_name = of_folder.by_name(folder, in_folder) if of_folder is not None else {}
        problems.update((folder / name, problem) for name, problem in by_name.items())
    for file in waiting:
        yield file._replace(beside=(problems[file.path],)) if file.path in problems else file


def check_folder(folder: Path) -> CheckedFile | None:
    """Check a folder in which no file was found; None where none has to be."""
    for kind in (kind for kind in all_kinds() if kind.is_of_folders):
        problem = _problem_of_empty(kind, folder)
        if problem is not None:
            return CheckedFile(folder, kind, (problem,), None)
    return None


def _problem_of_empty(kind: Kind, folder: Path) -> Diagnostic | None:
    of_folder = row_of(kind).folder
    return None if of_folder is None else of_folder.of_empty(folder)


def check_file(
    file: LibraryFile,
    catalog: Catalog,
    now: datetime,
    *,
    is_interactive: bool = False,
    library: Library | None = None,
) -> CheckedFile:
    """Check a file of a library; `now` and `is_interactive` are those of `analyse`.

    Given the library, the files that it names are looked for.
    """
    if file.problem is not None:
        return _unreadable(file, file.problem)
    if file.kind.is_of_folders:
        problem = _problem_of_empty(file.kind, file.path)
        return CheckedFile(file.path, file.kind, () if problem is None else (problem,), None)
    try:
        if file.relative == CONFIG_NAME:
            return check_settings(file.path)
        data = read_file(file.path, access=access_of(library)).data
    except FileError as error:
        return _unreadable(file, error.sentence)
    analysis = read_document(
        data, file.kind, file.path.name, catalog=catalog, now=now, is_interactive=is_interactive
    )
    linked: tuple[Diagnostic, ...] = ()
    if library is not None:
        linked = linked_problems(analysis, file.path, library, is_interactive=is_interactive)
    more = (*file.beside, *linked)
    diagnostics = in_file_order([*more, *analysis.diagnostics]) if more else analysis.diagnostics
    blocks = analysis.outline if analysis.row.sending.blocks is not None else ()
    parts = analysis.row.reading.parts(analysis)
    return CheckedFile(file.path, file.kind, diagnostics, analysis.lines, parts, blocks)


def linked_problems(
    analysis: Analysis, path: Path, library: Library | None, *, is_interactive: bool = False
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the files that a file names: not there, or not where it may name them.

    They have to lie where `access_of_links` says. With `is_interactive`, only the first lines of a file of
    steps are read.
    """
    find = analysis.row.naming.linked_problems
    if find is None:
        return ()
    return find(analysis, path, access_of_links(path, library), is_interactive)


def access_of_links(path: Path, library: Library | None) -> FileAccess:
    """Return where the paths may lead that a file names: without a library, into its repository or folder."""
    if library is not None:
        return library.access
    beside = path.parent.parent if path.parent.name == "runs" else path.parent
    return FileAccess(repository_of(path.parent) or beside, is_trusted=True)


def check_settings(config: Path) -> CheckedFile:
    """Check a library's foreword.toml and the folders that it names; raises FileError where no library is."""
    _, problems = open_library(config.parent)
    try:
        source = decode(read_file(config, access=FileAccess(config.parent, config.parent)).data).text
    except FileError:  # already one of the problems
        source = ""
    diagnostics = in_file_order([*problems, *hidden_characters(source)])
    return CheckedFile(config, UNRECOGNISED, diagnostics, LineIndex(source))


def _unreadable(file: LibraryFile, sentence: str) -> CheckedFile:
    problem = Diagnostic("unreadable-file", Severity.ERROR, Span(0, 0), sentence)
    return CheckedFile(file.path, file.kind, (*file.beside, problem), None)


def edit_of_rename(library: Library, path: Path, new_name: str) -> Callable[[str], Edit | None] | None:
    """Return what gives the edit of a file's text that its new name asks for; None for a kind without one."""
    try:
        kind = kind_of(library, path, read_file_head(path, HEAD_BYTES))
    except (OSError, ValueError):
        return None
    make_edit = row_of(kind).naming.edit_of_rename
    return None if make_edit is None else partial(make_edit, path.name, new_name)

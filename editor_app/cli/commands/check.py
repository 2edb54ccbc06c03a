"""`foreword check`: what is wrong in files, or in the whole library; no value is resolved, nothing is run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from editor_app.analysis import catalog_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import STANDARD_INPUT, absolute, is_path, no_such_path
from editor_app.cli.problem_lines import problem_line
from editor_app.cli.sources import (
    library_around,
    library_of,
    open_current_library,
    read_source,
    source_from,
)
from editor_app.cli.streams import Streams
from editor_app.library import (
    CONFIG_NAME,
    FileError,
    Kind,
    Library,
    LibraryFile,
    is_folder,
    list_files,
    open_library,
    read_file,
)
from editor_app.text import LineIndex, Severity, decode
from editor_app.variables import VARIABLES_NAME, Catalog
from editor_app.wire import Problem, check_document, problems_of, sarif_log, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print every problem; errors, and with `--strict` warnings, make the exit code 1."""
    checked = list(_check_words(arguments))
    problems = [problem for found in checked for problem in found]
    if arguments.sarif:
        streams.write(to_json(sarif_log(problems, Path.cwd())))
    elif arguments.json:
        streams.write(to_json(check_document(problems, len(checked))))
    else:
        streams.print(*map(problem_line, problems))
    worst = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(problem.severity in worst for problem in problems))


def _check_words(arguments: Arguments) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of each file that was looked at."""
    if not arguments.words:
        library = open_current_library(arguments)
        yield from _check_folder(library, library.root)
    for word in arguments.words:
        if not is_path(word):
            raise no_such_path(word)
        path = absolute(word)
        if word == STANDARD_INPUT:
            yield read_source(word, arguments, None).problems
        elif is_folder(path):
            yield from _check_folder(library_around(path, arguments), path)
        elif path.name == CONFIG_NAME and arguments.kind is None:
            yield _check_config(path)
        else:
            yield read_source(word, arguments, library_of(path, arguments)).problems


def _check_folder(library: Library, folder: Path) -> Iterator[tuple[Problem, ...]]:
    catalog = catalog_of(library)
    config = library.root / CONFIG_NAME
    if config.is_relative_to(folder) and os.path.lexists(config):
        yield _check_config(config)
    for file in list_files(library):
        is_checked = file.kind is not Kind.OTHER or file.problem or file.path == library.root / VARIABLES_NAME
        if is_checked and file.path.is_relative_to(folder):
            yield _check_file(file, catalog)


def _check_file(file: LibraryFile, catalog: Catalog) -> tuple[Problem, ...]:
    if file.problem:
        return (_unreadable(file.path, file.problem),)
    try:
        data = read_file(file.path).data
    except FileError as error:
        return (_unreadable(file.path, error.sentence),)
    return source_from(data, file.path, file.kind, catalog).problems


def _check_config(config: Path) -> tuple[Problem, ...]:
    _, problems = open_library(config.parent)
    try:
        lines = LineIndex(decode(read_file(config).data).text)
    except FileError:
        lines = LineIndex("")
    return problems_of(problems, str(config), lines)


def _unreadable(path: Path, sentence: str) -> Problem:
    return Problem("unreadable-file", Severity.ERROR, sentence, str(path))

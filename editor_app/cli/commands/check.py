"""`foreword check`: list the problems of files or of a whole library; no variable is resolved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from editor_app.analysis import (
    catalog_of,
    check_file,
    check_folder,
    check_settings,
    files_to_check,
    linked_problems,
)
from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import STANDARD_INPUT, is_path, no_such_path, path_of_word
from editor_app.cli.problem_lines import problem_lines
from editor_app.cli.sources import (
    library_around,
    library_of,
    open_current_library,
    read_source,
)
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library import CONFIG_NAME, Library, is_folder, list_files
from editor_app.text import Severity
from editor_app.wire import (
    Problem,
    checked_files_document,
    problems_of,
    problems_of_file,
    sarif_log,
    to_json,
)


def run(arguments: Arguments, streams: Streams) -> int:
    """Print every problem; errors, and with `--strict` warnings, make the exit code 1."""
    checked = list(_check_words(arguments))
    problems = [problem for found in checked for problem in found]
    if arguments.sarif:
        streams.write(to_json(sarif_log(problems, Path.cwd())))
    elif arguments.json:
        streams.write(to_json(checked_files_document(problems, len(checked))))
    else:
        streams.print(*problem_lines(problems))
    worst = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(problem.severity in worst for problem in problems))


def _check_words(arguments: Arguments) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of each checked file."""
    if not arguments.words:
        library = open_current_library(arguments)
        yield from _check_folder(library, library.root)
    for word in arguments.words:
        if not is_path(word):
            raise no_such_path(word)
        path = path_of_word(word)
        if word == STANDARD_INPUT:
            yield read_source(word, arguments, None).problems
        elif is_folder(path):
            checked = tuple(_check_folder(library_around(path, arguments), path))
            yield from checked or map(problems_of_file, filter(None, [check_folder(path)]))
        elif path.name == CONFIG_NAME and arguments.kind is None:
            yield problems_of_file(check_settings(path))
        else:
            library_here = library_of(path, arguments)
            source = read_source(word, arguments, library_here)
            linked = linked_problems(source.analysis, path, library_here)
            yield (*source.problems, *problems_of(linked, str(path), source.analysis.lines))


def _check_folder(library: Library, folder: Path) -> Iterator[tuple[Problem, ...]]:
    catalog, now = catalog_of(library), utc_now()
    for file in files_to_check(library, list_files(library)):
        if file.path.is_relative_to(folder):
            yield problems_of_file(check_file(file, catalog, now, library=library))

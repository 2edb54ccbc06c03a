"""`foreword check`: list the problems of files or of a whole library; no variable is resolved."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import (
    check_file,
    check_folder,
    check_settings,
    files_to_check,
    linked_problems,
)
from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import STANDARD_INPUT, existing_path
from editor_app.cli.sources import (
    library_around,
    library_of,
    open_current_library,
    read_source,
)
from editor_app.cli.streams import Streams, problem_lines
from editor_app.clock import utc_now
from editor_app.library.folders import Library
from editor_app.library.listing import list_files
from editor_app.library.paths import CONFIG_NAME, is_folder
from editor_app.text import Sentence, Severity
from editor_app.wire.documents import checked_files_document
from editor_app.wire.problems import Problem, problems_of, problems_of_file, to_json
from editor_app.wire.sarif import sarif_log

_MOST_OF_A_SEVERITY = 1000


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the problems; errors, and with `--strict` warnings, make the exit code 1.

    Of each severity the first 1,000 are printed; of the others their number is said.
    """
    problems: list[Problem] = []
    counts = Counter[Severity]()
    files = 0
    for file_problems in streams.with_progress(_check_words(arguments), Sentence("cli.checked", count=0)):
        files += 1
        for problem in file_problems:
            counts[problem.severity] += 1
            if counts[problem.severity] <= _MOST_OF_A_SEVERITY:
                problems.append(problem)
    left = {
        str(severity): counts[severity] - _MOST_OF_A_SEVERITY
        for severity in Severity
        if counts[severity] > _MOST_OF_A_SEVERITY
    }
    if arguments.sarif:
        streams.write(to_json(sarif_log(problems, Path.cwd())))
    else:
        streams.show(lambda: checked_files_document(problems, files, left), problem_lines(problems))
    if left:
        rest = [Sentence("cli.more-of", severity=severity, count=count) for severity, count in left.items()]
        streams.tell(Sentence("cli.more-problems", counts=rest))
    worst = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return int(any(counts[severity] for severity in worst))


def _check_words(arguments: Arguments) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of each checked file."""
    if not arguments.words:
        library = open_current_library(arguments)
        yield from _check_folder(library, library.root)
    for word in arguments.words:
        path = existing_path(word)
        if word == STANDARD_INPUT:
            yield read_source(word, arguments, None).problems
        elif is_folder(path):
            checked = _check_folder(library_around(path, arguments), path)
            first = next(checked, None)
            problems = filter(None, [check_folder(path)]) if first is None else ()
            yield from map(problems_of_file, problems)
            yield from () if first is None else chain([first], checked)
        elif path.name == CONFIG_NAME and arguments.kind is None:
            yield problems_of_file(check_settings(path))
        else:
            library_here = library_of(path, arguments)
            source = read_source(word, arguments, library_here)
            linked = linked_problems(source.analysis, path, library_here)
            yield (*source.problems, *problems_of(linked, str(path), source.analysis.lines))


def _check_folder(library: Library, folder: Path) -> Iterator[tuple[Problem, ...]]:
    catalog, now = catalog_of(library), utc_now()
    within = os.path.join(folder, "")  # noqa: PTH118  a library has 100 000 files, and a Path takes long
    for file in files_to_check(library, list_files(library)):
        if f"{file.path}/".startswith(within):
            yield problems_of_file(check_file(file, catalog, now, library=library))

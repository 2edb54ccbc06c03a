"""Finding what a word of the command line names: a file by path, else a prompt or the template by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from editor_app.analysis import cases_of, catalog_of, row_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, is_path, path_of_word
from editor_app.cli.sources import (
    Source,
    library_of,
    not_found,
    only_in,
    open_current_library,
    read_source,
    source_from,
)
from editor_app.cli.streams import Streams
from editor_app.library import (
    HEAD_BYTES,
    PROMPT_KIND,
    TEMPLATE_KIND,
    TEMPLATE_NAME,
    Library,
    all_kinds,
    is_file,
    kind_of,
    owners_of,
    read_file,
)
from editor_app.prompts import (
    Origin,
    PromptError,
    PromptErrorType,
    PromptSource,
    Status,
    cases_path,
    load_prompt,
)
from editor_app.text import nearest
from editor_app.wire import Problem, problem_of_error

CASES_SUFFIX = ".cases.yaml"


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A text that a command line names: where it was loaded from, its cases files, warnings and problems.

    `source` is None where no file could be used; `problems` say why.
    """

    source: Source | None
    origin: PromptSource
    library: Library | None
    cases: tuple[Path, ...] = ()
    warnings: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def find(word: str, arguments: Arguments, streams: Streams) -> NamedSource:
    """Find a file by its path, else a prompt or the system-prompt template by its name."""
    if not is_path(word):
        here = open_current_library(arguments, streams)
        return _find_template(here) if word == TEMPLATE_NAME else _find_prompt(word, here)
    library = None if word == STANDARD_INPUT else library_of(path_of_word(word), arguments, streams)
    source = read_source(word, arguments, library)
    if not source.analysis.row.is_sent:
        kinds = ", ".join(sorted(kind.value for kind in all_kinds() if row_of(kind).is_sent))
        sentence = f"‘{source.shown}’ is no text that is sent to a model. Choose a file of kind {kinds}."
        raise Failure("kind", sentence, path=source.path)
    return found_file(source, library)


def find_for_cases(cases: Path, library: Library | None) -> NamedSource | None:
    """Find the text that a cases file belongs to: the library’s prompt of that name, else the file beside it.

    The user's cases of the system-prompt template may have no template beside them; then it is the default.
    """
    beside = [cases.with_name(name) for name in owners_of(cases.name)]
    for path in filter(is_file, beside):
        data = read_file(path, only_in=only_in(library)).data
        kind = kind_of(library, path, data[:HEAD_BYTES])
        if row_of(kind).is_sent and not (kind.has_prompt_names and library):
            return found_file(source_from(data, path, kind, catalog_of(library)), library)
    if library is None:
        return None
    relative = library.name_in_dirs(cases)
    if relative is None:
        return None
    try:
        return _find_prompt(relative.removesuffix(CASES_SUFFIX), library)
    except Failure:
        return _find_template(library) if cases == cases_path(library.own_template) else None


def found_file(source: Source, library: Library | None) -> NamedSource:
    """Return a file that was read by its path as a NamedSource."""
    path = source.path
    if path is None:
        return NamedSource(source, PromptSource(Origin.USER, STANDARD_INPUT), library)
    origin = library.origin_of(path) if library is not None else Origin.USER
    return NamedSource(source, PromptSource(origin, str(path)), library, cases_of(path, library))


def _find_template(library: Library) -> NamedSource:
    """Read the system-prompt template: the user's, else the default."""
    is_own = library.has_own_template
    path = library.own_template if is_own else library.default_template
    source = source_from(
        read_file(path, only_in=library.only_in).data, path, TEMPLATE_KIND, catalog_of(library)
    )
    found = found_file(source, library)
    return found if is_own else replace(found, origin=replace(found.origin, is_fallback=True))


def _find_prompt(name: str, library: Library) -> NamedSource:
    """Load a prompt by its name; one that is not found raises Failure, an invalid one has problems."""
    folders = library.prompt_dirs
    cases = tuple(folder / f"{name}{CASES_SUFFIX}" for folder in folders)
    try:
        loaded = load_prompt(name, library.user_dir, library.default_dir, only_in=library.only_in)
    except PromptError as error:
        causes = [cause for cause in error.causes if cause.type is not PromptErrorType.FILE_NOT_FOUND]
        if not causes:
            near = error.suggestions or nearest(name, [TEMPLATE_NAME])
            raise not_found(name, folders, near) from error
        origin = PromptSource(Origin.USER, causes[0].file_path)
        return NamedSource(None, origin, library, cases, problems=tuple(map(problem_of_error, causes)))
    path = Path(loaded.prompt.source.file_path)
    source = source_from(
        read_file(path, only_in=library.only_in).data, path, PROMPT_KIND, catalog_of(library)
    )
    warnings = loaded.warnings if loaded.status is Status.FALLBACK else ()
    return NamedSource(source, loaded.prompt.source, library, cases, warnings)

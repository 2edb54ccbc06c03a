"""Finding what a word of the command line names: a file by path, else a prompt or the template by name."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.analysis import row_of
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, is_path, path_of_word, show_path
from editor_app.cli.sources import (
    access_to,
    library_of,
    not_found,
    open_current_library,
    read_source,
    source_from,
)
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.companions import owners_of
from editor_app.library.files.reading import read_file
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kinds import all_kinds
from editor_app.library.paths import is_file
from editor_app.prompts.cases.cases import cases_path
from editor_app.wire.named_texts import (
    CASES_SUFFIX,
    NamedSource,
    NoSuchName,
    find_named,
    find_prompt,
    find_template,
    found_source,
)


def find(word: str, arguments: Arguments, streams: Streams) -> NamedSource:
    """Find a file by its path, else a prompt or the system-prompt template by its name."""
    if not is_path(word):
        return _find_named(word, open_current_library(arguments, streams))
    library = None if word == STANDARD_INPUT else library_of(path_of_word(word), arguments, streams)
    source = read_source(word, arguments, library)
    if not source.analysis.row.sending.is_sent:
        kinds = ", ".join(sorted(kind.value for kind in all_kinds() if row_of(kind).sending.is_sent))
        sentence = f"‘{source.shown}’ is no text that is sent to a model. Choose a file of kind {kinds}."
        raise Failure("kind", sentence, path=source.path)
    return found_source(source, library)


def find_for_cases(cases: Path, library: Library | None, arguments: Arguments) -> NamedSource | None:
    """Find the text that a cases file belongs to: the library’s prompt of that name, else the file beside it.

    The user's cases of the system-prompt template may have no template beside them; then it is the default.
    """
    now = utc_now()
    beside = [cases.with_name(name) for name in owners_of(cases.name)]
    for path in filter(is_file, beside):
        data = read_file(path, access=access_to(path, library, arguments)).data
        kind = kind_of(library, path, data[:HEAD_BYTES])
        if row_of(kind).sending.is_sent and not (kind.has_prompt_names and library):
            return found_source(source_from(data, path, kind, catalog_of(library)), library)
    if library is None:
        return None
    relative = library.name_in_dirs(cases)
    if relative is None:
        return None
    try:
        return find_prompt(relative.removesuffix(CASES_SUFFIX), library, now=now, show=show_path)
    except NoSuchName:
        is_of_template = cases == cases_path(library.own_template)
        return find_template(library, now=now, show=show_path) if is_of_template else None


def _find_named(name: str, library: Library) -> NamedSource:
    try:
        return find_named(name, library, now=utc_now(), show=show_path)
    except NoSuchName as error:
        raise not_found(name, error.looked_in, error.suggestions) from error

"""What a word of the command line names: its library, file and kind, and its text analysed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from editor_app.analysis.analysis import row_of
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.paths import STANDARD_INPUT, is_path, path_of_word, show_path
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.files.reading import quoted, read_file
from editor_app.library.finding import LIBRARY_VARIABLE, find_library, library_containing, own_user_library
from editor_app.library.folders import Library, kind_of, open_library, repository_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.library.kinds import Kind, all_kinds, kind_named, kind_names, owners_of, why_no_kind_of_files
from editor_app.library.paths import TEMPLATE_NAME, is_file, state_dir
from editor_app.library.trust.trust import library_with_trust
from editor_app.prompts.cases.cases import cases_path
from editor_app.prompts.entities import PromptErrorType
from editor_app.prompts.names import PROMPT_SUFFIX
from editor_app.text import Sentence, meant
from editor_app.variables.access import FileAccess
from editor_app.variables.catalog import Catalog
from editor_app.variables.declarations import VARIABLES_NAME
from editor_app.wire import named_texts
from editor_app.wire.named_texts import (
    CASES_SUFFIX,
    NamedSource,
    NoSuchName,
    Source,
    find_named,
    find_prompt,
    find_standard,
    found_source,
)


def open_current_library(
    arguments: Arguments, streams: Streams | None = None, own_library: Callable[[], Path] | None = None
) -> Library:
    """Open the library of a command without a path (`--library`, environment, current folder).

    With `streams`, problems of its settings are printed. Where there is none, `own_library` says which it is;
    without that it is the user's own in the data folder.
    """

    def own() -> Path:
        root = (own_library or own_user_library)()
        if streams is not None:
            streams.tell(Sentence("cli.own-library", name=quoted(root)))
        return root

    return _open(find_library(arguments.library, os.environ, Path.cwd(), own), arguments, streams)


def library_around(folder: Path, arguments: Arguments) -> Library:
    """Open the library that a folder is in, else the folder itself as a library."""
    return library_of(folder / VARIABLES_NAME, arguments) or _open(folder, arguments)


def library_of(path: Path, arguments: Arguments, streams: Streams | None = None) -> Library | None:
    """Open the library of a file: that of `--library`, else the one around it; None if there is none.

    With `streams`, problems of its settings are printed.
    """
    named = arguments.library
    if named is None and os.environ.get(LIBRARY_VARIABLE):
        around = Path.cwd() / os.environ[LIBRARY_VARIABLE]
        named = around if path.is_relative_to(around) else None
    root = find_library(named, os.environ, Path.cwd()) if named is not None else library_containing(path)
    return None if root is None else _open(root, arguments, streams)


def access_to(path: Path, library: Library | None, arguments: Arguments) -> FileAccess | None:
    """Return where the path of a named file may lead: that of no library stays in its repository.

    None where it is in neither: then the user named it, wherever it leads.
    """
    if library is not None:
        return library.access
    repository = repository_of(path.parent)
    allowed = _allowed_files(arguments)
    return None if repository is None else FileAccess(repository, is_trusted=True, allowed_files=allowed)


def read_named(path: Path, library: Library | None, arguments: Arguments) -> bytes:
    """Return the bytes of a file that was named."""
    return read_file(path, access=access_to(path, library, arguments)).data


def _allowed_files(arguments: Arguments) -> frozenset[Path]:
    return frozenset(Path(os.path.realpath(path_of_word(word))) for word in arguments.allow_file)


def read_source(word: str, arguments: Arguments, library: Library | None) -> Source:
    """Read the file a word names, or standard input, and analyse it."""
    kind = named_kind(arguments)
    if word == STANDARD_INPUT:
        if kind is None:
            raise Failure("usage", Sentence("cli.input-without-kind", kinds=kind_names()))
        return source_from(Streams().read(), None, kind, catalog_of(library))
    path = path_of_word(word)
    data = read_named(path, library, arguments)
    kind = kind or kind_of(library, path, data[:HEAD_BYTES])
    return source_from(data, path, kind, catalog_of(library))


def source_from(data: bytes, path: Path | None, kind: Kind, catalog: Catalog) -> Source:
    """Analyse a file's bytes; a wrong encoding is then the only problem."""
    return named_texts.source_from(data, path, kind, catalog, now=utc_now(), show=show_path)


def named_kind(arguments: Arguments) -> Kind | None:
    """Return the kind given by `--kind`, None without it; an unknown one raises Failure."""
    if arguments.kind is None:
        return None
    kind = kind_named(arguments.kind)
    if kind is None:
        check_choice("--kind", arguments.kind, kind_names())
    elif kind.is_of_folders:
        raise Failure("usage", why_no_kind_of_files(kind), Sentence("cli.kind-of-file"))
    return kind


def not_found(name: str, looked_in: Iterable[Path], near: Sequence[str]) -> Failure:
    """Return the failure that there is no file and no prompt of that name."""
    tried = tuple(looked_in)
    folders = [f"{show_path(folder)}/" for folder in tried]
    path = tried[0] / f"{name}{PROMPT_SUFFIX}" if tried else None
    sentence = Sentence("cli.no-file-no-prompt", name=quoted(name), folders=folders)
    missing = PromptErrorType.FILE_NOT_FOUND
    return Failure(missing, sentence, meant(near), type_=missing, path=path, suggestions=near)


def _open(root: Path, arguments: Arguments, streams: Streams | None = None) -> Library:
    library, problems = open_library(root)
    library = replace(library, is_trusted=arguments.trust, allowed_files=_allowed_files(arguments))
    library = library_with_trust(library, state_dir())
    if streams is not None:
        for problem in problems:
            streams.tell(f"{quoted(library.root)}: {problem.message}")
    return library


def find(word: str, arguments: Arguments, streams: Streams) -> NamedSource:
    """Find a file by its path, else a prompt or the system-prompt template by its name."""
    if not is_path(word):
        try:
            return find_named(word, open_current_library(arguments, streams), now=utc_now(), show=show_path)
        except NoSuchName as error:
            raise not_found(word, error.looked_in, error.suggestions) from error
    library = None if word == STANDARD_INPUT else library_of(path_of_word(word), arguments, streams)
    source = read_source(word, arguments, library)
    if not source.analysis.row.sending.is_sent:
        kinds = sorted(kind.value for kind in all_kinds() if row_of(kind).sending.is_sent)
        raise Failure("kind", Sentence("cli.not-sent", name=source.shown, kinds=kinds), path=source.path)
    return found_source(source, library)


def find_for_cases(cases: Path, library: Library | None, arguments: Arguments) -> NamedSource | None:
    """Find the text that a cases file belongs to: the library’s prompt of that name, else the file beside it.

    The user's cases of the system-prompt template may have no template beside them; then it is the default.
    """
    now = utc_now()
    beside = [cases.with_name(name) for name in owners_of(cases.name)]
    for path in filter(is_file, beside):
        data = read_named(path, library, arguments)
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
        is_of_template = cases == cases_path(library.own_text(TEMPLATE_NAME))
        return find_standard(TEMPLATE_NAME, library, now=now, show=show_path) if is_of_template else None

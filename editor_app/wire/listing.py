"""What `list` shows of a library: its prompts with status and problems, and its other files by kind."""

from __future__ import annotations

from datetime import date

from editor_app.analysis import (
    INVALID,
    NamedText,
    catalog_of,
    check_file,
    index_library,
    load_named,
    with_name_problems,
)
from editor_app.library import STANDARD_KINDS, Library, LibraryFile
from editor_app.text import Severity, count_by_severity
from editor_app.variables import Catalog
from editor_app.wire.documents import ListedFile, ListedPrompt


def list_library(library: Library, today: date) -> tuple[list[ListedPrompt], list[ListedFile]]:
    """Return the prompts of a library by name, and the other files by path, the template among them."""
    index = index_library(library)
    catalog = catalog_of(library)
    files = {file.path: file for file in index.files}
    prompts = [_listed(load_named(one, library), files[one.path], catalog, today) for one in index.prompts]
    others = [_other(file) for file in with_name_problems(index.others)]
    for text in index.standard:
        kind, path = STANDARD_KINDS[text.name].value, str(text.path)
        others.append(ListedFile(text.name, kind, text.status, path))
    return prompts, sorted(others)


def _other(file: LibraryFile) -> ListedFile:
    """Return another file for the list; one that cannot be used for its name is `invalid`."""
    is_invalid = any(problem.severity is Severity.ERROR for problem in file.beside)
    return ListedFile(file.relative, file.kind.value, *((INVALID, str(file.path)) if is_invalid else ()))


def _listed(prompt: NamedText, file: LibraryFile, catalog: Catalog, today: date) -> ListedPrompt:
    """Return a prompt for the list, with the number of problems in the file it is loaded from."""
    numbers = count_by_severity(check_file(file, catalog, today).diagnostics)
    problems = numbers[Severity.ERROR] + numbers[Severity.WARNING]  # notes are not counted
    if prompt.loaded is None:
        return ListedPrompt(prompt.name, prompt.status, None, str(prompt.path), problems)
    used = prompt.loaded.prompt
    return ListedPrompt(prompt.name, prompt.status, used.version, used.source.file_path, problems)

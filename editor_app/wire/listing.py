"""What `list` shows of a library: its prompts with status and problems, and its other files by kind."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import check_file, with_name_problems
from editor_app.analysis.library_facts.index import INVALID, NamedText, index_library, load_named
from editor_app.library.folders import Library
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.listing import LibraryFile
from editor_app.text import Severity, count_by_severity
from editor_app.variables.catalog import Catalog
from editor_app.wire.documents import ListedChat, ListedFile, ListedPrompt


class Listed(NamedTuple):
    """What a library holds: the prompts by name, the other files by path, and the chats by their folders.

    The template and the messages of chats are among the files.
    """

    prompts: list[ListedPrompt]
    files: list[ListedFile]
    chats: list[ListedChat]


def list_library(library: Library, now: datetime) -> Listed:
    """Return what a library holds."""
    index = index_library(library)
    catalog = catalog_of(library)
    files = {file.path: file for file in index.files}
    prompts = [_listed(load_named(one, library), files[one.path], catalog, now) for one in index.prompts]
    in_chats = (file for chat in index.chats for file in chat.messages)
    others = [_other(file) for file in with_name_problems((*index.others, *in_chats))]
    for text in index.standard:
        kind, path = STANDARD_KINDS[text.name].value, str(text.path)
        others.append(ListedFile(text.name, kind, text.status, path))
    chats = [ListedChat(one.relative, one.kind.value, one.name, len(one.messages)) for one in index.chats]
    return Listed(prompts, sorted(others), sorted(chats))


def _other(file: LibraryFile) -> ListedFile:
    """Return another file for the list; one that cannot be used for its name is `invalid`."""
    is_invalid = any(problem.severity is Severity.ERROR for problem in file.beside)
    return ListedFile(file.relative, file.kind.value, *((INVALID, str(file.path)) if is_invalid else ()))


def _listed(prompt: NamedText, file: LibraryFile, catalog: Catalog, now: datetime) -> ListedPrompt:
    """Return a prompt for the list, with the number of problems in the file it is loaded from."""
    numbers = count_by_severity(check_file(file, catalog, now).diagnostics)
    problems = numbers[Severity.ERROR] + numbers[Severity.WARNING]  # notes are not counted
    if prompt.loaded is None:
        return ListedPrompt(prompt.name, prompt.status, None, str(prompt.path), problems)
    used = prompt.loaded.prompt
    return ListedPrompt(prompt.name, prompt.status, used.version, used.source.file_path, problems)

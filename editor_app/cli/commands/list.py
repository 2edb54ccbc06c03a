"""`foreword list`: the prompts with status, version and problems, and the other files by kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from editor_app.analysis import catalog_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library, source_from
from editor_app.cli.streams import Streams
from editor_app.library import FileError, Kind, Library, list_files, read_file
from editor_app.prompts import PromptError, load_prompt, prompt_names
from editor_app.text import Severity
from editor_app.variables import Catalog
from editor_app.wire import ListedFile, ListedPrompt, list_document, to_json

_UNUSABLE = "invalid"  # neither the user's file nor a default can be used


def run(arguments: Arguments, streams: Streams) -> int:
    """List a library."""
    library = open_current_library(arguments, streams)
    prompts = list(_prompts(library))
    files = [
        ListedFile(file.relative, file.kind) for file in list_files(library) if file.kind is not Kind.PROMPT
    ]
    if arguments.json:
        streams.write(to_json(list_document(prompts, files)))
    else:
        streams.print(*_prompt_rows(prompts), *([""] if prompts and files else []), *_file_rows(files))
    return 0


def _prompts(library: Library) -> Iterator[ListedPrompt]:
    catalog = catalog_of(library)
    for name in prompt_names(library.user_dir, library.default_dir):
        try:
            loaded = load_prompt(name, library.user_dir, library.default_dir)
        except PromptError as error:
            path = Path(error.causes[0].file_path if error.causes else error.file_path)
            yield ListedPrompt(name, _UNUSABLE, None, str(path), _count_problems(path, catalog))
            continue
        problems = sum(_count_problems(tried.path, catalog) for tried in loaded.tried if tried.exists)
        path_used = loaded.prompt.source.file_path
        yield ListedPrompt(name, loaded.status, loaded.prompt.version, path_used, problems)


def _count_problems(path: Path, catalog: Catalog) -> int:
    """Return how many errors and warnings a file has; notes are not counted."""
    try:
        source = source_from(read_file(path).data, path, Kind.PROMPT, catalog)
    except FileError:
        return 1
    return sum(problem.severity is not Severity.INFORMATION for problem in source.problems)


def _prompt_rows(prompts: list[ListedPrompt]) -> Iterator[str]:
    width = max((len(prompt.name) for prompt in prompts), default=0)
    for prompt in prompts:
        count = f"{prompt.problems} problem{'s' if prompt.problems > 1 else ''}" if prompt.problems else ""
        yield f"{prompt.name:<{width}}  {prompt.status:<8}  {prompt.version or '-':<8}  {count}".rstrip()


def _file_rows(files: list[ListedFile]) -> Iterator[str]:
    width = max((len(file.kind) for file in files), default=0)
    for file in sorted(files, key=lambda file: (file.kind, file.path)):
        yield f"{file.kind:<{width}}  {file.path}"

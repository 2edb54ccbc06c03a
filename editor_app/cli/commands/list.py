"""`foreword list`: list the prompts with status, version and problems, and the other files by kind."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.analysis import NamedText, catalog_of, check_file, index_library, load_named
from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library import TEMPLATE_KIND, LibraryFile
from editor_app.text import Severity, count_by_severity
from editor_app.variables import Catalog
from editor_app.wire import ListedFile, ListedPrompt, list_document, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the prompts and the other files of a library."""
    library = open_current_library(arguments, streams)
    index = index_library(library)
    catalog = catalog_of(library)
    files = {file.path: file for file in index.files}
    prompts = [_listed(load_named(one, library), files[one.path], catalog) for one in index.prompts]
    others = [ListedFile(file.relative, file.kind.value) for file in index.others]
    template = index.template
    if template is not None:
        kind, path = TEMPLATE_KIND.value, str(template.path)
        others.append(ListedFile(template.name, kind, template.status, path))
    others.sort()
    if arguments.json:
        streams.write(to_json(list_document(prompts, others)))
    else:
        streams.print(*_prompt_rows(prompts), *([""] if prompts and others else []), *_file_rows(others))
    return 0


def _listed(prompt: NamedText, file: LibraryFile, catalog: Catalog) -> ListedPrompt:
    """Return a prompt for the list, with the number of problems in the file it is loaded from."""
    numbers = count_by_severity(check_file(file, catalog, utc_now().date()).diagnostics)
    problems = numbers[Severity.ERROR] + numbers[Severity.WARNING]  # notes are not counted
    if prompt.loaded is None:
        return ListedPrompt(prompt.name, prompt.status, None, str(prompt.path), problems)
    used = prompt.loaded.prompt
    return ListedPrompt(prompt.name, prompt.status, used.version, used.source.file_path, problems)


def _prompt_rows(prompts: list[ListedPrompt]) -> Iterator[str]:
    width = max((len(prompt.name) for prompt in prompts), default=0)
    for prompt in prompts:
        count = f"{prompt.problems} problem{'s' if prompt.problems > 1 else ''}" if prompt.problems else ""
        yield f"{prompt.name:<{width}}  {prompt.status:<8}  {prompt.version or '-':<8}  {count}".rstrip()


def _file_rows(files: list[ListedFile]) -> Iterator[str]:
    width = max((len(file.kind) for file in files), default=0)
    for file in sorted(files, key=lambda file: (file.kind, file.path)):
        yield f"{file.kind:<{width}}  {file.path}  {file.status}".rstrip()

"""`foreword list`: list the prompts with status, version and problems, and the other files by kind."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.wire import ListedFile, ListedPrompt, list_document, list_library, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the prompts and the other files of a library."""
    library = open_current_library(arguments, streams)
    prompts, others = list_library(library, utc_now().date())
    if arguments.json:
        streams.write(to_json(list_document(prompts, others)))
    else:
        streams.print(*_prompt_rows(prompts), *([""] if prompts and others else []), *_file_rows(others))
    return 0


def _prompt_rows(prompts: list[ListedPrompt]) -> Iterator[str]:
    width = max((len(prompt.name) for prompt in prompts), default=0)
    for prompt in prompts:
        count = f"{prompt.problems} problem{'s' if prompt.problems > 1 else ''}" if prompt.problems else ""
        yield f"{prompt.name:<{width}}  {prompt.status:<8}  {prompt.version or '-':<8}  {count}".rstrip()


def _file_rows(files: list[ListedFile]) -> Iterator[str]:
    width = max((len(file.kind) for file in files), default=0)
    for file in sorted(files, key=lambda file: (file.kind, file.path)):
        yield f"{file.kind:<{width}}  {file.path}  {file.status}".rstrip()

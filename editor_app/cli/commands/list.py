"""`foreword list`: list the prompts with status, version and problems, and the other files by kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from editor_app.analysis.library_facts.index import INVALID
from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.kinds import container_of, kind_named
from editor_app.text import Sentence
from editor_app.wire.documents import ListedChat, ListedFile, ListedPrompt, list_document, list_library


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the prompts and the other files of a library."""
    prompts, files, chats = list_library(open_current_library(arguments, streams), utc_now())
    rows = chain(_prompt_rows(prompts), _file_rows(files, chats, is_below=bool(prompts)))
    streams.show(lambda: list_document(prompts, files, chats), rows)
    return 0


def _prompt_rows(prompts: list[ListedPrompt]) -> Iterator[str]:
    width = max((len(prompt.name) for prompt in prompts), default=0)
    for prompt in prompts:
        count = Sentence("cli.problems", count=prompt.problems) if prompt.problems else ""
        yield f"{prompt.name:<{width}}  {prompt.status:<8}  {prompt.version or '-':<8}  {count}".rstrip()


def _file_rows(files: list[ListedFile], chats: list[ListedChat], *, is_below: bool) -> Iterator[str]:
    """Yield a row for each chat, and one for each file that is no message of a chat; `is_below` others."""
    invalid = {chat.path: 0 for chat in chats}
    rows = []
    for file in files:
        folder = _folder_of(file)
        if folder in invalid:
            invalid[folder] += file.status == INVALID
        else:
            rows.append((file.kind, file.path, file.status))
    rows += [
        (chat.kind, chat.path, Sentence("cli.messages", messages=messages, invalid=invalid[chat.path]))
        for chat in chats
        for messages in (Sentence("text.messages", count=chat.messages),)
    ]
    width = max((len(kind) for kind, *_ in rows), default=0)
    yield from [""] if is_below and rows else []
    for kind, path, note in sorted(rows):
        yield f"{kind:<{width}}  {path}  {note}".rstrip()


def _folder_of(file: ListedFile) -> str:
    """Return the path of the chat that a file is a message of, "" for any other file."""
    kind = kind_named(file.kind)
    folder = container_of(kind, Path(file.path)) if kind is not None else None
    return folder.as_posix() if folder is not None else ""

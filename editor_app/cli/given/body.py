"""The body of a request that a word of the command line names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.chat_requests.importing import read_body_bytes
from editor_app.cli.command_line import Arguments
from editor_app.cli.paths import STANDARD_INPUT, path_of_word
from editor_app.cli.sources import access_to, library_of
from editor_app.cli.streams import Streams
from editor_app.library.files.reading import read_file
from editor_app.text import LineIndex
from editor_app.wire.problems import Problem, problems_of


class NoRequest(Exception):  # noqa: N818  a result of the command, not a bug in it
    """There is no request: the text of a user is at fault."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, one at least."""
        super().__init__("no request")
        self.problems: Sequence[Problem] = tuple(problems)


class GivenBody(NamedTuple):
    """A body, its file's bytes and text, the file's path, None for standard input, and how it is named."""

    body: object
    data: bytes
    text: str
    path: Path | None
    name: str


def given_body(word: str, arguments: Arguments, streams: Streams) -> GivenBody:
    """Read the body in a file, or on standard input; raises NoRequest where it is none."""
    path = None if word == STANDARD_INPUT else path_of_word(word)
    if path is None:
        data = streams.read()
    else:
        data = read_file(path, access=access_to(path, library_of(path, arguments), arguments)).data
    name = STANDARD_INPUT if path is None else str(path)
    body, text, problems = read_body_bytes(data)
    if problems:
        raise NoRequest(problems_of(problems, name, LineIndex(text)))
    return GivenBody(body, data, text, path, name)

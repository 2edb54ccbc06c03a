"""`foreword request`: the request of a chat, or a body from elsewhere, and what would be refused in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.request import (
    NoRequest,
    chat_request,
    given_body,
    given_provider,
    named_chat,
    names_message,
)
from editor_app.cli.paths import STANDARD_INPUT, is_path, path_of_word, show_path
from editor_app.cli.streams import Streams, complain_of
from editor_app.library.paths import is_folder
from editor_app.requests.body_text import curl_line, request_text
from editor_app.requests.body_view import body_parts, shape_of
from editor_app.requests.checking import check_text
from editor_app.requests.parts import RequestPart
from editor_app.text import LineIndex, Sentence, Severity
from editor_app.text.message_parts import message_number
from editor_app.wire.problems import Problem, problems_of, to_json
from editor_app.wire.requests import request_document

_OF_CHATS = ("--system", "--conversation", "--max-tokens", "--cache")


class _PrintedRequest(NamedTuple):
    """A request that is printed: its body, the text of that, its parts and problems."""

    provider: str
    body: object
    text: bytes
    parts: tuple[RequestPart, ...]
    problems: Sequence[Problem]


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the body, also one that would be refused, and the problems on standard error."""
    word = arguments.words[0]
    if not is_path(word):
        word = str(named_chat(word, arguments, streams))
    is_chat = word != STANDARD_INPUT and is_folder(path_of_word(word))
    make: Callable[[str, Arguments, Streams], _PrintedRequest] = _of_chat if is_chat else _of_body
    try:
        shown = make(word, arguments, streams)
    except NoRequest as refused:
        if arguments.json:
            provider = given_provider(arguments) or "openai"
            streams.write(to_json(request_document(provider, arguments.model, None, (), refused.problems)))
        complain_of(refused.problems, streams)
        return 1
    complain_of(shown.problems, streams)
    streams.write(_result(shown, arguments))
    severities = {problem.severity for problem in shown.problems}
    wrong = {Severity.ERROR, Severity.WARNING} if arguments.strict else {Severity.ERROR}
    return 1 if severities & wrong else 0


def _result(shown: _PrintedRequest, arguments: Arguments) -> bytes:
    if arguments.json:
        document = request_document(shown.provider, arguments.model, shown.body, shown.parts, shown.problems)
        return to_json(document)
    if arguments.curl:
        return curl_line(shown.provider, shown.body, arguments.model).encode()
    return shown.text


def _of_chat(word: str, arguments: Arguments, streams: Streams) -> _PrintedRequest:
    request, problems = chat_request(path_of_word(word), arguments, streams)
    text = request_text(request.body).encode()
    return _PrintedRequest(request.provider, request.body, text, request.parts, problems)


def _of_body(word: str, arguments: Arguments, streams: Streams) -> _PrintedRequest:
    """Read and check a body as it stands; without `--provider`, its shape says whose it is."""
    for option in _OF_CHATS:
        if arguments.has(option):
            raise Failure("usage", Sentence("cli.of-chats", option=option, name=word))
    wanted = given_provider(arguments)
    try:
        given = given_body(word, arguments, streams)
    except NoRequest:
        if word != STANDARD_INPUT and message_number(Path(word).name) is not None:
            raise names_message(word, show_path(path_of_word(word).parent)) from None
        raise
    provider = wanted or shape_of(given.body)
    problems = check_text(provider, given.body, given.text, arguments.model)
    parts = body_parts(provider, given.body, given.path)
    found = problems_of(problems, given.name, LineIndex(given.text))
    return _PrintedRequest(provider, given.body, given.data, parts, found)

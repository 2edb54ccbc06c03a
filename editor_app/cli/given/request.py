"""The request that a command line’s options make of a chat: provider, system text, limit and cache marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.chat_requests.importing import read_body_bytes
from editor_app.analysis.chat_requests.problems import RequestMessages, chat_fix, content_span, fix_title
from editor_app.analysis.library_facts.index import index_library
from editor_app.analysis.system_texts import system_text_of
from editor_app.chats.chat import Chat, read_chat
from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import SITUATION_OPTIONS
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.paths import STANDARD_INPUT, no_such_path, path_of_word, show_path
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import access_to, library_of, open_current_library, read_named
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.files.reading import quoted, shown
from editor_app.library.folders import Library
from editor_app.library.paths import TEMPLATE_NAME
from editor_app.requests.building import assemble_request
from editor_app.requests.checking import CACHE_BROKEN, check_assembled
from editor_app.requests.parts import CacheMarks, Provider, Request, SystemText
from editor_app.text import LineIndex, Sentence, Severity, decode, meant, nearest
from editor_app.text.message_parts import message_number
from editor_app.wire.problems import Problem, problems_of, region_of


def named_chat(word: str, arguments: Arguments, streams: Streams) -> Path:
    """Return the folder of the library's chat that has a path or a name; raises Failure without one."""
    library = open_current_library(arguments, streams)
    chats = {chat.relative: chat for chat in index_library(library).chats}
    wanted = Path(word).as_posix()
    if wanted in chats:
        return library.root / wanted
    around = Path(wanted).parent.as_posix()
    if around in chats and message_number(Path(wanted).name) is not None:
        raise names_message(word, around)
    of_name = [path for path, chat in chats.items() if chat.name == wanted]
    if len(of_name) > 1:
        paths = [quoted(path) for path in sorted(of_name)]
        raise Failure("usage", Sentence("cli.several-chats", name=quoted(word), paths=paths))
    if of_name:
        return library.root / of_name[0]
    missing = no_such_path(word)
    if missing.suggestions:
        raise missing
    near = nearest(wanted, (*chats, *(chat.name for chat in chats.values())))
    no_chat = Sentence("cli.no-chat", name=quoted(word), library=quoted(show_path(library.root)))
    raise Failure("not-found", no_chat, meant([shown(name) for name in near]), suggestions=near)


def names_message(word: str, folder: str) -> Failure:
    """Return the failure that a word names a message, and its chat's folder."""
    sentence = Sentence("cli.names-message", name=quoted(word), folder=quoted(folder))
    return Failure("usage", sentence, suggestions=[folder])


class NoRequest(Exception):  # noqa: N818  a result of the command, not a bug in it
    """There is no request: the text of a user is at fault."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, one at least."""
        super().__init__("no request")
        self.problems: Sequence[Problem] = tuple(problems)


class BodyInput(NamedTuple):
    """A body, its bytes and text, the file's path, None for standard input, and how it is named."""

    body: object
    data: bytes
    text: str
    path: Path | None
    name: str


def given_body(word: str, arguments: Arguments, streams: Streams) -> BodyInput:
    """Read the body in a file, or on standard input; raises NoRequest where it is none."""
    path = None if word == STANDARD_INPUT else path_of_word(word)
    data = streams.read() if path is None else read_named(path, library_of(path, arguments), arguments)
    name = STANDARD_INPUT if path is None else str(path)
    body, text, problems = read_body_bytes(data)
    if problems:
        raise NoRequest(problems_of(problems, name, LineIndex(text)))
    return BodyInput(body, data, text, path, name)


_OF_SYSTEM = ("--set", "--values", "--case", "--cwd", "--allow-file", *SITUATION_OPTIONS)


def given_provider(arguments: Arguments) -> Provider | None:
    """Return the provider of `--provider`, None without it; an unknown one raises Failure."""
    check_choice("--provider", arguments.provider, Provider)
    return None if arguments.provider is None else Provider(arguments.provider)


def chat_request(folder: Path, arguments: Arguments, streams: Streams) -> tuple[Request, Sequence[Problem]]:
    """Return the request of a chat, and its problems; raises NoRequest where a text has errors."""
    provider = given_provider(arguments) or Provider.OPENAI
    check_choice("--cache", arguments.cache, CacheMarks)
    if arguments.max_tokens is not None and arguments.max_tokens < 1:
        raise Failure("usage", Sentence("cli.number-from", option="--max-tokens", least=1))
    library = library_of(folder / "1.md", arguments, streams)
    chat = read_chat(folder, now=utc_now(), access=access_to(folder / "1.md", library, arguments))
    problems = list(chat_problems(chat))
    if chat.has_errors:
        raise NoRequest(problems)
    system, lines = _system_text(library, arguments, streams)
    request = assemble_request(
        provider,
        chat.messages,
        system=system,
        model=arguments.model,
        max_tokens=arguments.max_tokens,
        cache=CacheMarks(arguments.cache or CacheMarks.FIVE_MINUTES),
    )
    told = [problem for problem in problems if problem.severity is not Severity.INFORMATION]
    return request, [*told, *_problems_of(request, chat, lines)]


def chat_problems(chat: Chat) -> Iterator[Problem]:
    """Yield the problems of a chat's folder and of its messages, each at its place in the file."""
    for path, diagnostic in ((problem.path, problem.diagnostic) for problem in chat.problems):
        yield Problem(diagnostic.code, diagnostic.severity, diagnostic.message, str(path))
    for message in chat.messages:
        if message.diagnostics:
            lines = LineIndex(decode(message.data).text)
            yield from problems_of(message.diagnostics, str(message.path), lines)


def _problems_of(request: Request, chat: Chat, system: LineIndex | None) -> Iterator[Problem]:
    """Yield what would be refused, each with the file that the part comes from, and its place there."""
    files = {message.path: message for message in chat.messages if message.path is not None}
    messages = RequestMessages(request)

    def source_of(path: Path) -> str:
        return decode(files[path].data).text

    for finding in check_assembled(request):
        index = messages.index_at(finding.place)
        origin = messages.parts[index].origin if index is not None else None
        region = None
        if origin is not None:
            source = source_of(origin)
            region = region_of(content_span(source), LineIndex(source))
        elif finding.place and messages.is_of_system(finding.place):
            origin = request.system.origin
            if finding.code == CACHE_BROKEN and system is not None and request.system.ended_at is not None:
                region = region_of(request.system.ended_at, system)
        title = fix_title(finding, messages, chat_fix(finding, messages, source_of))
        yield Problem(
            finding.code,
            finding.severity,
            finding.message,
            str(origin or chat.folder),
            region,
            suggestions=(title,) if title else (),
        )


def _system_text(
    library: Library | None, arguments: Arguments, streams: Streams
) -> tuple[SystemText, LineIndex | None]:
    """Return the system text of `--system`, else what is stored for `--conversation`, else none.

    The lines are those of its file, None where it has none.
    """
    if arguments.system is not None:
        rendered = render_word(arguments.system, arguments, streams)
        streams.warn(rendered.all_warnings)
        if rendered.result is None or rendered.problems:
            raise NoRequest(rendered.problems)
        result = rendered.result
        if result.analysis.row.sending.has_role:
            raise Failure("kind", Sentence("cli.no-system-text-but-message", name=quoted(arguments.system)))
        return system_text_of(result, Path(rendered.named.origin.file_path)), result.analysis.lines
    for option in _OF_SYSTEM:
        if arguments.has(option):
            raise Failure("usage", Sentence("cli.of-system-text", option=option))
    if arguments.conversation is None:
        if library is not None and library.has_own_text(TEMPLATE_NAME):
            own = quoted(show_path(library.own_text(TEMPLATE_NAME)))
            streams.tell(Sentence("cli.no-system-text", own=own))
        return SystemText(""), None
    return SystemText(_stored(arguments.conversation, library, arguments, streams)), None


def _stored(conversation_id: str, library: Library | None, arguments: Arguments, streams: Streams) -> str:
    from editor_app.cli.commands.conversation.actions import Session
    from editor_app.conversations.results import ConversationError

    session = Session(arguments, streams, library or open_current_library(arguments, streams))
    try:
        return session.stored(conversation_id).text
    except ConversationError as error:
        raise Failure(error.code, error.sentence) from error

"""The formats of `foreword export`: what is written of a text or a chat, and what a format cannot hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.vectors import Vector, vectors_of
from editor_app.chats.chat import read_chat
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.request import chat_problems
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import access_to, library_of, read_named
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.files.reading import quoted
from editor_app.library.paths import is_file
from editor_app.prompts.cases.cases import read_cases
from editor_app.requests.body_text import request_text
from editor_app.requests.building import build_request
from editor_app.requests.parts import Provider
from editor_app.text import Severity, decode
from editor_app.wire.named_texts import NamedSource
from editor_app.wire.problems import Problem, to_json
from editor_app.wire.requests import chat_export_document, text_export_document, vectors_document


def vectors_for(word: str, named: NamedSource, arguments: Arguments, streams: Streams) -> Iterator[Vector]:
    """Yield the vectors of a text, for all its cases, or of a system message for all its situations."""
    has_situations = named.source is not None and named.source.analysis.row.sending.has_situations
    plain = replace(arguments, situation=None, set=(), values=None)
    for name in _situations(named, arguments) if has_situations else _cases(named, arguments):
        tried = replace(plain, situation=name) if has_situations else replace(plain, case=name)
        rendered = render_word(word, tried, streams)
        if rendered.result is not None:
            yield from vectors_of(name, rendered.result)


def _cases(named: NamedSource, arguments: Arguments) -> list[str]:
    path = next(filter(is_file, named.cases), None)
    return [] if path is None else [case.name for case in read_cases(_text(path, arguments))[0].cases]


def _situations(named: NamedSource, arguments: Arguments) -> list[str]:
    from editor_app.system_messages.situations.situations_file import read_situations, situations_path

    path = situations_path(Path(named.origin.file_path))
    return [saved.name for saved in read_situations(_text(path, arguments))[0]] if is_file(path) else []


def _text(path: Path, arguments: Arguments) -> str:
    return decode(read_named(path, library_of(path, arguments), arguments)).text


TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON, *Provider)
_SUFFIXES = {TEXT: ".txt", JSON: ".json"}


class ExportedFile(NamedTuple):
    """What is written of a text or a chat; `data` is None where problems are in the way.

    `losses` say in sentences what the format does not hold of it.
    """

    source: Path
    data: bytes | None
    problems: Sequence[Problem] = ()
    warnings: Sequence[str] = ()
    losses: Sequence[str] = ()
    vectors: bytes | None = None


def suffix_of(name: str) -> str:
    """Return the ending of the files of a format; no two formats share one."""
    return _SUFFIXES.get(name, f".{name}.json")


def export_text(word: str, arguments: Arguments, streams: Streams) -> ExportedFile:
    """Return what is written of a text that is rendered; a provider gets it as the system text."""
    rendered = render_word(word, arguments, streams)
    source = Path(rendered.named.origin.file_path)
    if rendered.result is None or rendered.problems:
        return ExportedFile(source, None, rendered.problems, rendered.all_warnings)
    result, wanted = rendered.result, arguments.format or TEXT
    if result.analysis.row.sending.has_role and wanted != TEXT:
        sentence = f"{quoted(word)} is a message of a chat, and ‘{wanted}’ holds whole chats."
        raise Failure("kind", f"{sentence} Name the chat’s folder.", path=source)
    system = system_text_of(result)
    has_head = result.analysis.frontmatter is not None
    losses = [f"‘{wanted}’ holds no frontmatter but max_tokens."] if has_head and wanted != TEXT else []
    if wanted == TEXT:
        data = result.text.encode()
        losses = ["‘text’ holds no max_tokens."] if system.max_tokens is not None else []
    elif wanted == JSON:
        data = to_json(text_export_document(source.stem, result.analysis.kind.value, result.text, system))
    else:
        losses += _lost_model(wanted, arguments)
        data = request_text(build_request(wanted, [], system=system, model=arguments.model)).encode()
    vectors = None
    if arguments.vectors:
        named_vectors = list(vectors_for(word, rendered.named, arguments, streams))
        losses += (
            []
            if named_vectors
            else ["It has no saved case or situation with a tag, so there are no vectors."]
        )
        vectors = to_json(vectors_document(named_vectors))
    return ExportedFile(source, data, (), rendered.all_warnings, losses, vectors)


def export_chat(folder: Path, arguments: Arguments, streams: Streams) -> ExportedFile:
    """Return what is written of a chat; one with an error gives nothing."""
    library = library_of(folder / "1.md", arguments, streams)
    chat = read_chat(folder, now=utc_now(), access=access_to(folder / "1.md", library, arguments))
    if chat.has_errors:
        errors = [problem for problem in chat_problems(chat) if problem.severity is Severity.ERROR]
        return ExportedFile(folder, None, errors)
    wanted = arguments.format or TEXT
    has_metadata = any(message.metadata for message in chat.messages)
    losses = [f"‘{wanted}’ holds no metadata of messages."] if has_metadata and wanted != JSON else []
    if wanted == TEXT:
        losses.append("‘text’ holds the roles as words only, which no program can tell from the texts.")
        return ExportedFile(
            folder,
            "\n".join(f"{message.role}:\n\n{message.sent_content}\n" for message in chat.messages).encode(),
            losses=losses,
        )
    if wanted == JSON:
        return ExportedFile(folder, to_json(chat_export_document(folder.name, chat)))
    losses += _lost_model(wanted, arguments)
    body = build_request(wanted, chat.messages, model=arguments.model)
    return ExportedFile(folder, request_text(body).encode(), losses=losses)


def _lost_model(wanted: str, arguments: Arguments) -> list[str]:
    if wanted != Provider.GOOGLE or arguments.model is None:
        return []
    return ["‘google’ holds no model, which stands in the address it is sent to."]

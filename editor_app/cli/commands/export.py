"""`foreword export`: write the texts and chats that a model gets to files, for a program that uses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.vectors import Vector, vectors_of
from editor_app.chats.chat import read_chat
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.given.request import chat_problems
from editor_app.cli.paths import STANDARD_INPUT, make_folder_for, path_of_word, show_path
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import access_to, library_of, read_named
from editor_app.cli.streams import Streams, refuse
from editor_app.clock import utc_now
from editor_app.library.files.reading import check_path, quoted
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.paths import is_file, is_folder, state_dir
from editor_app.prompts.cases.cases import read_cases
from editor_app.requests.body_text import request_text
from editor_app.requests.building import build_request
from editor_app.requests.parts import Provider
from editor_app.text import Sentence, Severity, decode
from editor_app.wire.documents import export_document
from editor_app.wire.named_texts import NamedSource
from editor_app.wire.problems import Problem, to_json
from editor_app.wire.requests import chat_export_document, text_export_document, vectors_document

_KEPT = "_,+=@"
_VECTORS = ".vectors.json"


def run(arguments: Arguments, streams: Streams) -> int:
    """Write a file for each path; if one of them has errors, none is written."""
    _check(arguments)
    assert arguments.out is not None
    exported = [_exported(word, arguments, streams) for word in arguments.words]
    warnings = [warning for output in exported for warning in output.warnings]
    streams.warn(warnings)
    problems = [problem for output in exported for problem in output.problems]
    if problems or any(output.data is None for output in exported):
        return refuse(problems, streams, written=[])
    targets = _targets(exported, path_of_word(arguments.out), _ending(arguments))
    saving: list[str] = []
    written: list[tuple[Path, Path]] = []
    for target, output in zip(targets, exported, strict=True):
        assert output.data is not None
        saving += (f"{show_path(target)}: {loss}" for loss in (*output.losses, *_write(target, output.data)))
        written.append((target, output.source))
        if output.vectors is not None:
            beside = target.with_name(f"{_stem(output.source)}{_VECTORS}")
            saving += (f"{show_path(beside)}: {warning}" for warning in _write(beside, output.vectors))
            written.append((beside, output.source))
    streams.warn(saving)
    streams.show(
        lambda: export_document(
            [(str(target), str(source)) for target, source in written], [*warnings, *saving]
        ),
        (show_path(target) for target, _ in written),
    )
    return 0


def _exported(word: str, arguments: Arguments, streams: Streams) -> ExportedFile:
    assert arguments.format is not None
    path = path_of_word(word)
    if is_folder(path):
        return export_chat(path, arguments, streams)
    return export_text(word, arguments, streams)


def _check(arguments: Arguments) -> None:
    """Raise Failure for a missing or unknown option, before any file is read."""
    if arguments.out is None:
        raise Failure("usage", Sentence("cli.export-needs-out"))
    if arguments.format is None:
        raise Failure("usage", Sentence("cli.export-needs-format", formats=FORMATS))
    check_choice("--format", arguments.format, FORMATS)
    if STANDARD_INPUT in arguments.words:
        raise Failure("usage", Sentence("cli.input-not-exported"), Sentence("cli.render-prints"))


def _ending(arguments: Arguments) -> str:
    """Return the ending of file names, with the name of the saved situation if one is given."""
    assert arguments.format is not None
    suffix = _SUFFIXES.get(arguments.format, f".{arguments.format}.json")  # no two formats share one
    if arguments.situation is None:
        return suffix
    return f".{_in_file_name(arguments.situation)}{suffix}"


def _in_file_name(name: str) -> str:
    """Return a situation's name encoded as a part of a file name; no two names give the same.

    A single blank between words becomes ‘-’, a hyphen ‘--’; other blanks, ASCII punctuation and unprintable
    characters are percent-encoded, so that no name leads to another folder or looks like another name.
    """
    return "".join(
        _written(character, {name[max(at - 1, 0) : at], name[at + 1 : at + 2]})
        for at, character in enumerate(name)
    )


def _written(character: str, beside: set[str]) -> str:
    if character == "-":
        return "--"
    if character == " " and not beside & {"", " ", "-"}:
        return "-"
    if character.isalnum() or character in _KEPT or (character.isprintable() and not character.isascii()):
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _targets(exported: Sequence[ExportedFile], folder: Path, ending: str) -> list[Path]:
    """Return the path to write each to: in `folder`, with its file's or folder's name."""
    targets: dict[Path, Path] = {}
    sources = [output.source for output in exported]
    for source in sources:
        target = folder / f"{_stem(source)}{ending}"
        if target in targets:
            names = [quoted(show_path(path)) for path in (targets[target], source)]
            both = Sentence("cli.same-target", names=names, target=quoted(target.name))
            raise Failure("usage", both)
        if target in sources:
            raise Failure("usage", Sentence("cli.would-overwrite", name=quoted(show_path(target))))
        targets[target] = source
    return list(targets)


def _stem(source: Path) -> str:
    return source.name if is_folder(source) else source.stem


def _write(target: Path, data: bytes) -> tuple[str, ...]:
    check_path(target)
    make_folder_for(target)
    return save_file(target, data, expected=stamp_now(target), state_dir=state_dir(), now=utc_now()).warnings


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


def export_text(word: str, arguments: Arguments, streams: Streams) -> ExportedFile:
    """Return what is written of a text that is rendered; a provider gets it as the system text."""
    rendered = render_word(word, arguments, streams)
    source = Path(rendered.named.origin.file_path)
    if rendered.result is None or rendered.problems:
        return ExportedFile(source, None, rendered.problems, rendered.all_warnings)
    result, wanted = rendered.result, arguments.format or TEXT
    if result.analysis.row.sending.has_role and wanted != TEXT:
        raise Failure(
            "kind", Sentence("cli.message-not-exported", name=quoted(word), format=wanted), path=source
        )
    system = system_text_of(result)
    has_head = result.analysis.frontmatter is not None
    losses = [Sentence("cli.loses-frontmatter", format=wanted)] if has_head and wanted != TEXT else []
    if wanted == TEXT:
        data = result.text.encode()
        losses = [Sentence("cli.loses-limit")] if system.max_tokens is not None else []
    elif wanted == JSON:
        data = to_json(text_export_document(source.stem, result.analysis.kind.value, result.text, system))
    else:
        losses += _lost_model(wanted, arguments)
        data = request_text(build_request(wanted, [], system=system, model=arguments.model)).encode()
    vectors = None
    if arguments.vectors:
        named_vectors = list(vectors_for(word, rendered.named, arguments, streams))
        losses += [] if named_vectors else [Sentence("cli.no-vectors")]
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
    losses = [Sentence("cli.loses-metadata", format=wanted)] if has_metadata and wanted != JSON else []
    if wanted == TEXT:
        losses.append(Sentence("cli.roles-as-words"))
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


def _lost_model(wanted: str, arguments: Arguments) -> list[Sentence]:
    is_lost = wanted == Provider.GOOGLE and arguments.model is not None
    return [Sentence("cli.loses-model")] if is_lost else []

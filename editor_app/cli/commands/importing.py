"""`foreword import`: message files or a scenario from what another program wrote."""

from __future__ import annotations

from pathlib import Path

from editor_app.chats import Message, write_message
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.given.body import NoRequest, given_body
from editor_app.cli.paths import STANDARD_INPUT, is_path, no_such_path, path_of_word, show_path
from editor_app.cli.problem_lines import complain_of
from editor_app.cli.runs.importing import import_as_scenario
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library import FileError, quoted, reason_of, save_file, state_dir
from editor_app.library.files.errors import check_path
from editor_app.requests import ImportedChat, RequestMessage, import_chat
from editor_app.wire import failed_export_document, import_document, to_json

CHAT, SCENARIO = "chat", "scenario"
KINDS = (CHAT, SCENARIO)
_MOST_MESSAGES = 10_000


def run(arguments: Arguments, streams: Streams) -> int:
    """Write message files into a new folder, or a new scenario; say what these cannot hold."""
    out = _checked(arguments)
    word = arguments.words[0]
    if word != STANDARD_INPUT and not is_path(word):
        raise no_such_path(word)
    if arguments.as_kind == SCENARIO:
        return import_as_scenario(word, out, arguments, streams)
    folder = _free_folder(out)
    try:
        body = given_body(word, arguments, streams).body
    except NoRequest as refused:
        if arguments.json:
            streams.write(to_json(failed_export_document(refused.problems)))
        complain_of(refused.problems, streams)
        return 1
    chat = import_chat(body)
    _check_count(chat, word)
    written, warnings = _write(chat.messages, folder)
    streams.warn([*(note.message for note in (*chat.losses, *chat.warnings)), *warnings])
    if arguments.json:
        streams.write(to_json(import_document(chat.provider, map(str, written), chat.losses, chat.warnings)))
    else:
        streams.print(*map(show_path, written))
    return 0


def _checked(arguments: Arguments) -> Path:
    """Return the path to write to; raises Failure for wrong options, before any file is read."""
    if arguments.as_kind is None:
        raise Failure("usage", f"‘foreword import’ needs ‘--as’: {', '.join(KINDS)}.")
    if arguments.as_kind not in KINDS:
        raise Failure(
            "usage", f"Nothing is imported as {quoted(arguments.as_kind)}. There is {', '.join(KINDS)}."
        )
    if arguments.out is None:
        needed = "‘--out DIR’, a new folder for the chat"
        if arguments.as_kind == SCENARIO:
            needed = "‘--out PATH’, a new file for the scenario, such as prompts/runs/NAME.yaml"
        raise Failure("usage", f"‘foreword import’ needs {needed}.")
    out = path_of_word(arguments.out)
    check_path(out)
    return out


def _free_folder(folder: Path) -> Path:
    """Return a folder that is not there yet or has nothing in it; another one raises Failure."""
    try:
        is_free = not folder.exists() or not any(folder.iterdir())
    except OSError as error:
        sentence = f"The folder {quoted(show_path(folder))} cannot be used: {reason_of(error)}."
        raise FileError(sentence, folder) from error
    if not is_free:
        raise Failure(
            "usage", f"{quoted(show_path(folder))} has files already. Name a new folder.", path=folder
        )
    return folder


def _check_count(chat: ImportedChat, word: str) -> None:
    if not chat.messages:
        why = f" {chat.losses[0].message}" if chat.losses else ""
        raise Failure("values", f"{quoted(word)} has no message with a text.{why}")
    if len(chat.messages) > _MOST_MESSAGES:
        raise Failure(
            "values",
            f"{quoted(word)} has {len(chat.messages):,} messages, and a chat of files more than "
            f"{_MOST_MESSAGES:,} is of no use. Leave some out.",
        )


def _write(messages: tuple[RequestMessage, ...], folder: Path) -> tuple[list[Path], list[str]]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"The folder {quoted(show_path(folder))} could not be made: {reason_of(error)}."
        raise FileError(sentence, folder) from error
    written, warnings = [], []
    for number, message in enumerate(messages, 1):
        path = folder / f"{number}.md"
        content = message.content if message.content.endswith("\n") else f"{message.content}\n"
        data = write_message(Message(message.role, content))
        saved = save_file(path, data, expected=None, state_dir=state_dir(), now=utc_now())
        warnings += [f"{show_path(path)}: {said}" for said in saved.warnings]
        written.append(path)
    return written, warnings

"""`foreword import`: message files or a scenario from what another program wrote."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.chat_requests.importing import (
    why_not_imported,
    why_not_looked_into,
    write_imported,
)
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure, check_choice
from editor_app.cli.given.request import NoRequest, given_body
from editor_app.cli.paths import existing_path, path_of_word, show_path
from editor_app.cli.runs.importing import import_as_scenario
from editor_app.cli.streams import Streams, refuse
from editor_app.clock import utc_now
from editor_app.library.files.reading import FileError, check_path, quoted, reason_of
from editor_app.library.paths import state_dir
from editor_app.requests.importing import import_chat
from editor_app.text import Sentence
from editor_app.wire.requests import import_document

CHAT, SCENARIO = "chat", "scenario"
KINDS = (CHAT, SCENARIO)


def run(arguments: Arguments, streams: Streams) -> int:
    """Write message files into a new folder, or a new scenario; say what these cannot hold."""
    out = _checked(arguments)
    word = arguments.words[0]
    existing_path(word)
    if arguments.as_kind == SCENARIO:
        return import_as_scenario(word, out, arguments, streams)
    folder = _free_folder(out)
    try:
        body = given_body(word, arguments, streams).body
    except NoRequest as none:
        return refuse(none.problems, streams, written=[])
    refused = why_not_looked_into(body, quoted(word))
    if refused:
        raise Failure("values", refused)
    with streams.with_time(Sentence("cli.importing")):
        chat = import_chat(body)
    refused = why_not_imported(chat, quoted(word))
    if refused:
        raise Failure("values", refused)
    with streams.with_time(Sentence("cli.writing")):
        change = write_imported(chat, folder, state_dir=state_dir(), now=utc_now())
    written = change.appeared
    streams.warn([*(note.message for note in (*chat.losses, *chat.warnings)), *change.warnings])
    streams.show(
        lambda: import_document(chat.provider, map(str, written), chat.losses, chat.warnings),
        (_shown(path, arguments) for path in written),
    )
    return 0


def _shown(path: Path, arguments: Arguments) -> str:
    """Return a written path as it is printed: in full where it is not in the library that is named."""
    named = arguments.library
    is_outside = named is not None and not path.is_relative_to(path_of_word(named))
    return str(path) if is_outside else show_path(path)


def _checked(arguments: Arguments) -> Path:
    """Return the path to write to; raises Failure for wrong options, before any file is read."""
    if arguments.as_kind is None:
        raise Failure("usage", Sentence("cli.import-needs-as", kinds=KINDS))
    check_choice("--as", arguments.as_kind, KINDS)
    if arguments.out is None:
        raise Failure("usage", Sentence("cli.import-needs-out", kind=arguments.as_kind))
    out = path_of_word(arguments.out)
    check_path(out)
    return out


def _free_folder(folder: Path) -> Path:
    """Return a folder that is not there yet or has nothing in it; another one raises Failure."""
    try:
        is_free = not folder.exists() or not any(folder.iterdir())
    except OSError as error:
        name = quoted(show_path(folder))
        sentence = Sentence("cli.folder-unusable", name=name, reason=reason_of(error))
        raise FileError(sentence, folder) from error
    if not is_free:
        taken = Sentence("cli.folder-not-empty", name=quoted(show_path(folder)))
        raise Failure("usage", taken, path=folder)
    return folder

"""`foreword conversation compact`: construct afresh, store that, and print what the compaction sends."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.cli.commands.conversation.session import Session, action
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, path_of_word
from editor_app.conversations.results import needs_folder
from editor_app.conversations.service import ConversationService
from editor_app.conversations.templates import instructions_of
from editor_app.library.files.reading import quoted, read_file
from editor_app.wire.conversations import compaction_document


@action
def run(session: Session) -> None:
    """Print the prompt with the instructions; the prompt alone is stored."""
    arguments, streams = session.arguments, session.streams
    conversation_id, folder = arguments.words[0], session.given_folder
    service = session.service(folder or _last_folder(session.service(), conversation_id))
    compaction = service.build_compaction(
        conversation_id, folder, _instructions(session), arguments.model, session.values or None
    )
    streams.warn(service.take_notices())
    session.say_what_is_blank(compaction.rebuilt)
    session.write_result(compaction_document(compaction), compaction.sent)


def _last_folder(service: ConversationService, conversation_id: str) -> Path:
    """Return the folder of the last construct, which a compaction looks in if it is given no other."""
    stored = service.stored(conversation_id)
    if stored is None:
        raise needs_folder(conversation_id, "--cwd")
    return Path(stored.cwd)


def _instructions(session: Session) -> str | None:
    """Return the text of `--instructions` without its final newlines; None without that option."""
    word = session.arguments.instructions
    if word is None:
        return None
    path = path_of_word(word)
    if word == STANDARD_INPUT:
        return instructions_of(session.streams.read(), path, "The instructions on standard input")
    if not os.path.lexists(path):
        sentence = (
            f"‘--instructions’ takes a file, and there is no file {quoted(word)}. Write the text into a file"
            " and name that, or give ‘-’ and the text on standard input."
        )
        raise Failure("not-found", sentence, path=path)
    return instructions_of(read_file(path).data, path)

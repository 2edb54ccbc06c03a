"""`foreword conversation delete`: delete conversations, with all that is kept of them."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import act, reporting
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.streams import Streams
from editor_app.conversations.moved_libraries import is_gone
from editor_app.conversations.results import nothing_deleted
from editor_app.conversations.service import ConversationService, Setup
from editor_app.wire.conversations import deleted_document
from editor_app.wire.problems import to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Delete those named or those that are old, once it is confirmed; if one is not there, none."""
    days, ids = arguments.older_than, arguments.words
    if (days is None) == (not ids):
        raise Failure("usage", "Name the conversations to delete, or give ‘--older-than DAYS’.")
    if arguments.library is not None and is_gone(old := path_of_word(arguments.library)):
        # What is stored of a library that is gone, and shared with a later one, can only be deleted.
        return reporting(
            lambda: _delete(arguments, streams, ConversationService.of_gone_library(old, Setup())), streams
        )
    return act(arguments, streams, lambda session: _delete(arguments, streams, session.service()))


def _delete(arguments: Arguments, streams: Streams, service: ConversationService) -> None:
    ids, days = dict.fromkeys(arguments.words), arguments.older_than
    for conversation_id in ids:
        if service.get(conversation_id) is None:
            raise nothing_deleted(conversation_id)
    count = len(ids) if days is None else service.count_older_than(days)
    if count and not arguments.yes:
        question = f"Delete {_counted(count)}, with all that is kept? This cannot be undone."
        if not streams.confirm(question):
            raise Failure("usage", "Nothing was deleted. Add ‘--yes’ to do it without being asked.")
    deleted = service.delete(ids) if days is None else service.delete_older_than(days)
    streams.warn(service.take_notices())
    if arguments.json:
        streams.write(to_json(deleted_document(deleted)))
    else:
        streams.print(f"{_counted(deleted)} deleted.")


def _counted(count: int) -> str:
    return "1 conversation" if count == 1 else f"{count} conversations"

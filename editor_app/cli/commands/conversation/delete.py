"""`foreword conversation delete`: delete conversations, with all that is kept of them."""

from __future__ import annotations

from datetime import timedelta

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.list import all_entries
from editor_app.cli.commands.conversation.session import Session, act
from editor_app.cli.failure import Failure
from editor_app.cli.streams import Streams
from editor_app.conversations import ConversationService, NeverConstructedError
from editor_app.library import quoted
from editor_app.variables import short_name
from editor_app.wire import deleted_document, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Delete those named or those that are old, once it is confirmed; if one is not there, none."""
    days, ids = arguments.older_than, arguments.words
    if (days is None) == (not ids):
        raise Failure("usage", "Name the conversations to delete, or give ‘--older-than DAYS’.")
    return act(arguments, streams, _delete)


def _delete(session: Session) -> None:
    arguments, streams = session.arguments, session.streams
    ids, days = dict.fromkeys(arguments.words), arguments.older_than
    service = session.service()
    for conversation_id in ids:
        if service.get(conversation_id) is None:
            shown = quoted(short_name(conversation_id))
            raise NeverConstructedError(f"There is no conversation {shown}. Nothing was deleted.")
    count = len(ids) if days is None else _count_older(service, days)
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


def _count_older(service: ConversationService, days: int) -> int:
    """Return how many conversations were last constructed longer ago."""
    try:
        moment = service.clock() - timedelta(days=days)
    except OverflowError:
        return 0
    return sum(entry.constructed_at < moment for entry in all_entries(service))


def _counted(count: int) -> str:
    return "1 conversation" if count == 1 else f"{count} conversations"

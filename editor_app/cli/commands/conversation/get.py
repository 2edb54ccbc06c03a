"""`foreword conversation get`: print the prompt that is stored."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import Session, act
from editor_app.cli.streams import Streams
from editor_app.conversations.results import never_constructed
from editor_app.wire.conversations import stored_document


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the text exactly; a conversation that was never constructed has none."""
    return act(arguments, streams, _get)


def _get(session: Session) -> None:
    conversation_id, service = session.arguments.words[0], session.service()
    stored = service.stored(conversation_id)
    session.streams.warn(service.take_notices())
    if stored is None:
        raise never_constructed(conversation_id)
    session.say_what_is_blank(stored)
    session.write_result(stored_document(stored), stored.text)

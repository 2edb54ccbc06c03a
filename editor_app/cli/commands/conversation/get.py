"""`foreword conversation get`: print the prompt that is stored."""

from __future__ import annotations

from editor_app.cli.commands.conversation.session import Session, action
from editor_app.conversations.results import never_constructed
from editor_app.wire.conversations import stored_document


@action
def run(session: Session) -> None:
    """Print the text exactly; a conversation that was never constructed has none."""
    conversation_id, service = session.arguments.words[0], session.service()
    stored = service.stored(conversation_id)
    session.streams.warn(service.take_notices())
    if stored is None:
        raise never_constructed(conversation_id)
    session.say_what_is_blank(stored)
    session.write_result(stored_document(stored), stored.text)

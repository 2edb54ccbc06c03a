"""`foreword conversation construct`: construct the prompt of a conversation, store it and print it."""

from __future__ import annotations

from editor_app.cli.commands.conversation.session import Session, action
from editor_app.wire.conversations import construction_document


@action
def run(session: Session) -> None:
    """Print the text exactly; with `--once` that which is stored already, if there is one."""
    arguments, streams = session.arguments, session.streams
    folder = session.folder
    service = session.service(folder)
    made = service.build(arguments.words[0], folder, arguments.model, session.values, once=arguments.once)
    streams.warn(service.take_notices())
    session.say_what_is_blank(made)
    session.write_result(construction_document(made), made.text)

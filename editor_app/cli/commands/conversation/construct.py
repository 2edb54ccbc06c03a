"""`foreword conversation construct`: construct the prompt of a conversation, store it and print it."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import Session, act
from editor_app.cli.streams import Streams
from editor_app.wire.conversations import construction_document


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the text exactly; with `--once` that which is stored already, if there is one."""
    return act(arguments, streams, _construct)


def _construct(session: Session) -> None:
    arguments, streams = session.arguments, session.streams
    folder = session.folder
    service = session.service(folder)
    made = service.build(arguments.words[0], folder, arguments.model, session.values, once=arguments.once)
    streams.warn(service.take_notices())
    session.say_what_is_blank(made)
    session.write_result(construction_document(made), made.text)

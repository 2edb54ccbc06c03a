"""`foreword conversation preview`: print what a construct would give; nothing is stored."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import Session, act
from editor_app.cli.streams import Streams
from editor_app.wire.conversations import preview_document


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the text exactly."""
    return act(arguments, streams, _preview)


def _preview(session: Session) -> None:
    arguments = session.arguments
    folder = session.folder
    made = session.service(folder).build_preview(arguments.words[0], folder, arguments.model, session.values)
    session.say_what_is_blank(made)
    session.write_result(preview_document(made), made.text)

"""`foreword conversation preview`: print what a construct would give; nothing is stored."""

from __future__ import annotations

from editor_app.cli.commands.conversation.session import Session, action
from editor_app.wire.conversations import preview_document


@action
def run(session: Session) -> None:
    """Print the text exactly."""
    arguments = session.arguments
    folder = session.folder
    made = session.service(folder).build_preview(arguments.words[0], folder, arguments.model, session.values)
    session.say_what_is_blank(made)
    session.write_result(preview_document(made), made.text)

"""`foreword conversation adopt`: take over the conversations of a library that was moved here."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import Session, act
from editor_app.cli.streams import Streams
from editor_app.library import quoted
from editor_app.wire import adoption_document, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Give them to this library, and name those that stay because it has conversations of these ids."""
    return act(arguments, streams, _adopt)


def _adopt(session: Session) -> None:
    streams, service = session.streams, session.service()
    old_library = session.arguments.words[0]
    adoption = service.adopt(old_library)
    streams.warn(
        f"{quoted(one)} stays with {quoted(old_library)}: this library has a conversation of that id."
        for one in adoption.kept_ids
    )
    streams.warn(service.take_notices())
    if session.arguments.json:
        streams.write(to_json(adoption_document(adoption)))
        return
    what = "1 conversation is" if adoption.taken == 1 else f"{adoption.taken} conversations are"
    streams.print(f"{what} this library’s now.")

"""`foreword conversation adopt`: take over the conversations of a library that was moved."""

from __future__ import annotations

from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.commands.conversation.session import Session, act, delete_command
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.streams import Streams
from editor_app.conversations.results import NoLibraryError
from editor_app.library.files.reading import quoted
from editor_app.library.finding import LIBRARY_VARIABLE
from editor_app.wire.conversations import adoption_document
from editor_app.wire.problems import to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Give them to the library, and name those that stay because it has conversations of these ids."""
    return act(arguments, streams, _adopt, _no_library)


def _no_library() -> Path:
    """Refuse to give them to a library that the user did not think of."""
    raise Failure(
        "usage",
        "No library is named, and none is in the current folder, so that it is not known which one gets the"
        f" conversations. Name it with ‘--library DIR’, or in {LIBRARY_VARIABLE}.",
    )


def _adopt(session: Session) -> None:
    streams, service = session.streams, session.service()
    old_library = session.arguments.words[0]
    try:
        adoption = service.adopt(old_library)
    except NoLibraryError as error:
        advice = "Name the library that is to get them with ‘--library DIR’."
        raise Failure(error.code, f"{error.sentence} {advice}") from error
    streams.warn(
        f"{quoted(id_)} stays with {quoted(old_library)}: {quoted(service.library)} has a conversation of"
        f" that id. {delete_command([id_], path_of_word(old_library))} deletes it."
        for id_ in adoption.kept_ids
    )
    streams.warn(service.take_notices())
    if session.arguments.json:
        streams.write(to_json(adoption_document(adoption)))
        return
    conversations = (
        "1 conversation belongs" if adoption.taken == 1 else f"{adoption.taken} conversations belong"
    )
    streams.print(f"{conversations} to the library {quoted(service.library)} now.")

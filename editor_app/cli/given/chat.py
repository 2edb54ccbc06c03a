"""The chat that a word of the command line names: by its path in the library, or by its name."""

from __future__ import annotations

from pathlib import Path

from editor_app.analysis.library_facts.index import index_library
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import no_such_path, show_path
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.library.files.reading import quoted
from editor_app.text import nearest
from editor_app.text.message_parts import message_number


def named_chat(word: str, arguments: Arguments, streams: Streams) -> Path:
    """Return the folder of the library's chat that has a path or a name; raises Failure without one."""
    library = open_current_library(arguments, streams)
    chats = {chat.relative: chat for chat in index_library(library).chats}
    wanted = Path(word).as_posix()
    if wanted in chats:
        return library.root / wanted
    around = Path(wanted).parent.as_posix()
    if around in chats and message_number(Path(wanted).name) is not None:
        raise names_message(word, around)
    of_name = [path for path, chat in chats.items() if chat.name == wanted]
    if len(of_name) > 1:
        listed = ", ".join(map(quoted, sorted(of_name)))
        raise Failure("usage", f"There are several chats {quoted(word)}. Name one of {listed}.")
    if of_name:
        return library.root / of_name[0]
    missing = no_such_path(word)
    if missing.suggestions:
        raise missing
    near = nearest(wanted, (*chats, *(chat.name for chat in chats.values())))
    meant = f" Did you mean {quoted(near[0])}?" if near else ""
    looked_in = quoted(show_path(library.root))
    raise Failure(
        "not-found",
        f"There is no file {quoted(word)}, and no chat of that name in {looked_in}.{meant}",
        suggestions=near,
    )


def names_message(word: str, folder: str) -> Failure:
    """Return the failure that a word names a message, and its chat's folder."""
    sentence = f"{quoted(word)} is a message of a chat. Name the chat’s folder: {quoted(folder)}."
    return Failure("usage", sentence, suggestions=[folder])

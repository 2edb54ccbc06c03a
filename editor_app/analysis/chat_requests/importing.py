"""Bodies of other programs as chats: read from bytes, and written as message files with one Undo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.chats.chat import Message, write_message
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.new_names import new_folder_problem
from editor_app.library.files.reading import FileError, quoted, reason_of
from editor_app.library.files.renumbering import make_together, renumbering
from editor_app.requests.body_text import read_body
from editor_app.requests.importing import ImportedChat
from editor_app.text import Diagnostic, LineIndex, Sentence, Severity, Span, decode

MOST_MESSAGES: Final = 10_000
"""The messages of an imported chat at most."""

_MOST_FREE: Final = 1_000
_FAR: Final = 10  # times the most messages
_LISTS: Final = ("messages", "input", "contents")


class ReadBody(NamedTuple):
    """A body and the text it was read from; with problems, which have spans of that text, it is None."""

    body: object
    text: str
    problems: tuple[Diagnostic, ...] = ()

    @property
    def why_none(self) -> str:
        """Why it cannot be used, with the line; "" for a body."""
        if not self.problems:
            return ""
        problem = self.problems[0]
        if not problem.span.end:
            return problem.message
        line = LineIndex(self.text).position(problem.span.start).line
        return Sentence("prompts.on-line", line=line, message=problem.message)


def read_body_bytes(data: bytes) -> ReadBody:
    """Read a body from the bytes of a file; what is none has problems."""
    decoded = decode(data)
    if decoded.bad_byte is not None:
        message = Sentence("analysis.body-not-utf-8", byte=decoded.bad_byte)
        problem = Diagnostic("not-unicode", Severity.ERROR, Span(0, 0), message)
        return ReadBody(None, decoded.text, (problem,))
    return read_body_text(decoded.text)


def read_body_text(text: str) -> ReadBody:
    """Read a body from a text, such as one that was pasted."""
    body, problems = read_body(text)
    return ReadBody(body, text, problems)


def why_not_imported(chat: ImportedChat, name: str, most: int = MOST_MESSAGES) -> str:
    """Return why a body called `name` gives no chat, "" if it gives one."""
    if not chat.messages:
        why = chat.losses[0].message if chat.losses else ""
        return Sentence("analysis.no-message-with-text", name=name, why=why)
    return _too_many(len(chat.messages), name, most) if len(chat.messages) > most else ""


def why_not_looked_into(body: object, name: str, most: int = MOST_MESSAGES) -> str:
    """Return why a body called `name` gives no chat, as it has far too many messages; "" if it may.

    It is asked before `import_chat`, which takes long and much memory for millions of messages.
    """
    lists = [body] if isinstance(body, list) else []
    if isinstance(body, Mapping):
        lists = [value for key, value in body.items() if key in _LISTS and isinstance(value, list)]
    count = max(map(len, lists), default=0)
    # not each becomes a message, so that a few more may do
    return _too_many(count, name, most) if count > most * _FAR else ""


def free_chat_name(chats: Path, wanted: str) -> str:
    """Return a name for a new chat in a folder: the one that is wanted, else with a number behind it."""
    plain = "".join(letter if letter.isalnum() or letter in "-_. " else "-" for letter in wanted)
    stem = plain.strip("-_. ")[:40].rstrip("-_. ") or "chat"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, _MOST_FREE))
    return next((name for name in names if not new_folder_problem(chats, name)), stem)


def message_files(chat: ImportedChat) -> Mapping[str, bytes]:
    """Return the files of an imported chat by their names, in order."""
    return {
        f"{number}.md": write_message(
            Message(
                message.role,
                message.content if message.content.endswith("\n") else f"{message.content}\n",
            )
        )
        for number, message in enumerate(chat.messages, 1)
    }


def write_imported(chat: ImportedChat, folder: Path, *, state_dir: Path, now: datetime) -> FileChange:
    """Write an imported chat into a folder that is new or empty; all of its files or none are made."""
    try:
        is_free = not folder.exists() or not any(folder.iterdir())
    except OSError as error:
        sentence = Sentence("analysis.folder-unusable", name=quoted(folder.name), reason=reason_of(error))
        raise FileError(sentence, folder) from error
    if not is_free:
        raise FileError(Sentence("analysis.has-files", name=quoted(folder.name)), folder)
    messages = Sentence("text.messages", count=len(chat.messages))
    with renumbering(folder, state_dir=state_dir, now=now):
        return make_together(
            folder,
            message_files(chat),
            state_dir=state_dir,
            now=now,
            sentence=Sentence("analysis.is-chat-now", name=quoted(folder.name), messages=messages),
        )


def _too_many(count: int, name: str, most: int) -> str:
    return Sentence("analysis.too-many-messages", name=name, count=count, most=most)

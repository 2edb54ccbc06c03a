"""A chat and its messages: the files of a folder, in the order of their numbers, with every problem."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from editor_app.chats.checks import MOST_BYTES, encoding_problem, problems_of
from editor_app.chats.header_table import ROLES
from editor_app.chats.reading import (
    NO_FIELDS,
    MessageText,
    message_edits,
    new_source,
    read_quickly,
    read_text,
)
from editor_app.clock import utc_now
from editor_app.library.files.reading import (
    FileError,
    NotAllowed,
    allowed_end,
    quoted,
    read_file,
    read_plainly,
    reason_of,
)
from editor_app.library.kinds import CHAT_FOLDERS
from editor_app.text import (
    Diagnostic,
    Fix,
    Rename,
    Sentence,
    Severity,
    Span,
    decode,
    decode_text,
    encode_edited,
    to_engine_text,
)
from editor_app.text.message_parts import SEPARATOR, message_number
from editor_app.variables.access import FileAccess


@dataclass(frozen=True)
class Message:
    """A message: `role` is as it is written, None where there is none; `content` is exact, with LF newlines.

    `metadata` has the other fields of the header, as far as they have a value. `data` are the bytes that it
    was read from, empty for a message that is made here, `path` is its file, if it has one, and `read_at` is
    what fixes write as the time, by default the time they are asked for.
    """

    role: str | None
    content: str
    metadata: Mapping[str, str] = field(default_factory=lambda: NO_FIELDS)
    data: bytes = b""
    path: Path | None = None
    read_at: datetime | None = field(default=None, repr=False, compare=False)

    @property
    def sent_content(self) -> str:
        """The content as requests have it: without the newlines at its two ends."""
        return self.content.strip("\n")

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The problems of the file that it was read from, in file order; a message made here has none."""
        if not self.data and self.path is None and not (self.role is None and not self.content):
            return ()
        decoded = decode(self.data)
        if decoded.bad_byte is not None:
            return (encoding_problem(self.data, decoded),)
        return problems_of(read_text(decoded.text), self.read_at or utc_now())

    @property
    def has_errors(self) -> bool:
        """Whether the file has an error, so that nothing is to be sent; told quickly where it has none."""
        if self.role in ROLES and len(self.data) < MOST_BYTES:
            source = decode_text(self.data)
            if SEPARATOR in source and "\ufffd" not in source:
                return False
        return any(problem.severity is Severity.ERROR for problem in self.diagnostics)


class UnwritableMessageError(ValueError):
    """A message that no message file can hold; a mistake of the caller."""


def read_message(data: bytes, *, now: datetime | None = None, path: Path | None = None) -> Message:
    """Read a message file; any bytes give a message. `now` is what fixes write, by default the time now."""
    role, content, header = read_quickly(decode_text(data))
    return Message(role, content, header, data, path, now)


def write_message(message: Message) -> bytes:
    """Return the bytes of a message's file: those it was read from, but for what is another value now.

    Raises UnwritableMessageError for a role or a field that takes more than its line, and for a change of a
    file that is not UTF-8; UnencodableText for half a surrogate pair.
    """
    content = to_engine_text(message.content)
    values = message.role, content, message.metadata
    if message.data and values == read_quickly(decode_text(message.data)):
        return message.data
    _check(message)
    if not message.data:
        is_empty = message.role is None and not (content or message.metadata)
        return b"" if is_empty else new_source(*values).encode("utf-8")
    decoded = decode(message.data)
    if decoded.bad_byte is not None:
        raise UnwritableMessageError(Sentence("chats.not-utf-8-no-change"))
    return encode_edited(decoded, message_edits(read_text(decoded.text), *values))


def _check(message: Message) -> None:
    fields = dict(message.metadata)
    if message.role is not None:
        fields["role"] = message.role
    for key, value in fields.items():
        if key != _one_line(key) or not key or ":" in key or (key.lower() == "role" and key != "role"):
            raise UnwritableMessageError(Sentence("chats.impossible-field", name=repr(key)))
        if value != _one_line(value):
            raise UnwritableMessageError(Sentence("chats.impossible-value", name=repr(key)))


def _one_line(text: str) -> str:
    return "".join(to_engine_text(text).split("\n")).strip(" \t")


__all__ = ["ROLES", "Message", "MessageText", "UnwritableMessageError", "read_message", "write_message"]


_START: Final = Span(0, 0)
_TOO_LARGE: Final = Sentence("chats.too-large")


@dataclass(frozen=True, slots=True)
class ChatProblem:
    """A problem of a chat that is no problem of a message's text; `path` is the file's, or the folder's."""

    path: Path
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat: its messages in order, as far as they could be read, and the problems of the folder itself.

    `names` are those of all its message files, in the same order.
    """

    folder: Path
    messages: tuple[Message, ...]
    problems: tuple[ChatProblem, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All problems: the folder's own, then those of each message."""
        own = (problem.diagnostic for problem in self.problems)
        return (*own, *(problem for message in self.messages for problem in message.diagnostics))

    @property
    def has_errors(self) -> bool:
        """Whether the folder or a message has an error, so that no request is made of it."""
        own = any(problem.diagnostic.severity is Severity.ERROR for problem in self.problems)
        return own or any(message.has_errors for message in self.messages)


def is_chat_folder(folder: Path) -> bool:
    """Whether a folder is a chat by its place."""
    return folder.parent.name in CHAT_FOLDERS


def in_order(names: Iterable[str]) -> list[str]:
    """Return those names that message files have, in the order of their numbers."""
    numbered = ((message_number(name), name) for name in names)
    return [name for _, name in sorted((number, name) for number, name in numbered if number is not None)]


def read_chat(folder: Path | str, *, now: datetime | None = None, access: FileAccess | None = None) -> Chat:
    """Read every message of a folder; what cannot be read is a problem, and no exception.

    `now` is what fixes write, by default the time now. `access` says where the paths of its library may lead.
    """
    folder = Path(folder)
    names = message_names(folder, access)
    if isinstance(names, ChatProblem):
        return Chat(folder, (), (names,))
    messages: list[Message] = []
    problems = list(folder_problems(folder, names))
    is_behind_link = os.path.realpath(folder) != os.path.abspath(folder)  # noqa: PTH100  no link in it is resolved
    for name in names:
        message = read_message_file(folder / name, now=now, access=access, is_behind_link=is_behind_link)
        if isinstance(message, ChatProblem):
            problems.append(message)
        else:
            messages.append(message)
    return Chat(folder, tuple(messages), tuple(problems), tuple(names))


def message_names(folder: Path, access: FileAccess | None = None) -> list[str] | ChatProblem:
    """Return the names of a folder's message files in order, or why the folder cannot be read.

    `access` says where the paths of its library may lead.
    """
    try:
        if access is not None:
            allowed_end(folder, access)
        return in_order(path.name for path in folder.iterdir())
    except NotAllowed as error:
        return _problem(folder, "unreadable-folder", Sentence("chats.open-as-library", reason=error.reason))
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else Sentence("chats.impossible-folder-name")
        return _problem(
            folder,
            "unreadable-folder",
            Sentence("library.unreadable", name=quoted(folder.name), reason=reason),
        )


def read_message_file(
    path: Path, *, now: datetime | None, access: FileAccess | None, is_behind_link: bool = False
) -> Message | ChatProblem:
    """Read a message file, or return why it cannot be read; `is_behind_link` if its folder is."""
    data = None if is_behind_link else read_plainly(str(path), MOST_BYTES)
    try:
        if data is None:
            data = read_file(path, MOST_BYTES, access=access, too_large=_TOO_LARGE).data
    except FileError as error:
        return _problem(path, "unreadable-file", error.sentence)
    return read_message(data, now=now, path=path)


def folder_problems(folder: Path, names: Iterable[str]) -> Iterator[ChatProblem]:
    """Yield what is wrong with the names of a chat's messages: there are none, or two have one number."""
    ordered = names if isinstance(names, list) else in_order(names)
    if not ordered:
        sentence = Sentence("chats.no-messages", name=quoted(folder.name))
        yield _problem(folder, "no-messages", sentence)
        return
    first: dict[int, str] = {}
    last = message_number(ordered[-1]) or 0
    for name in ordered:
        number = message_number(name) or 0
        other = first.setdefault(number, name)
        if other != name:
            last += 1
            new = f"{last}.md"
            sentence = Sentence(
                "chats.duplicate-number", other=quoted(other), name=quoted(name), number=f"{number}"
            )
            fix = Fix(Sentence("chats.rename", name=name, new=new), rename=Rename(name, new))
            args = {"other": other}
            problem = Diagnostic("duplicate-number", Severity.ERROR, _START, sentence, args, (fix,))
            yield ChatProblem(folder / name, problem)


def _problem(path: Path, code: str, sentence: str) -> ChatProblem:
    return ChatProblem(path, Diagnostic(code, Severity.ERROR, _START, sentence))

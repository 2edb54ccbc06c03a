"""A message of a chat: what its file says, and the file's bytes with changes of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from editor_app.chats.checks import ROLES, encoding_problem, problems_of
from editor_app.chats.edits import message_edits, new_source
from editor_app.chats.reading import MessageText, read_text
from editor_app.clock import utc_now
from editor_app.text import Diagnostic, Severity, decode, encode_edited, to_engine_text

NO_METADATA: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Message:
    """A message: `role` is as it is written, None where there is none; `content` is exact, with LF newlines.

    `data` are the bytes that it was read from, empty for a message that is made here. `metadata` has the
    other fields of the header, as far as they have a value. `path` is the message's file, if it has one.
    """

    role: str | None
    content: str
    metadata: Mapping[str, str] = field(default_factory=lambda: NO_METADATA)
    diagnostics: tuple[Diagnostic, ...] = ()
    data: bytes = b""
    path: Path | None = None

    @property
    def sent_content(self) -> str:
        """The content as requests have it: without the newlines at its two ends."""
        return self.content.strip("\n")

    @property
    def has_errors(self) -> bool:
        """Whether the file has an error, so that nothing is to be sent."""
        return any(problem.severity is Severity.ERROR for problem in self.diagnostics)


class UnwritableMessageError(ValueError):
    """A message that no message file can hold; a mistake of the caller."""


def read_message(data: bytes, *, now: datetime | None = None, path: Path | None = None) -> Message:
    """Read a message file; any bytes give a message. `now` is what fixes write, by default the time now."""
    decoded = decode(data)
    text = read_text(decoded.text)
    if decoded.bad_byte is not None:
        problems: tuple[Diagnostic, ...] = (encoding_problem(data, decoded),)
    else:
        problems = problems_of(text, now or utc_now())
    return Message(text.role, text.content, text.metadata, problems, data, path)


def write_message(message: Message) -> bytes:
    """Return the bytes of a message's file: those it was read from, but for what is another value now.

    Raises UnwritableMessageError for a role or a field that takes more than its line, and for a change of a
    file that is not UTF-8; UnencodableText for half a surrogate pair.
    """
    wanted = replace(message, content=to_engine_text(message.content))
    _check(wanted)
    if not message.data:
        is_empty = wanted.role is None and not (wanted.content or wanted.metadata)
        return b"" if is_empty else new_source(wanted.role, wanted.content, wanted.metadata).encode("utf-8")
    decoded = decode(message.data)
    text = read_text(decoded.text)
    edits = message_edits(text, wanted.role, wanted.content, wanted.metadata)
    if not edits:
        return message.data
    if decoded.bad_byte is not None:
        raise UnwritableMessageError("The file is not UTF-8, so it cannot be written with a change.")
    return encode_edited(decoded, edits)


def _check(message: Message) -> None:
    fields = dict(message.metadata)
    if message.role is not None:
        fields["role"] = message.role
    for key, value in fields.items():
        if key != _one_line(key) or not key or ":" in key or (key.lower() == "role" and key != "role"):
            raise UnwritableMessageError(f"The name {key!r} is none that a field of a message can have.")
        if value != _one_line(value):
            raise UnwritableMessageError(
                f"The value of {key!r} has more than one line, or spaces at its ends."
            )


def _one_line(text: str) -> str:
    return "".join(to_engine_text(text).split("\n")).strip(" \t")


__all__ = ["ROLES", "Message", "MessageText", "UnwritableMessageError", "read_message", "write_message"]

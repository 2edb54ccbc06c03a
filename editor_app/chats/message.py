"""A message of a chat: what its file says, and the file's bytes with changes of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from editor_app.chats.checks import MOST_BYTES, ROLES, encoding_problem, problems_of
from editor_app.chats.edits import message_edits, new_source
from editor_app.chats.reading import MessageText, read_quickly, read_text
from editor_app.clock import utc_now
from editor_app.text import Diagnostic, Severity, decode, decode_text, encode_edited, to_engine_text
from editor_app.text.message_parts import SEPARATOR

NO_METADATA: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Message:
    """A message: `role` is as it is written, None where there is none; `content` is exact, with LF newlines.

    `metadata` has the other fields of the header, as far as they have a value. `data` are the bytes that it
    was read from, empty for a message that is made here, `path` is its file, if it has one, and `read_at` is
    what fixes write as the time, by default the time they are asked for.
    """

    role: str | None
    content: str
    metadata: Mapping[str, str] = field(default_factory=lambda: NO_METADATA)
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
        if not self.data and self.path is None and not self._is_of_empty_file:
            return ()
        decoded = decode(self.data)
        if decoded.bad_byte is not None:
            return (encoding_problem(self.data, decoded),)
        return problems_of(read_text(decoded.text), self.read_at or utc_now())

    @property
    def _is_of_empty_file(self) -> bool:
        return self.role is None and not self.content

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
    said = message.role, content, message.metadata
    if message.data and said == read_quickly(decode_text(message.data)):
        return message.data
    _check(message)
    if not message.data:
        is_empty = message.role is None and not (content or message.metadata)
        return b"" if is_empty else new_source(*said).encode("utf-8")
    decoded = decode(message.data)
    if decoded.bad_byte is not None:
        raise UnwritableMessageError("The file is not UTF-8, so it cannot be written with a change.")
    return encode_edited(decoded, message_edits(read_text(decoded.text), *said))


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

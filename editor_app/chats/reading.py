"""Reading the engine text of a message file: its parts, role, metadata and content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from editor_app.chats.escaping import EscapedText, unescape
from editor_app.text.message_parts import HeaderLine, MessageParts, split_message


@dataclass(frozen=True, slots=True)
class MessageText:
    """A message file's text and what it says.

    `role` is None where no line gives one; `metadata` has the first of each other field that has a value.
    """

    source: str
    parts: MessageParts
    role: str | None
    metadata: Mapping[str, str]
    content: str

    @property
    def escaped(self) -> EscapedText:
        """The content as the file has it, with backslashes before backticks."""
        return EscapedText(self.parts.content.of(self.source))

    def value_of(self, line: HeaderLine) -> str:
        """Return the value of a line of the header."""
        return line.value.of(self.source)


def read_text(source: str) -> MessageText:
    """Read the engine text of a message file."""
    parts = split_message(source)
    role_line = parts.role_line
    role = role_line.value.of(source).strip(" \t") if role_line is not None else ""
    metadata: dict[str, str] = {}
    for line in parts.lines:
        if line.key and not line.is_role and (value := line.value.of(source).strip(" \t")):
            metadata.setdefault(line.key, value)
    content = unescape(parts.content.of(source))
    return MessageText(source, parts, role or None, MappingProxyType(metadata), content)

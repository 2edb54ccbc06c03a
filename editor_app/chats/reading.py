"""Reading the engine text of a message file: its parts, role, metadata and content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from editor_app.chats.escaping import EscapedText, unescape
from editor_app.text import Span
from editor_app.text.message_parts import MARK, ROLE_KEY, SEPARATOR, HeaderLine, MessageParts, split_message

NO_FIELDS: Final[Mapping[str, str]] = MappingProxyType({})


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

    @property
    def sent_spans(self) -> list[Span]:
        """What requests have of the file's text: the content without the newlines at its ends, in parts."""
        lead = len(self.content) - len(self.content.lstrip("\n"))
        start = self.parts.content.start
        found = self.escaped.raw_spans(lead, max(lead, len(self.content.rstrip("\n"))))
        return [span.shifted(start) for span in found]

    def value_of(self, line: HeaderLine) -> str:
        """Return the value of a line of the header."""
        return line.value.of(self.source)


class LazyFields(Mapping[str, str]):
    """The fields of a header, which are read when the first is asked for: a request needs none of them."""

    __slots__ = ("_fields", "_source")

    def __init__(self, source: str) -> None:
        """Keep the text of a message file."""
        self._source = source
        self._fields: Mapping[str, str] | None = None

    @property
    def _read(self) -> Mapping[str, str]:
        if self._fields is None:
            self._fields = read_text(self._source).metadata
        return self._fields

    def __getitem__(self, key: str) -> str:
        return self._read[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazyFields) and other._source == self._source:
            return True
        return isinstance(other, Mapping) and dict(self._read) == dict(other)

    __hash__ = None  # type: ignore[assignment]  # a mapping has none

    def __repr__(self) -> str:
        return repr(dict(self._read))


def read_quickly(source: str) -> tuple[str | None, str, Mapping[str, str]]:
    """Return the role, the content and the metadata of a message file's text, as `read_text` does."""
    end = source.find(SEPARATOR)
    header = source[:end] if end >= 0 else ""
    role = _role_of(header)
    if role is None:
        text = read_text(source)
        return text.role, text.content, text.metadata
    fields = NO_FIELDS if "\n" not in header else LazyFields(source)
    return role or None, unescape(source[end + len(SEPARATOR) :]), fields


def _role_of(header: str) -> str | None:
    """Return the role of a header of the usual form, lines with `;` and one role; None for any other."""
    if not header.startswith(MARK) or header.count("\n;") != header.count("\n") or not header.isascii():
        return None
    lower = header.lower()
    at = lower.find(ROLE_KEY)
    if at < 0 or lower.find(ROLE_KEY, at + 1) >= 0:
        return None
    start = lower.rfind("\n", 0, at) + 1
    key, colon, value = header[start + 1 :].partition("\n")[0].partition(":")
    return value.strip(" \t") if colon and key.strip(" \t").lower() == ROLE_KEY else None


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

"""Reading the engine text of a message file: its parts, role, metadata; and changes of it as edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from editor_app.chats.escaping import EscapedText, escape, unescape
from editor_app.text import Edit, Span, apply_edits, difference
from editor_app.text.message_parts import (
    MARK,
    ROLE_KEY,
    SEPARATOR,
    HeaderLine,
    HeaderSort,
    MessageParts,
    split_message,
)

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
        spans = self.escaped.raw_spans(lead, max(lead, len(self.content.rstrip("\n"))))
        return [span.shifted(start) for span in spans]

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


def message_edits(
    text: MessageText, role: str | None, content: str, metadata: Mapping[str, str]
) -> tuple[Edit, ...]:
    """Return the edits of a message file's text that give it this role, content and metadata.

    What is the same keeps its very characters. Of what no edit of single lines gives, the header is written
    anew.
    """
    if (role, content, dict(metadata)) == (text.role, text.content, dict(text.metadata)):
        return ()
    edits = (*_header_edits(text, role, metadata), *content_edits(text, content))
    new = read_text(apply_edits(text.source, edits))
    values = (new.role, new.content, dict(new.metadata))
    if values == (role, content, dict(metadata)) and new.parts.has_separator:
        return edits
    return (Edit(Span(0, len(text.source)), new_source(role, content, metadata)),)


def role_edits(text: MessageText, role: str | None) -> tuple[Edit, ...]:
    """Return the edits that change the role, or add or remove its line."""
    line = text.parts.role_line
    if role == text.role:
        return ()
    if role is None:
        return tuple(edits_without(text, [other for other in text.parts.lines if other.is_role]))
    if line is not None:
        return (value_edit(text.source, line.value, role),)
    lines = text.parts.lines
    if not lines:
        separator = "" if text.parts.has_separator else SEPARATOR
        return (Edit(Span(0, 0), f"{_line(ROLE_KEY, role)}{separator}"),)
    end = text.parts.header.end
    return (Edit(Span(end, end), f"\n{MARK}\n{_line(ROLE_KEY, role)}"),)


def field_edits(text: MessageText, metadata: Mapping[str, str], *, at_end: bool = False) -> tuple[Edit, ...]:
    """Return the edits that change and add fields of the header; none is removed.

    Fields are added before the role, or at the end of the header.
    """
    lines: dict[str, HeaderLine] = {}
    for line in text.parts.lines:
        if line.key and not line.is_role and (line.key not in lines or not text.value_of(lines[line.key])):
            lines[line.key] = line
    edits = [
        value_edit(text.source, line.value, metadata[key])
        for key, line in lines.items()
        if key in metadata and metadata[key] != text.metadata.get(key)
    ]
    added = [_line(key, value) for key, value in metadata.items() if key not in lines]
    return (
        (*edits, _added_lines(text, added, None if at_end else text.parts.role_line))
        if added
        else tuple(edits)
    )


def value_edit(source: str, span: Span, value: str) -> Edit:
    """Return the edit that puts another value in the span of one, behind a space."""
    before = source[span.start - 1 : span.start]
    return Edit(span, f" {value}" if before == ":" else value)


def edits_without(text: MessageText, lines: Iterable[HeaderLine]) -> list[Edit]:
    """Return the edits that remove lines of the header, each with one newline."""
    runs: list[Span] = []
    for line in sorted(lines, key=lambda line: line.span.start):
        if runs and runs[-1].end + 1 == line.span.start:
            runs[-1] = Span(runs[-1].start, line.span.end)
        else:
            runs.append(line.span)
    last = text.parts.header.end
    return [
        Edit(Span(start, end + 1) if end < last else Span(max(start - 1, 0), end), "") for start, end in runs
    ]


def content_edits(text: MessageText, content: str) -> tuple[Edit, ...]:
    """Return the edits that give the message another content, and the separator if it has none."""
    edit = difference(text.content, content)
    if edit is None:
        return ()
    start = text.parts.content.start
    return tuple(Edit(span.shifted(start), new) for span, new in text.escaped.edits_for(edit))


def new_source(role: str | None, content: str, metadata: Mapping[str, str]) -> str:
    """Return the text of a new message file, with the fields in this order and the role last."""
    lines = [_line(key, value) for key, value in metadata.items()]
    if role is not None:
        lines += [MARK] * bool(lines) + [_line(ROLE_KEY, role)]
    return "\n".join(lines) + SEPARATOR + escape(content)


def _header_edits(text: MessageText, role: str | None, metadata: Mapping[str, str]) -> Iterator[Edit]:
    lines = text.parts.lines
    if not lines and role is not None and metadata:
        header = "\n".join(
            [*(_line(key, value) for key, value in metadata.items()), MARK, _line(ROLE_KEY, role)]
        )
        yield Edit(Span(0, 0), header if text.parts.has_separator else f"{header}{SEPARATOR}")
        return
    if role is not None:
        yield from role_edits(text, role)
    if dict(metadata) != dict(text.metadata):
        yield from field_edits(text, metadata, at_end=role is None)
    gone = [
        line for line in lines if line.key and (role is None if line.is_role else line.key not in metadata)
    ]
    yield from edits_without(text, gone)


def _added_lines(text: MessageText, added: list[str], role: HeaderLine | None) -> Edit:
    """Return the edit that adds lines before the role and the empty comment over it, else at the end."""
    lines = text.parts.lines
    if role is None:
        end = text.parts.header.end
        return Edit(Span(end, end), ("\n" if lines else "") + "\n".join(added))
    place = lines.index(role)
    before = lines[place - 1]
    is_spacer = before.sort is HeaderSort.MARKED and before.span.of(text.source).strip(" \t") == MARK
    if place > 0 and is_spacer:
        start = before.span.start
        return Edit(Span(start, start), "".join(f"{line}\n" for line in added))
    return Edit(Span(role.span.start, role.span.start), "".join(f"{line}\n" for line in (*added, MARK)))


def _line(key: str, value: str) -> str:
    return f"{MARK} {key}: {value}".rstrip(" ")

"""Finding the parts of a chat's message file: the header with its fields, three newlines, the content."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from editor_app.text.spans import Span

SEPARATOR: Final = "\n\n\n"
MARK: Final = ";"
ROLE_KEY: Final = "role"
UUID_KEY: Final = "Block-UUID"
_COMMENT_START, _COMMENT_END = "<!--", "-->"
_FILE_NAME: Final = re.compile(r"([0-9]+)\.md", re.IGNORECASE)
_UUID: Final = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


class HeaderSort(StrEnum):
    """How a line of the header is written: as it should be, in an HTML comment, without `;`, or empty."""

    MARKED = "marked"
    HTML = "html"
    BARE = "bare"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """A line of the header, without its newline; a line that has no field has the key "".

    `is_role` is whether it says the role.
    """

    span: Span
    sort: HeaderSort
    key: str
    value: Span
    is_role: bool = False


@dataclass(frozen=True)
class MessageParts:
    """The parts of a message file; without a separator, the header is the lines at its top that look so."""

    lines: tuple[HeaderLine, ...]
    header: Span
    content: Span
    has_separator: bool

    @cached_property
    def role_line(self) -> HeaderLine | None:
        """The first line that says the role, which is the one that counts."""
        return next((line for line in self.lines if line.is_role), None)


def message_number(name: str) -> int | None:
    """Return the number that a message file's name gives; None for the name of another file."""
    match = _FILE_NAME.fullmatch(name)
    return int(match[1]) if match is not None else None


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID, in the usual form."""
    return _UUID.fullmatch(text) is not None


def split_message(source: str) -> MessageParts:
    """Find the parts of a message file's engine text; any text has them."""
    end = source.find(SEPARATOR)
    if end >= 0:
        header, content = Span(0, end), Span(end + len(SEPARATOR), len(source))
        return MessageParts(_header_lines(source, end, is_ended=True), header, content, has_separator=True)
    lines = _header_lines(source, len(source), is_ended=False)
    end = lines[-1].span.end if lines else 0
    start = end
    while lines and source.startswith("\n", start):
        start += 1
    return MessageParts(lines, Span(0, end), Span(start, len(source)), has_separator=False)


def _header_lines(source: str, end: int, *, is_ended: bool) -> tuple[HeaderLine, ...]:
    """Return the lines of a header that `end` ends, or without a separator those that surely are of one."""
    lines: list[HeaderLine] = []
    at, in_comment = 0, False
    while at < end:
        line, in_comment = _header_line(source, at, end, in_comment=in_comment)
        is_field = line.sort is HeaderSort.BARE and (line.is_role or line.key == UUID_KEY)
        if not is_ended and line.sort in (HeaderSort.EMPTY, HeaderSort.BARE) and not is_field:
            break
        lines.append(line)
        at = line.span.end + 1
    return () if in_comment and not is_ended else tuple(lines)  # a comment that never ends is no header


def _header_line(source: str, start: int, most: int, *, in_comment: bool) -> tuple[HeaderLine, bool]:
    """Return the line at `start`, and whether an HTML comment goes on behind it."""
    newline = source.find("\n", start, most)
    end = most if newline < 0 else newline
    text = source[start:end]
    stripped = text.strip(" \t")
    inner, inner_end = start + len(text) - len(text.lstrip(" \t")), end
    if text.startswith(MARK):
        sort, inner = HeaderSort.MARKED, start + 1
    elif in_comment or stripped.startswith(_COMMENT_START):
        sort = HeaderSort.HTML
        inner += 0 if in_comment else len(_COMMENT_START)
    else:
        sort = HeaderSort.BARE if stripped else HeaderSort.EMPTY
        inner += stripped.startswith(MARK)
    if sort is HeaderSort.HTML or in_comment:
        closing = source.find(_COMMENT_END, inner, end)
        in_comment = closing < 0
        inner_end = end if in_comment else closing
    span = Span(start, end)
    if sort is HeaderSort.BARE and is_uuid(stripped):
        return HeaderLine(span, sort, UUID_KEY, Span(inner, inner + len(stripped))), in_comment
    colon = source.find(":", inner, inner_end)
    key = source[inner:colon].strip(" \t") if colon >= 0 else ""
    if not key:
        return HeaderLine(span, sort, "", Span(inner_end, inner_end)), in_comment
    value = _trimmed(source, colon + 1, inner_end)
    return HeaderLine(span, sort, key, value, is_role=key.lower() == ROLE_KEY), in_comment


def _trimmed(source: str, start: int, end: int) -> Span:
    """Return the span without spaces at its ends; of spaces alone, the place behind the first of them."""
    text = source[start:end]
    value = text.strip(" \t")
    if not value:
        at = min(start + 1, end)
        return Span(at, end)
    first = start + len(text) - len(text.lstrip(" \t"))
    return Span(first, first + len(value))

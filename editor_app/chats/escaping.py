r"""Backticks in message files: a backslash before one is removed in reading, and added where it is needed.

People see and type plain backticks. In the file, one after a backslash and a fence at a line's start have a
backslash of their own, so that reading gives back what was written.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from editor_app.text import Edit, Span

_ESCAPED: Final = "\\`"
_NEEDS_ESCAPE: Final = re.compile(r"(?m)(?<=\\)`|^(?=```)")


def unescape(raw: str) -> str:
    """Return the content that a raw text stands for: without one backslash directly before each backtick."""
    return raw.replace(_ESCAPED, "`") if "\\" in raw else raw


def escape(content: str) -> str:
    """Return the raw text for a content, of which `unescape` gives the content back."""
    if "`" not in content:
        return content
    return _NEEDS_ESCAPE.sub(lambda needy: "\\" + needy.group(), content)


@dataclass(frozen=True)
class EscapedText:
    """A raw text, as it stands in a file, with its content; offsets of the one are found in the other."""

    raw: str

    @cached_property
    def content(self) -> str:
        """The text that people see."""
        return unescape(self.raw)

    @cached_property
    def _escapes(self) -> tuple[int, ...]:
        """The offsets in the content of the backticks that have a backslash in the raw text."""
        escapes = re.finditer(re.escape(_ESCAPED), self.raw)
        return tuple(escape.start() - number for number, escape in enumerate(escapes))

    def raw_offset(self, offset: int) -> int:
        """Return where an offset of the content is in the raw text: before the backslash of a backtick."""
        return offset + bisect_left(self._escapes, offset)

    def content_offset(self, raw_offset: int) -> int:
        """Return where an offset of the raw text is in the content."""
        numbers = range(len(self._escapes))  # the one of number k has its backslash at escapes[k] + k
        return raw_offset - bisect_left(
            numbers, raw_offset, key=lambda number: self._escapes[number] + number
        )

    def raw_spans(self, start: int, end: int) -> list[Span]:
        """Return the spans of the raw text, between its backslashes, that are a part of the content."""
        first, last = bisect_left(self._escapes, start), bisect_left(self._escapes, end)
        backslashes = [self._escapes[number] + number for number in range(first, last)]
        starts = (start + first, *(backslash + 1 for backslash in backslashes))
        return [
            Span(*pair) for pair in zip(starts, (*backslashes, end + last), strict=True) if pair[0] < pair[1]
        ]

    def edits_for(self, edit: Edit) -> tuple[Edit, ...]:
        """Return the edits of the raw text that make an edit of the content; what it does not touch stays."""
        (start, end), text = edit
        content = self.content
        line_start = content.rfind("\n", 0, start) + 1
        first = start - line_start  # where the new text begins in what is around it
        last = first + len(text)
        around = f"{content[line_start:start]}{text}{content[end : end + 3]}"
        before: list[Edit] = []
        pieces: list[str] = []
        piece_start = first
        for needy in _NEEDS_ESCAPE.finditer(around):
            place = needy.start()
            if place < first:
                if not self._stays(line_start + place, needy):
                    raw = self.raw_offset(line_start + place)
                    before.append(Edit(Span(raw, raw), "\\"))
            elif place < last or (place == last and not self._stays(end, needy)):
                pieces += around[piece_start:place], "\\"
                piece_start = place
        pieces.append(around[piece_start:last])
        return (*before, Edit(Span(self.raw_offset(start), self.raw_offset(end)), "".join(pieces)))

    def _stays(self, offset: int, needy: re.Match[str]) -> bool:
        """Whether what needs a backslash after an edit needs none more: it has one, or was a fence before."""
        number = bisect_left(self._escapes, offset)
        if self._escapes[number : number + 1] == (offset,):
            return True
        content = self.content
        is_fence = content.startswith("```", offset) and (offset == 0 or content[offset - 1] == "\n")
        return not needy.group() and is_fence

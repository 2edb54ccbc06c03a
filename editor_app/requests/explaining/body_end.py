"""The end of a body's text, made without the rest of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from editor_app.requests.explaining.body_reasons import BodyReason, BodyReasons
from editor_app.requests.parts import Place, Request, RequestPart
from editor_app.text import Span
from editor_app.text.readable_json import readable_json


class EntriesText(NamedTuple):
    """Entries of a conversation as they stand in the text of their body, and the number of the first."""

    first: int
    text: str


@dataclass(frozen=True, slots=True)
class BodyEnd:
    """The end of a body's text, from one of its entries on.

    `request` has the parts that stand in it, behind those of the system text. `key` is that of the
    conversation, `pieces` are the numbers of the entries that parts of the text begin with, in order, each
    with its offset.
    """

    text: str
    request: Request
    key: str
    pieces: tuple[tuple[int, int], ...]

    @property
    def place(self) -> Place:
        """The place of the entry that the text begins with."""
        return (self.key, self.pieces[0][0])


def entries_text(key: str, entries: Sequence[Mapping[str, Any]], first: int) -> EntriesText:
    """Return entries as they stand in the text of the body, without what is before and behind them."""
    head = f'{{\n  "{key}": [\n'
    text = readable_json({key: list(entries)}, indent=2)
    return EntriesText(first, text[len(head) : -len("\n  ]\n}")] if entries else "")


def body_end(request: Request, key: str, texts: Sequence[EntriesText], body: Mapping[str, Any]) -> BodyEnd:
    """Return the end of a body's text; `body` has all of its own fields, `request` the parts in the end."""
    pieces: list[tuple[int, int]] = []
    written: list[str] = []
    length = 0
    for first, text in texts:
        if text:
            pieces.append((first, length))
            written.append(text)
            length += len(text) + len(",\n")
    keys = list(body)
    rest = {name: body[name] for name in keys[keys.index(key) + 1 :]}
    after = ",\n" + readable_json(rest, indent=2)[len("{\n") :] if rest else "\n}"
    return BodyEnd(",\n".join(written) + "\n  ]" + after + "\n", request, key, tuple(pieces))


class EndReasons:
    """Says of each offset of a body's end why the character is there; it reads only what is near it."""

    def __init__(self, end: BodyEnd) -> None:
        """Read nothing yet."""
        self._end = end
        self._starts = [start for _, start in end.pieces]
        self._firsts = [first for first, _ in end.pieces]
        self._read: dict[int, BodyReasons] = {}

    def at(self, offset: int) -> BodyReason | None:
        """Return why the character at an offset is there, None outside of the text."""
        piece = max(bisect_right(self._starts, offset) - 1, 0)
        reason = self._reasons(piece).at(offset - self._starts[piece])
        return None if reason is None else replace(reason, span=self._moved(reason.span, piece))

    def span_of(self, part: RequestPart) -> Span | None:
        """Return the span of the value that holds a part's text, quotes included; None where it is not."""
        number = part.place[1] if len(part.place) > 1 and part.place[0] == self._end.key else -1
        if not isinstance(number, int) or number < self._firsts[0]:
            return None
        piece = bisect_right(self._firsts, number) - 1
        span = self._reasons(piece).span_of(part)
        return None if span is None else self._moved(span, piece)

    def _reasons(self, piece: int) -> BodyReasons:
        reasons = self._read.get(piece)
        if reasons is None:
            start = self._starts[piece]
            stop = self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self._end.text)
            inside = (self._end.key, self._firsts[piece])
            text = self._end.text[start:stop]
            reasons = BodyReasons(self._end.request, text, inside=inside)
            self._read[piece] = reasons
        return reasons

    def _moved(self, span: Span, piece: int) -> Span:
        return Span(span.start + self._starts[piece], span.end + self._starts[piece])

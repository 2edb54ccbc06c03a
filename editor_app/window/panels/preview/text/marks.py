"""The marks on the preview's text: its pieces, what conditions left out, and blank values."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from editor_app.analysis.model_text import LeftOutPart, ModelText
from editor_app.template.source_map import Piece
from editor_app.text import Edit, Sentence, Span
from editor_app.window.documents.trust.fixes import note_on
from editor_app.window.kit.words.plain_text import one_line

_T = TypeVar("_T")

MARKED_AT_ONCE: Final = 200
MARKED_AT_ALL: Final = 3_000
"""Numbers of tags up to which marks come at once, or after a pause: a tag takes about 30 microseconds."""


def tag_count(result: ModelText) -> int:
    """Return how many tags the text was made from; without a template each line is a piece too."""
    template = result.analysis.template
    if template is not None:
        return len(template.pieces) // 2
    return result.text.count("\n") // 4


@dataclass(frozen=True, slots=True)
class TextMark:
    """A line of words at an offset of the text: about a part that is not there, or is outranked.

    `role` colours its dashes; `part` is the number of the part, `source` where a click goes if there is none.
    """

    offset: int
    words: str
    sentence: str
    role: str = "cond"
    part: int | None = None
    source: Span | None = None


class ShownPiece(NamedTuple):
    """A piece, and the span it has in the current text."""

    start: int
    end: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    """A row about what was left out at `offset`: above the line that begins there, or below its line.

    A row about a whole part of the text has a `mark`, and no `parts`.
    """

    offset: int
    words: str
    parts: tuple[LeftOutPart, ...]
    below: bool
    mark: TextMark | None = None

    @property
    def role(self) -> str:
        """The colour role of the row."""
        if self.mark is not None:
            return self.mark.role
        return "warn" if any(part.is_unread for part in self.parts) else "cond"


@dataclass(frozen=True, slots=True)
class BlankSign:
    """The place of a value that is empty or does not exist; `label` is its name where nobody may read it."""

    offset: int
    piece: Piece
    label: str = ""


class ModelTextMarks:
    """The marks of one text, by offset; after an edit, marks outside of it are still valid."""

    def __init__(self, result: ModelText, about_parts: Sequence[TextMark] = ()) -> None:
        """Compute the marks of a text; `about_parts` are those about whole parts, in order."""
        self.result = result
        self.about_parts = about_parts
        self._source_map = result.source_map
        text = result.text
        of_parts = (
            LeftOutRow(mark.offset, mark.words, (), _is_within_line(text, mark.offset), mark)
            for mark in about_parts
        )
        of_conditions = _rows(result.left_out, result.text)
        self._rows = tuple(merge(of_parts, of_conditions, key=attrgetter("offset")))
        self._row_offsets = [row.offset for row in self._rows]
        self._signs = tuple(
            BlankSign(piece.output.start, piece, _label(piece, result))
            for piece in result.source_map.named
            if piece.output.start == piece.output.end
        )
        self._sign_offsets = [sign.offset for sign in self._signs]
        self.is_exact = True
        """Whether there was no edit since the marks were computed."""
        self._length = len(result.text)
        self._now = self._length
        self._kept_before = self._kept_behind = self._length

    def follow(self, edit: Edit, length: int) -> None:
        """Record an edit, after which the text has `length` characters."""
        behind = length - edit.span.end - edit.growth
        self._kept_before = min(self._kept_before, edit.span.start)
        self._kept_behind = min(self._kept_behind, behind)
        self._now = length
        self.is_exact = self._kept_before + self._kept_behind > self._length or not self._length

    def pieces(self, start: int, end: int) -> Iterator[ShownPiece]:
        """Yield the pieces that have characters between two offsets."""
        for first, last, shift in self._untouched(start, end):
            for piece in self._source_map.between(first, last):
                piece_start, piece_end = max(piece.output.start, first), min(piece.output.end, last)
                yield ShownPiece(piece_start + shift, piece_end + shift, piece)

    def rows(self, start: int, end: int) -> Sequence[tuple[int, LeftOutRow]]:
        """Return the left-out rows between two offsets, both included, with their current offsets."""
        return self._at(self._rows, self._row_offsets, start, end)

    def signs(self, start: int, end: int) -> Sequence[tuple[int, BlankSign]]:
        """Return the signs of blank values between two offsets, both included, with their current offsets."""
        return self._at(self._signs, self._sign_offsets, start, end)

    def _at(self, marks: Sequence[_T], offsets: Sequence[int], start: int, end: int) -> list[tuple[int, _T]]:
        placed: list[tuple[int, _T]] = []
        if marks:
            for first, last, shift in self._untouched(start, end):
                low, high = bisect_left(offsets, first), bisect_right(offsets, last)
                if low < high:
                    places = zip(offsets[low:high], marks[low:high], strict=True)
                    placed += [(offset + shift, mark) for offset, mark in places]
        return placed

    def _untouched(self, start: int, end: int) -> Sequence[tuple[int, int, int]]:
        """Return the spans of a range that no edit touched, in offsets of the marked text, with shifts."""
        if self.is_exact:
            return ((start, end, 0),)
        untouched = []
        if start < self._kept_before:
            untouched.append((start, min(end, self._kept_before - 1), 0))
        first = self._now - self._kept_behind + 1
        if end >= first:
            shift = self._now - self._length
            untouched.append((max(start, first) - shift, end - shift, shift))
        return untouched


def _label(piece: Piece, result: ModelText) -> str:
    return one_line(name) if (name := piece.name or "") and note_on(result, name) is not None else ""


def _is_within_line(text: str, offset: int) -> bool:
    return offset > 0 and text[offset - 1] != "\n"


def _rows(parts: Sequence[LeftOutPart], text: str) -> Iterator[LeftOutRow]:
    for offset, group in groupby(parts, key=lambda part: part.output):
        left_out = tuple(group)
        reasons = list(dict.fromkeys(part.reason for part in left_out))
        words = Sentence("window-preview.left-out", reasons=reasons)
        yield LeftOutRow(offset, words, left_out, _is_within_line(text, offset))

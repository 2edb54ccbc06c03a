"""The mapping between our exact text and the one in Qt's document.

Qt counts in UTF-16, ends lines at other characters than newlines, and takes
seconds for a key in a very long line. So awkward characters are shown as
placeholders of the same length, and a long line is in Qt as several blocks
joined by soft breaks, which are not in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from unicodedata import category

from editor_app.window.kit.positions import QT_START, QtPosition, Utf16Index
from editor_app.window.text.document.placeholders import (
    SOFT_BREAK,
    Placeholders,
    has_more_placeholders,
    placeholder_places,
)

LONGEST_LINE = 10_000
MOST_PLACEHOLDERS = 200
"""More in a line are too slow for one block: Qt lays each out by itself."""
_PIECE = 1_000
_PIECE_PLACEHOLDERS = 100
_BLOCK_END = "\u2029"
_ONE_UNIT = QtPosition(1)
_gap = re.compile(f"{SOFT_BREAK}[{_BLOCK_END}\n]?")
_joins_the_one_before = re.compile("[\u200c\u200d\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]").match


class TextBridge:
    """Maps offsets and characters of one text to Qt's, and back.

    An offset counts code points of the text; a position counts Qt's UTF-16
    units. Positions inside a surrogate pair or a soft break have the offset of
    its beginning.
    """

    def __init__(self, text: str) -> None:
        """Prepare to show `text`; nothing of it is in Qt yet."""
        self._placeholders = Placeholders()
        self._index = Utf16Index(text)
        self._gaps: list[int] = []
        self._gap_units: list[QtPosition] = []
        self._positions: list[QtPosition] | None = []
        self._units_until: list[QtPosition] = []

    @property
    def extra(self) -> int:
        """The number of characters that take two of Qt's units."""
        return self._index.extra

    @property
    def has_soft_breaks(self) -> bool:
        """Whether a long line is shown in pieces."""
        return bool(self._gaps)

    @property
    def has_placeholders(self) -> bool:
        """Whether a character is shown as a placeholder."""
        return bool(self._placeholders.exact)

    def placeholders_in(self, shown: str) -> list[tuple[int, str]]:
        """Return each placeholder's offset in a text of Qt's and its exact character, "" for a soft break."""
        return self._placeholders.places(shown)

    def is_shown_by_name(self, character: str) -> bool:
        """Whether a character of the text is shown as a placeholder."""
        return bool(character) and character in self._placeholders.exact.values()

    def shown(self, text: str) -> str:
        """Return what to insert into Qt for `text`, with soft breaks in long lines.

        Raises OverflowError where it cannot be shown exactly.
        """
        shown = self._placeholders.shown(text)
        if not has_long_line(shown):
            return shown
        lines = shown.split("\n")
        return "\n".join(_cut_line(line) if is_long_line(line, 0, len(line)) else line for line in lines)

    def begin(self, start: int, end: int, text: str) -> str:
        """Return the text to append to Qt's document for [start, end) of `text`, and note its soft breaks."""
        shown = self.shown(text[start:end])
        gaps = _without_gaps(shown)[1]
        self._gaps += [start + offset for offset, _ in gaps]
        self._gap_units += [units for _, units in gaps]
        self._positions = None
        return shown

    def exact(self, shown: str) -> tuple[str, list[tuple[int, QtPosition]]]:
        """Return the text that `shown`, taken from Qt, stands for, and its gaps.

        A gap is a soft break: (offset in the text, its UTF-16 units, which stand before that offset).
        """
        shown, gaps = _without_gaps(shown)
        return self._placeholders.restored(shown.replace(_BLOCK_END, "\n")), gaps

    def replaced(
        self,
        start: int,
        end: int,
        inserted: str,
        text: str,
        gaps: list[tuple[int, QtPosition]] | None = None,
    ) -> None:
        """Follow an edit: [start, end) became `inserted` with `gaps` in it, and the text became `text`."""
        self._index.replaced(start, end, inserted, text)
        if not self._gaps and not gaps:
            return
        growth = len(inserted) - (end - start)
        first, last = bisect_left(self._gaps, start), bisect_right(self._gaps, end)
        new = gaps or []
        self._gaps[first:] = [
            *(start + offset for offset, _ in new),
            *(offset + growth for offset in self._gaps[last:]),
        ]
        self._gap_units[first:last] = [units for _, units in new]
        self._positions = None

    def position(self, offset: int, *, before_break: bool = False) -> QtPosition:
        """Return the position of `offset` in Qt; at a soft break the one behind it, or before it."""
        units = self._index.units_before(offset)
        if not self._gaps:
            return units
        self._place_gaps()
        count = (bisect_left if before_break else bisect_right)(self._gaps, offset)
        return units + self._units_until[count]

    def offset(self, position: QtPosition) -> int:
        """Return the offset at a position of Qt's; inside a pair or soft break, that of its beginning."""
        if not self._gaps:
            return self._index.offset_at(position)
        placed = self._place_gaps()
        count = bisect_left(placed, position)
        if count and position < placed[count - 1] + self._gap_units[count - 1]:
            return self._gaps[count - 1]
        return self._index.offset_at(position - self._units_until[count])

    def offset_behind(self, position: QtPosition) -> int:
        """Return the offset at a position of Qt's; inside a pair, the one behind it."""
        offset = self.offset(position)
        return offset if self.position(offset) >= position else offset + 1

    def soft_breaks_before(self, offset: int) -> int:
        """Return the number of soft breaks up to `offset`: of the blocks there that begin no line."""
        if not self._gaps:
            return 0
        return sum(1 for units in self._gap_units[: bisect_right(self._gaps, offset)] if units > _ONE_UNIT)

    def _place_gaps(self) -> list[QtPosition]:
        if self._positions is None:
            self._units_until = list(accumulate(self._gap_units, initial=QT_START))
            self._positions = [
                self._index.units_before(offset) + before
                for offset, before in zip(self._gaps, self._units_until, strict=False)
            ]
        return self._positions


def _without_gaps(shown: str) -> tuple[str, list[tuple[int, QtPosition]]]:
    """Return `shown` without its soft breaks, and their places in the result."""
    gaps: list[tuple[int, QtPosition]] = []
    if SOFT_BREAK not in shown:
        return shown, gaps
    removed = 0
    for match in _gap.finditer(shown):
        length = match.end() - match.start()
        gaps.append((match.start() - removed, QtPosition(length)))
        removed += length
    return _gap.sub("", shown), gaps


def has_long_line(text: str) -> bool:
    """Whether a line of `text`, exact or shown, is too long for one block of Qt's to stay quick."""
    at = 0
    while len(text) - at > LONGEST_LINE:
        newline = text.rfind("\n", at, at + LONGEST_LINE + 1)
        if newline < 0:
            return True
        at = newline + 1
    if not has_more_placeholders(text, MOST_PLACEHOLDERS):
        return False
    return any(has_more_placeholders(line, MOST_PLACEHOLDERS) for line in text.split("\n"))


def is_long_line(text: str, start: int, end: int) -> bool:
    """Whether the line [start, end) of `text` is too long for one block of Qt's."""
    return end - start > LONGEST_LINE or has_more_placeholders(text, MOST_PLACEHOLDERS, start, end)


def _cut_line(line: str) -> str:
    """Return a line with soft breaks, never inside a character as drawn."""
    pieces: list[str] = []
    placeholders = placeholder_places(line)
    at = 0
    while (
        len(line) - at > 2 * _PIECE
        or len(placeholders) - bisect_left(placeholders, at) > 2 * _PIECE_PLACEHOLDERS
    ):
        end = _cut_place(line, at, placeholders)
        pieces.append(line[at:end])
        at = end
    pieces.append(line[at:])
    return f"{SOFT_BREAK}\n".join(pieces)


def _cut_place(line: str, at: int, placeholders: list[int]) -> int:
    """Return where to cut a line: behind a space if there is one, else not inside a character as drawn."""
    end = at + _PIECE
    one_more = bisect_left(placeholders, at) + _PIECE_PLACEHOLDERS
    if one_more < len(placeholders):
        end = min(end, placeholders[one_more])
    space = line.rfind(" ", (at + end) // 2, end)
    if space > 0:
        return space + 1
    most = min(at + 2 * _PIECE, len(line))
    while end < most and (
        line[end - 1] == "\u200d"
        or category(line[end]).startswith("M")
        or _joins_the_one_before(line[end]) is not None
    ):
        end += 1
    return end

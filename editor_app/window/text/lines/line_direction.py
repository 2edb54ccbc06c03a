"""The direction of a line of text, that of its first letter outside of tags, and the places of its parts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextFormat, QTextLayout, QTextLine

from editor_app.window.kit.positions import QtPosition

_NAME: Final = r"[ \t]*+(?:#(?:if|unless)[ \t]++|/)?[A-Za-z_][A-Za-z0-9_]*+[ \t]*+"
_BRACES: Final = re.compile(  # also tags that lack a brace, or whose braces are apart
    rf"\{{\{{[^{{}}]*+\}}\}}|\{{\{{{_NAME}\}}?|\{{[ \t]++\{{{_NAME}\}}[ \t]*+\}}"
)
_TAG: Final = re.compile(rf"{_BRACES.pattern}|\{{\{{[#/]?|\[[^\[\]]*+\]")
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ISOLATED: Final = QTextFormat.Property.UserProperty
_WITH_PLACES: Final = QTextLayout.GlyphRunRetrievalFlag.RetrieveStringIndexes
_TOUCHING: Final = 0.1  # pixels
_MOST_LOOKED_AT: Final = 2_000  # characters; a longer line has had a letter by then


def isolate(text_format: QTextCharFormat) -> None:
    """Isolate text with this format, such as a tag: it reads from left to right whatever surrounds it."""
    text_format.setProperty(_ISOLATED, True)  # noqa: FBT003  Qt's signature


def is_isolated(text_format: QTextCharFormat) -> bool:
    """Whether text with this format is isolated, and reads from left to right."""
    return text_format.boolProperty(_ISOLATED)


def runs_left(layout: QTextLayout) -> bool:
    """Whether a text was laid out from right to left."""
    return layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft


class Sight(NamedTuple):
    """The left and right edge of what is visible, in the coordinates of a line's layout."""

    left: float
    right: float


EVERYWHERE: Final = Sight(float("-inf"), float("inf"))


class Edges(NamedTuple):
    """The left and right edge of a character in its line, and whether it runs from left to right."""

    left: float
    right: float
    runs_right: bool


def has_right_to_left(line: str) -> bool:
    """Whether any letter of a line runs from right to left."""
    return not line.isascii() and _RIGHT_TO_LEFT.search(line) is not None


def runs_right_to_left(line: str) -> bool:
    """Whether a line runs from right to left; letters in tags are ignored."""
    if not has_right_to_left(line):
        return False
    text = _TAG.sub("", line[:_MOST_LOOKED_AT])
    return next((bool(_RIGHT_TO_LEFT.match(sign)) for sign in text if sign.isalpha()), True)


def tags_in(line: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each part of a line that reads as a tag in braces, complete or nearly so."""
    return (tag.span() for tag in _BRACES.finditer(line))


def align_by_direction(layout: QTextLayout, line: str, *, has_edge: bool = True) -> bool:
    """Set the direction of a line of text, and align it at that direction's edge if there is one.

    Return whether the direction differs from Qt's; a text that is laid out already has to be laid out again
    then.
    """
    if not runs_right_to_left(line):
        return False
    option = layout.textOption()
    option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    if has_edge:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
    layout.setTextOption(option)
    return True


def span_of(row: QTextLine) -> tuple[QtPosition, QtPosition]:
    """Return the positions in its block at which a row begins and ends."""
    return row.textStart(), row.textStart() + row.textLength()


def x_of(line: QTextLine, place: QtPosition) -> float:
    """Return the x at which the character at `place` begins in its line."""
    return cast("tuple[float, int]", line.cursorToX(place))[0]


def edges_of(line: QTextLine, place: QtPosition) -> Edges:
    """Return the edges of the character at `place` in its line, the whole of one with several code units.

    For the first character after a run of the other direction, Qt gives only the position of the caret, at
    the end of that run; here it is the position of its glyph.
    """
    place = start_of_character(line, place)
    first = x_of(line, place)
    second = cast("tuple[float, int]", line.cursorToX(place, QTextLine.Edge.Trailing))[0]
    if first == second:
        runs = line.glyphRuns(cast("int", place), 1)
        if len(runs) == 1 and len(runs[0].positions()) == 1:
            rect = runs[0].boundingRect()
            return Edges(rect.left(), rect.right(), runs_right=not runs[0].isRightToLeft())
    return Edges(min(first, second), max(first, second), runs_right=first < second)


def start_of_character(line: QTextLine, place: QtPosition) -> QtPosition:
    """Return the position of the character that the code unit at `place` belongs to."""
    start = place
    while start > line.textStart() and cast("tuple[float, QtPosition]", line.cursorToX(start))[1] != start:
        start -= 1
    return start


class DrawnRun(NamedTuple):
    """Characters that Qt draws as one run: their positions in the text, and their place on the screen."""

    start: QtPosition
    end: QtPosition
    edges: Edges


def runs_of(line: QTextLine, first: QtPosition, last: QtPosition) -> list[DrawnRun]:
    """Return the runs of [first, last) in a line, in the order of the text.

    Qt is queried once for all characters: a query for one goes through the whole line. A run in several fonts
    is returned in parts, each with the place of all of them.
    """
    if first >= last:
        return []
    starts: dict[Edges, QtPosition] = {}
    for glyphs in line.glyphRuns(cast("int", first), cast("int", last - first), _WITH_PLACES):
        rect = glyphs.boundingRect()
        edges = Edges(rect.left(), rect.right(), not glyphs.isRightToLeft())
        start = QtPosition(min(glyphs.stringIndexes(), default=cast("int", first)))
        starts[edges] = min(starts.get(edges, start), start)
    is_whole = len(joined(edges[:2] for edges in starts)) == 1  # then no characters of other runs are between
    runs: list[DrawnRun] = []
    for edges, start in sorted(starts.items(), key=lambda item: cast("int", item[1]), reverse=True):
        behind, is_known = last, is_whole and bool(runs)
        while not is_known and behind > start and not _holds(edges, other := edges_of(line, behind - 1)):
            behind -= 1  # tabs, and spaces at a row's end, have a width but no glyph
            runs.append(DrawnRun(behind, behind + 1, other))
        runs.append(DrawnRun(start, behind, edges))
        last = start
    while last > first:
        last -= 1
        runs.append(DrawnRun(last, last + 1, edges_of(line, last)))
    return runs[::-1]


def _holds(run: Edges, character: Edges) -> bool:
    return run.left - _TOUCHING <= character.left and character.right <= run.right + _TOUCHING


def extents_of(line: QTextLine, first: QtPosition, last: QtPosition) -> list[tuple[float, float]]:
    """Return the left and right edges of [first, last) on the screen, which may be in several parts."""
    return joined(run.edges[:2] for run in runs_of(line, first, last))


def run_at(runs: Sequence[DrawnRun], place: QtPosition) -> DrawnRun:
    """Return the run that contains the character at `place`."""
    return runs[bisect_right(runs, place, key=lambda run: run.start) - 1]


def is_seen(runs: Sequence[DrawnRun], start: QtPosition, end: QtPosition, sight: Sight) -> bool:
    """Whether any character in [start, end) may be within the visible edges."""
    first = bisect_right(runs, start, key=lambda run: run.start) - 1
    near = runs[first : bisect_right(runs, end - 1, key=lambda run: run.start)]
    return any(run.edges.right >= sight.left and run.edges.left <= sight.right for run in near)


def joined(intervals: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return intervals sorted from the left, with those that touch merged."""
    result: list[tuple[float, float]] = []
    for left, right in sorted(intervals):
        if result and left <= result[-1][1] + _TOUCHING:
            result[-1] = (result[-1][0], max(right, result[-1][1]))
        else:
            result.append((left, right))
    return result

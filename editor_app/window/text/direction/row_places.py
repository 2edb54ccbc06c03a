"""Finding the character under a point, and the place of the cursor, in right-to-left rows.

Qt's own answer is of no use there: it ignores the parts drawn by `isolated_tags.py`, and between words of
both directions it is often wrong by a few characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from PySide6.QtGui import QTextBlock, QTextLine

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.direction.isolated_tags import (
    IsolatedPart,
    edges_among,
)
from editor_app.window.text.lines.line_direction import edges_of, runs_left, runs_of, start_of_character

_HAIR = 0.5  # pixels: the tolerance for two places to be the same
_FEW = QtPosition(400)  # characters of a row that is searched as a whole


class Beside(NamedTuple):
    """A position of a block, and the character that the cursor is drawn beside; None beside the row's words.

    Between words of two directions one position has two places on the screen.
    """

    position: QtPosition
    character: QtPosition | None

    def shifted(self, by: QtPosition) -> Beside:
        """Return both moved by `by`, such as from a block to its document."""
        return Beside(self.position + by, None if self.character is None else self.character + by)


def span_of(row: QTextLine) -> tuple[QtPosition, QtPosition]:
    """Return the positions in its block at which a row begins and ends."""
    return row.textStart(), row.textStart() + row.textLength()


def character_at(row: QTextLine, x: float, parts: Sequence[IsolatedPart]) -> QtPosition | None:
    """Return the position of the character under `x`; None where there is none."""
    for start, _ in _characters_near(row, x, parts):
        left, right, _ = edges_among(parts, row, start)
        if left <= x < right:
            return start
    return None


def position_at(row: QTextLine, x: float, parts: Sequence[IsolatedPart], *, goes_on: bool) -> Beside:
    """Return the position that a click in a row means; `goes_on` tells that another row follows."""
    row_start, row_end = row.textStart(), row.textStart() + row.textLength()
    last = start_of_character(row, row_end - 1) if row_end > row_start else row_start
    for start, end in _characters_near(row, x, parts):
        left, right, runs_right = edges_among(parts, row, start)
        if left <= x < right:
            is_behind = (x >= (left + right) / 2) is runs_right
            if goes_on and end == row_end:
                is_behind = False  # that position is in the next row
            return Beside(end if is_behind else start, start)
    words = row.naturalTextRect()
    if x >= words.center().x():
        return Beside(row_start, None)
    return Beside(last if goes_on else row_end, None)


def x_beside(row: QTextLine, beside: Beside, parts: Sequence[IsolatedPart]) -> float | None:
    """Return the x of the cursor beside its character; None where it is at neither side of it."""
    if beside.character is None:
        return None
    left, right, runs_right = edges_among(parts, row, beside.character)
    if beside.position == beside.character:
        return left if runs_right else right
    if start_of_character(row, beside.position - 1) == beside.character:
        return right if runs_right else left
    return None


def caret_in(block: QTextBlock, beside: Beside, parts: Sequence[IsolatedPart]) -> tuple[float, QTextLine]:
    """Return the x of the cursor in a right-to-left block, and its row."""
    layout = block.layout()
    if beside.character is not None:
        row = layout.lineForTextPosition(beside.character)
        at = x_beside(row, beside, parts) if row.isValid() else None
        if at is not None:
            return at, row
    part = next((part for part in parts if part.start <= beside.position < part.end), None)
    if part is not None:
        return part.x_of(beside.position), part.row
    row = layout.lineForTextPosition(beside.position)
    return cast("tuple[float, int]", row.cursorToX(beside.position))[0], row


class Goal(NamedTuple):
    """Where Up and Down try to keep the cursor: an x in the layout of a block, inside a tag or not.

    At the edge of a tag the cursor before it and the one behind it may be drawn at one place.
    """

    x: float
    in_part: bool = False


def is_in_part(beside: Beside, parts: Sequence[IsolatedPart]) -> bool:
    """Whether the cursor is drawn inside one of `parts`, and not as one before or behind it."""
    position, character = beside
    if character is None:
        return any(part.start < position < part.end for part in parts)
    return any(part.start <= character < part.end for part in parts)


def place_in_row(block: QTextBlock, row: QTextLine, goal: Goal, parts: Sequence[IsolatedPart]) -> Beside:
    """Return the position in a row that is drawn nearest to `goal`, for a cursor from another row."""
    goes_on, x = row.lineNumber() + 1 < block.layout().lineCount(), goal.x
    if runs_left(block.layout()):
        for near in (x - _HAIR, x + _HAIR):
            found = position_at(row, near, parts, goes_on=goes_on)
            drawn = x_beside(row, found, parts)
            if drawn is not None and abs(drawn - x) <= _HAIR and is_in_part(found, parts) is goal.in_part:
                return found
        return position_at(row, x, parts, goes_on=goes_on)
    position, behind = row.xToCursor(x), row.textStart() + row.textLength()
    if goes_on and position == behind:
        position = start_of_character(row, behind - 1)
    return Beside(position, None)


def x_for_qt(row: QTextLine, position: QtPosition) -> float:
    """Return an x at which Qt finds `position` in a row; without one, an x outside of its words."""
    row_start, row_end = row.textStart(), row.textStart() + row.textLength()
    near = [place for place in (position, position - 1) if row_start <= place < row_end]
    others = _characters(row, row_start, row_end) if row.textLength() <= _FEW else ()
    for place in (*near, *(start for start, _ in others)):
        left, right, _ = edges_of(row, place)
        for x in ((3 * left + right) / 4, (left + 3 * right) / 4):
            if row.xToCursor(x) == position:
                return x
    words = row.naturalTextRect()
    return words.right() + 1 if position == row_start else words.left() - 1


def _characters_near(
    row: QTextLine, x: float, parts: Sequence[IsolatedPart]
) -> Iterator[tuple[QtPosition, QtPosition]]:
    """Yield start and end of each character of the parts and runs at `x`, not of the whole row."""
    for part in parts:
        if part.left - 1 <= x <= part.left + part.width + 1:
            yield from _characters(row, part.start, part.end)
    for run in runs_of(row, *span_of(row)):
        if run.edges.left - 1 <= x <= run.edges.right + 1 and not any(
            part.start <= run.start < part.end for part in parts
        ):
            yield from _characters(row, run.start, run.end)


def _characters(
    row: QTextLine, start: QtPosition, end: QtPosition
) -> Iterator[tuple[QtPosition, QtPosition]]:
    """Yield start and end of each character of [start, end)."""
    while start < end:
        behind = start + 1
        while behind < end and start_of_character(row, behind) != behind:
            behind += 1
        yield start, behind
        start = behind

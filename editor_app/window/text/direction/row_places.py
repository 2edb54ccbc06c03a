"""The character under a point, the place of the cursor, Up, Down and the mouse in right-to-left rows.

Qt's own answer is of no use there: it ignores the parts drawn by `isolated_tags.py`, and between words of
both directions it is often wrong by a few characters. Mouse events are moved so that Qt finds the character
drawn under them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
)

from editor_app.window.kit.positions import QT_NONE, QtPosition, utf16_length
from editor_app.window.text.direction.isolated_tags import (
    IsolatedPart,
    PartsOf,
    edges_among,
)
from editor_app.window.text.lines.line_direction import (
    edges_of,
    runs_left,
    runs_of,
    span_of,
    start_of_character,
    x_of,
)

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


def character_at(row: QTextLine, x: float, parts: Sequence[IsolatedPart]) -> QtPosition | None:
    """Return the position of the character under `x`; None where there is none."""
    for start, _ in _characters_near(row, x, parts):
        left, right, _ = edges_among(parts, row, start)
        if left <= x < right:
            return start
    return None


def position_at(row: QTextLine, x: float, parts: Sequence[IsolatedPart], *, goes_on: bool) -> Beside:
    """Return the position that a click in a row means; `goes_on` tells that another row follows."""
    row_start, row_end = span_of(row)
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
        x = x_beside(row, beside, parts) if row.isValid() else None
        if x is not None:
            return x, row
    part = next((part for part in parts if part.start <= beside.position < part.end), None)
    if part is not None:
        return part.x_of(beside.position), part.row
    row = layout.lineForTextPosition(beside.position)
    return x_of(row, beside.position), row


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
            beside = position_at(row, near, parts, goes_on=goes_on)
            drawn = x_beside(row, beside, parts)
            if drawn is not None and abs(drawn - x) <= _HAIR and is_in_part(beside, parts) is goal.in_part:
                return beside
        return position_at(row, x, parts, goes_on=goes_on)
    position, behind = row.xToCursor(x), row.textStart() + row.textLength()
    if goes_on and position == behind:
        position = start_of_character(row, behind - 1)
    return Beside(position, None)


def x_for_qt(row: QTextLine, position: QtPosition) -> float:
    """Return an x at which Qt finds `position` in a row; without one, an x outside of its words."""
    row_start, row_end = span_of(row)
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


_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_OTHERS = ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)


class Move(NamedTuple):
    """The cursor after Up or Down, the character it is drawn beside, and the goal for the next such key."""

    cursor: QTextCursor
    character: QtPosition | None
    goal: Goal


def caret_x(cursor: QTextCursor, character: QtPosition | None, parts_of: PartsOf) -> float:
    """Return the x of the cursor in the layout of its block, which is right-to-left."""
    block, beside = cursor.block(), _beside_in(cursor, character)
    return caret_in(block, beside, parts_of(block, beside.position, beside.position))[0]


def composing_x(block: QTextBlock, shown: QtPosition, parts_of: PartsOf) -> float:
    """Return the x of the cursor in a composed word; `shown` is Qt's position of it, -1 at the end."""
    layout = block.layout()
    at = layout.preeditAreaPosition()
    place = at - (shown + 2) if shown < QT_NONE else at + utf16_length(layout.preeditAreaText())
    return caret_in(block, Beside(place, None), parts_of(block, place, place))[0]


def moved_by_key(
    event: QKeyEvent,
    cursor: QTextCursor,
    character: QtPosition | None,
    goal: Goal | None,
    parts_of: PartsOf,
) -> Move | None:
    """Return where Up or Down leads from or to a right-to-left row.

    `goal` is that of the last such key, if no other came between. Returns None for a key that is left to Qt.
    """
    step = _STEPS.get(Qt.Key(event.key()))
    if step is None or event.modifiers() & _OTHERS:
        return None
    block = cursor.block()
    position = cursor.position() - block.position()
    row = block.layout().lineForTextPosition(position)
    target = _row_beside(block, row, step)
    if target is None or not (runs_left(block.layout()) or runs_left(target[0].layout()) or goal is not None):
        return None
    if goal is None:  # where the cursor is drawn; in left-to-right rows, Qt's own goal
        drawn = _beside_in(cursor, character)
        if runs_left(block.layout()):
            parts = parts_of(block, drawn.position, drawn.position)
            goal = Goal(caret_in(block, drawn, parts)[0], is_in_part(drawn, parts))
        else:
            x = cursor.verticalMovementX()
            goal = Goal(x if x >= 0 else x_of(row, drawn.position))
    to, to_row = target
    beside = place_in_row(to, to_row, goal, parts_of(to, *span_of(to_row))).shifted(to.position())
    modes, moved = QTextCursor.MoveMode, QTextCursor(cursor)
    extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    moved.setPosition(beside.position, modes.KeepAnchor if extends else modes.MoveAnchor)
    return Move(moved, beside.character, goal)


def _beside_in(cursor: QTextCursor, character: QtPosition | None) -> Beside:
    start = cursor.block().position()
    return Beside(cursor.position() - start, None if character is None else character - start)


def _row_beside(block: QTextBlock, row: QTextLine, step: int) -> tuple[QTextBlock, QTextLine] | None:
    """Return the row above or below one, and its block; None at the text's ends."""
    index = row.lineNumber() + step
    if 0 <= index < block.layout().lineCount():
        return block, block.layout().lineAt(index)
    other = block.next() if step > 0 else block.previous()
    if other.isValid() and not other.isVisible():  # lines that are folded away are passed over
        number = block.firstLineNumber() + block.lineCount() if step > 0 else block.firstLineNumber() - 1
        other = block.document().findBlockByLineNumber(number)
    if not other.isValid():
        return None
    other.document().documentLayout().blockBoundingRect(other)  # lays the block out, if that was not done yet
    count = other.layout().lineCount()
    return (other, other.layout().lineAt(0 if step > 0 else count - 1)) if count else None


class Aim(NamedTuple):
    """The position that a mouse event means, the x to tell Qt instead, and the position Qt finds there."""

    beside: Beside
    x: float
    by_qt: QtPosition


def aim_in(block: QTextBlock, row: QTextLine, x: float, parts_of: PartsOf) -> Aim:
    """Return the aim of a point in a row; there are positions for which Qt has no x."""
    goes_on = row.lineNumber() + 1 < block.layout().lineCount()
    beside = position_at(row, x, parts_of(block, *span_of(row)), goes_on=goes_on)
    at = x_for_qt(row, beside.position)
    start = block.position()
    return Aim(beside.shifted(start), at, start + row.xToCursor(at))


def moved_to(event: QMouseEvent, place: QPointF) -> QMouseEvent:
    """Return the same event at another place of its widget."""
    return QMouseEvent(
        event.type(),
        place,
        event.scenePosition(),
        event.globalPosition(),
        event.button(),
        event.buttons(),
        event.modifiers(),
        event.pointingDevice(),
    )


def drop_moved_to(event: QDropEvent, place: QPointF) -> QDropEvent:
    """Return the same event of something dropped, or still dragged, at another place of its widget."""
    about = event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()
    is_drag = isinstance(event, QDragMoveEvent)
    moved = QDragMoveEvent(place.toPoint(), *about) if is_drag else QDropEvent(place, *about)
    answer_as(moved, event)
    return moved


def answer_as(event: QDropEvent, other: QDropEvent) -> None:
    """Copy the drop action of `other`, and whether it was accepted, to `event`."""
    event.setDropAction(other.dropAction())
    event.setAccepted(other.isAccepted())


def cursor_as_aimed(cursor: QTextCursor, aim: Aim, event: QMouseEvent) -> QTextCursor | None:
    """Return the cursor at the position aimed at; None where Qt has put it there or has not moved it."""
    if cursor.position() != aim.by_qt or aim.by_qt == aim.beside.position:
        return None
    modes = QTextCursor.MoveMode
    extends = event.type() == QEvent.Type.MouseMove or cursor.hasSelection()
    extends = extends or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    result = QTextCursor(cursor)
    result.setPosition(aim.beside.position, modes.KeepAnchor if extends else modes.MoveAnchor)
    return result

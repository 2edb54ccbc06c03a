"""Up, Down and the mouse in right-to-left rows, in which Qt does not know where a character is drawn.

Mouse events are moved so that Qt finds the character drawn under them.
"""

from __future__ import annotations

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
from editor_app.window.text.direction.isolated_tags import PartsOf
from editor_app.window.text.direction.row_places import (
    Beside,
    Goal,
    caret_in,
    is_in_part,
    place_in_row,
    position_at,
    span_of,
    x_for_qt,
)
from editor_app.window.text.lines.line_direction import runs_left

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
    goal = goal or _goal_of(cursor, character, row, parts_of)
    to, to_row = target
    beside = place_in_row(to, to_row, goal, parts_of(to, *span_of(to_row))).shifted(to.position())
    modes, moved = QTextCursor.MoveMode, QTextCursor(cursor)
    extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    moved.setPosition(beside.position, modes.KeepAnchor if extends else modes.MoveAnchor)
    return Move(moved, beside.character, goal)


def _goal_of(cursor: QTextCursor, character: QtPosition | None, row: QTextLine, parts_of: PartsOf) -> Goal:
    """Return the goal for the first key: where the cursor is drawn; in left-to-right rows, Qt's own goal."""
    block = cursor.block()
    beside = _beside_in(cursor, character)
    if runs_left(block.layout()):
        parts = parts_of(block, beside.position, beside.position)
        return Goal(caret_in(block, beside, parts)[0], is_in_part(beside, parts))
    kept = cursor.verticalMovementX()
    return Goal(kept if kept >= 0 else row.cursorToX(beside.position)[0])  # type: ignore[index]  # the stubs say object


def _beside_in(cursor: QTextCursor, character: QtPosition | None) -> Beside:
    start = cursor.block().position()
    return Beside(cursor.position() - start, None if character is None else character - start)


def _row_beside(block: QTextBlock, row: QTextLine, step: int) -> tuple[QTextBlock, QTextLine] | None:
    """Return the row above or below one, and its block; None at the text's ends."""
    index = row.lineNumber() + step
    if 0 <= index < block.layout().lineCount():
        return block, block.layout().lineAt(index)
    other = block.next() if step > 0 else block.previous()
    if not other.isValid() or not other.isVisible():
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

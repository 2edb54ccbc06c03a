"""The mouse in right-to-left rows: events are moved so that Qt finds the character drawn under them."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QMouseEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
)

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.direction.isolated_tags import isolated_parts
from editor_app.window.text.direction.row_places import Beside, position_at, span_of, x_for_qt
from editor_app.window.text.lines.line_direction import Sight


class Aim(NamedTuple):
    """The position that a mouse event means, the x to tell Qt instead, and the position Qt finds there."""

    beside: Beside
    x: float
    by_qt: QtPosition


def aim_in(block: QTextBlock, row: QTextLine, x: float, font: QFont, sight: Sight) -> Aim:
    """Return the aim of a point in a row; there are positions for which Qt has no x."""
    goes_on = row.lineNumber() + 1 < block.layout().lineCount()
    parts = list(isolated_parts(block, font, span_of(row), sight))
    beside = position_at(row, x, parts, goes_on=goes_on)
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


def drag_moved_to(event: QDragMoveEvent, place: QPointF) -> QDragMoveEvent:
    """Return the same event of something dragged at another place of its widget."""
    about = event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()
    moved = QDragMoveEvent(place.toPoint(), *about)
    answer_as(moved, event)
    return moved


def drop_moved_to(event: QDropEvent, place: QPointF) -> QDropEvent:
    """Return the same event of something dropped at another place of its widget."""
    about = event.possibleActions(), event.mimeData(), event.buttons(), event.modifiers()
    moved = QDropEvent(place, *about)
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

"""Moving and deleting in whole characters, over soft breaks as if a long line were one block."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor

from editor_app.window.kit.positions import QtPosition
from editor_app.window.text.document.placeholders import SOFT_BREAK
from editor_app.window.text.document.text_bridge import TextBridge

_Op = QTextCursor.MoveOperation


def out_of_break(cursor: QTextCursor, before: QtPosition) -> QTextCursor | None:
    """Return the cursor moved out of the soft break it is in, away from `before`; None if it is in none."""
    position = _outside(cursor, cursor.position(), before)
    anchor = _outside(cursor, cursor.anchor(), before)
    if position == cursor.position() and anchor == cursor.anchor():
        return None
    result = QTextCursor(cursor)
    result.setPosition(anchor)
    result.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    return result


def around_pairs(cursor: QTextCursor, bridge: TextBridge) -> QTextCursor | None:
    """Return the cursor with both ends before the surrogate pairs they are in; None if they are in none."""
    if not bridge.extra:
        return None
    anchor, position = cursor.anchor(), cursor.position()
    anchor_at, at = (min(end, bridge.position(bridge.offset(end))) for end in (anchor, position))
    if (anchor_at, at) == (anchor, position):
        return None
    result = QTextCursor(cursor)
    result.setPosition(anchor_at)
    result.setPosition(at, QTextCursor.MoveMode.KeepAnchor)
    return result


def word_removal(cursor: QTextCursor, *, backwards: bool) -> QTextCursor:
    """Return a cursor that selects what deleting a word removes: the selection, or up to a word's start."""
    result = removal_over_break(cursor, backwards=backwards, by_word=True)
    if result is None:
        result = QTextCursor(cursor)
        if not result.hasSelection():
            result.movePosition(
                _Op.PreviousWord if backwards else _Op.NextWord, QTextCursor.MoveMode.KeepAnchor
            )
    return result


def removal_over_break(cursor: QTextCursor, *, backwards: bool, by_word: bool = False) -> QTextCursor | None:
    """Return a cursor that selects a soft break and the character or word beyond; None at no soft break."""
    if cursor.hasSelection():
        return None
    block, result = cursor.block(), QTextCursor(cursor)
    if not backwards:
        if block.text()[-1:] != SOFT_BREAK or cursor.positionInBlock() != block.length() - 2:
            return None
        result.setPosition(cursor.position() + 2)
        result.movePosition(_Op.EndOfWord if by_word else _Op.NextCharacter)
    else:
        if not cursor.atBlockStart() or not block.previous().text().endswith(SOFT_BREAK):
            return None
        result.setPosition(cursor.position() - 2)
        result.movePosition(_Op.PreviousWord if by_word else _Op.PreviousCharacter)
    result.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
    return result


def _outside(cursor: QTextCursor, position: QtPosition, before: QtPosition) -> QtPosition:
    block = cursor.document().findBlock(position)
    if position - block.position() != block.length() - 1 or not block.text().endswith(SOFT_BREAK):
        return position
    return position - 1 if position < before else position + 1

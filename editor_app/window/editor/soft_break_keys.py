"""Moving and deleting in a long line as if it were in one piece."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor

from editor_app.window.editor.stand_ins import SOFT_BREAK

_Keys = QKeySequence.StandardKey
_Op = QTextCursor.MoveOperation
_FORWARDS = {_Keys.Delete: _Op.NextCharacter, _Keys.DeleteEndOfWord: _Op.EndOfWord}
_BACKWARDS = {_Keys.Backspace: _Op.PreviousCharacter, _Keys.DeleteStartOfWord: _Op.PreviousWord}


def out_of_break(cursor: QTextCursor, before: int) -> QTextCursor | None:
    """Return a cursor on the side of a soft break it was moving to from `before`, if it stands inside one."""
    position = _outside(cursor, cursor.position(), before)
    anchor = _outside(cursor, cursor.anchor(), before)
    if position == cursor.position() and anchor == cursor.anchor():
        return None
    result = QTextCursor(cursor)
    result.setPosition(anchor)
    result.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    return result


def removal_over_break(cursor: QTextCursor, event: QKeyEvent) -> QTextCursor | None:
    """Return what a deleting key at a soft break removes: the break and the character behind it."""
    if cursor.hasSelection():
        return None
    result = QTextCursor(cursor)
    for keys, move in _FORWARDS.items():
        if event.matches(keys) and cursor.block().text()[cursor.positionInBlock() :] == SOFT_BREAK:
            result.setPosition(cursor.position() + 2)
            result.movePosition(move)
            result.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
            return result
    for keys, move in _BACKWARDS.items():
        if (
            event.matches(keys)
            and cursor.atBlockStart()
            and cursor.block().previous().text().endswith(SOFT_BREAK)
        ):
            result.setPosition(cursor.position() - 2)
            result.movePosition(move)
            result.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
            return result
    return None


def _outside(cursor: QTextCursor, position: int, before: int) -> int:
    block = cursor.document().findBlock(position)
    if position - block.position() != block.length() - 1 or not block.text().endswith(SOFT_BREAK):
        return position
    return position - 1 if position < before else position + 1

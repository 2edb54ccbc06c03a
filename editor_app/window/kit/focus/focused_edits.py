"""Cut, copy, paste and similar commands on the focused widget."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

_Field = QLineEdit | QPlainTextEdit


def edit_focused(action_id: str) -> bool:
    """Do one of the commands, such as "cut", on the focused widget; return whether it can."""
    widget = QApplication.focusWidget()
    if action_id not in {"copy", "select_all"} and isinstance(widget, _Field) and widget.isReadOnly():
        return False  # Qt itself pastes into a read-only line
    method = getattr(widget, "selectAll" if action_id == "select_all" else action_id, None)
    if method is not None:
        method()
    elif action_id.startswith("delete_word") and isinstance(widget, _Field):
        _delete_word(widget, backwards=action_id == "delete_word_before")
    else:
        return False
    return True


def _delete_word(field: _Field, *, backwards: bool) -> None:
    """Delete the selection of a field, or else the text to the beginning of a word."""
    if isinstance(field, QLineEdit):
        if not field.hasSelectedText():
            (field.cursorWordBackward if backwards else field.cursorWordForward)(True)  # noqa: FBT003  marks
        field.del_()
        return
    cursor = field.textCursor()
    if not cursor.hasSelection():
        move = QTextCursor.MoveOperation.PreviousWord if backwards else QTextCursor.MoveOperation.NextWord
        cursor.movePosition(move, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()

"""The keys and turns of the wheel that lead out of the live editor."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from editor_app.window.kinds.chat.conversation.document_rows import row_of
from editor_app.window.kinds.chat.conversation.surface import MessageSurface
from editor_app.window.text.code_editor import CodeEditor

_Key = Qt.Key
_OPERATIONS: Final = {
    _Key.Key_Left: QTextCursor.MoveOperation.Left,
    _Key.Key_Right: QTextCursor.MoveOperation.Right,
}
_PAGES: Final = {_Key.Key_PageUp: -1, _Key.Key_PageDown: 1}


class EditorKeys(QObject):
    """Watches the live editor, and announces keys that leave its text to where a message is."""

    left = Signal(int, bool)
    """By -1 above or 1 below the text; and whether that key goes backwards."""
    paged = Signal(int)

    def __init__(self, surface: MessageSurface) -> None:
        """Watch nothing yet; turns of the wheel scroll the surface."""
        super().__init__(surface)
        self._surface = surface
        self._editor: CodeEditor | None = None

    def watch(self, editor: CodeEditor) -> None:
        """Watch the keys of an editor and the wheel over it."""
        self._editor = editor
        editor.installEventFilter(self)
        editor.viewport().installEventFilter(self)

    def leave(self) -> None:
        """Watch no longer."""
        if self._editor is not None and isValid(self._editor):
            self._editor.removeEventFilter(self)
            self._editor.viewport().removeEventFilter(self)
        self._editor = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a key that leaves the text, and the wheel."""
        editor = self._editor
        if editor is None:
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is editor:
            return self._takes_key(editor, event)
        if event.type() != QEvent.Type.Wheel or not isinstance(event, QWheelEvent):
            return False
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or abs(delta.x()) > abs(delta.y()):
            return False
        QApplication.sendEvent(self._surface.verticalScrollBar(), event)
        return True

    def _takes_key(self, editor: CodeEditor, event: QKeyEvent) -> bool:
        key = _Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or editor.contents.has_held_changes:
            return False
        if key in _PAGES:
            self.paged.emit(_PAGES[key])
            return True
        step, index = _step_out(editor, key), self._surface.live_index
        if step == 0 or index is None or not 0 <= index + step < len(self._surface.stack.items):
            return False
        self.left.emit(step, step < 0)
        return True


def _step_out(editor: CodeEditor, key: Qt.Key) -> int:
    """Return -1 where a key leads from the caret out of the text above it, 1 below it, 0 inside."""
    cursor = editor.textCursor()
    if key == _Key.Key_Up:
        return -1 if row_of(cursor) == 0 else 0
    if key == _Key.Key_Down:
        end = QTextCursor(cursor)
        end.movePosition(QTextCursor.MoveOperation.End)
        return 1 if row_of(cursor) == row_of(end) else 0
    operation = _OPERATIONS.get(key)
    if operation is None or cursor.hasSelection():
        return 0
    if QTextCursor(cursor).movePosition(operation):
        return 0
    if cursor.atStart() and cursor.atEnd():
        return -1 if key == _Key.Key_Left else 1
    return -1 if cursor.atStart() else 1

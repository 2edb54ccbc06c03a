"""Keys typed before the text that they go to is on the screen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QPaintEvent, QWindow
from PySide6.QtWidgets import QAbstractScrollArea

from editor_app.window.kit.work.timers import single_shot

_TURN_MS = 10
_TURNS = 5  # of the event loop: painting comes before keys that are already there, in one turn or the next


class EarlyKeys(QObject):
    """Holds the keys that come to a window, until the text at which they were typed can have them.

    However late they come, it is in the order of typing: what is typed at a window that is loading waits.
    """

    holds = False  # whether keys are still held, which is asked of one that is being destroyed, too

    def __init__(self, window: QWindow, parent: QObject) -> None:
        """Hold from now on what is typed at the window."""
        super().__init__(parent)
        self._window = window
        self._held: list[QKeyEvent] = []
        self._editor: QAbstractScrollArea | None = None
        self._is_same = False
        self._turns_left = _TURNS
        self._turn = single_shot(self, _TURN_MS, self._take_turn)
        self.holds = True
        window.installEventFilter(self)

    def end_at(self, editor: QAbstractScrollArea | None, *, is_same: bool) -> None:
        """Hold keys until `editor` is painted, or without one until those typed by now have come.

        It gets them if its text `is_same` as the one at which they were typed; else nobody does.
        """
        self._editor, self._is_same = editor, is_same
        if editor is None:
            self._turn.start()
        else:
            editor.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold keys, and wait for the first painting."""
        if not self.holds:
            return False
        if watched is self._window and isinstance(event, QKeyEvent):
            event.accept()  # else a shortcut would go on
            if event.type() == QEvent.Type.KeyPress:
                self._held.append(_copy(event))
            return True
        if watched is not self._window and isinstance(event, QPaintEvent | QHideEvent):
            watched.removeEventFilter(self)
            self._turn.start()
        return False

    def _take_turn(self) -> None:
        self._turns_left -= 1
        if self._turns_left:
            self._turn.start()
        else:
            self._end()

    def _end(self) -> None:
        """Give the keys to the editor, up to the first command: what follows that is not for this text."""
        self.holds = False
        self._window.removeEventFilter(self)
        editor, held = self._editor, self._held
        self._editor, self._held = None, []
        if editor is None or not self._is_same:
            return
        modifier = Qt.KeyboardModifier
        for event in held:
            if event.modifiers() & (modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier):
                return
            QCoreApplication.sendEvent(editor, event)


def _copy(event: QKeyEvent) -> QKeyEvent:
    return QKeyEvent(event.type(), event.key(), event.modifiers(), event.text(), event.isAutoRepeat())

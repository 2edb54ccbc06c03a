"""A one-line field that announces what was typed on Enter and on focus loss; Esc restores the old value."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.work.timers import single_shot

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class CommittedField(LineField):
    """A one-line text field; a value that is deleted is restored, unless it `may_be_empty`.

    With `pause_ms`, what was typed is announced after such a pause, too.
    """

    given = Signal(str)

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        may_be_empty: bool = False,
        pause_ms: int | None = None,
    ) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent)
        self._shown = ""
        self._may_be_empty = may_be_empty
        self._soon: QTimer | None = None
        self.setAccessibleName(name)
        if pause_ms is not None:
            self._soon = single_shot(self, pause_ms)
            self._soon.timeout.connect(self.commit)
            self.textEdited.connect(lambda _text: self._wait())

    def show_text(self, text: str) -> None:
        """Show `text`, unless the user is typing another."""
        is_typing = self.isModified() and self.text() != self._shown
        if not (self.hasFocus() and (is_typing or self.text().strip() == text)):
            self.set_text(text)
        self._shown = text

    def set_text(self, text: str) -> None:
        """Show `text`, whatever the user is typing."""
        self._stop_waiting()
        self.setText(text)
        self.setCursorPosition(0)
        self._shown = text

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""
        if self.isModified():
            self._give()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the file unless something was typed here since."""
        return False if not self.isModified() and leaves_history(event) else super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce the value on Enter, restore the old one on Esc."""
        if event.key() in _ENTER:
            self._give()
        elif event.key() == Qt.Key.Key_Escape:
            self._stop_waiting()
            self.setText(self._shown)
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Announce what was typed; what was announced already and refused is replaced by the file's value."""
        super().focusOutEvent(event)
        if self.isModified():
            self.commit()
        else:
            self.setText(self._shown)

    def _give(self) -> None:
        self._stop_waiting()
        typed = self.text().strip()
        self.setModified(False)
        if not typed and not self._may_be_empty:
            self.setText(self._shown)
        elif typed != self._shown:
            self.given.emit(typed)

    def _wait(self) -> None:
        if self._soon is not None:
            self._soon.start()

    def _stop_waiting(self) -> None:
        if self._soon is not None:
            self._soon.stop()


def leaves_history(event: QEvent) -> bool:
    """Whether an event asks to reserve an undo or redo key for the field; if so, it is left to the menus."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    undoes = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
    if undoes:
        event.ignore()
    return undoes

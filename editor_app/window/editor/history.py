"""Undo of a text whose changes are kept in the history of another."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QKeyEvent, QKeySequence

from editor_app.text import Span


class History(Protocol):
    """Takes back and makes again what was done to a text; each says where the cursor belongs then."""

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""

    @property
    def can_redo(self) -> bool:
        """Whether there is something to make again."""

    def undo(self) -> Span | None:
        """Take back the last step."""

    def redo(self) -> Span | None:
        """Make the last step again that was taken back."""


def asks_for_history(event: QKeyEvent) -> bool | None:
    """Say whether a key undoes (True) or redoes (False); None for any other key."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return True
    is_ctrl_y = QKeySequence(event.keyCombination()) == QKeySequence("Ctrl+Y")
    return False if is_ctrl_y or event.matches(QKeySequence.StandardKey.Redo) else None

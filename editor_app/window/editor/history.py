"""Undo of a text whose changes are kept in the history of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence

from editor_app.text import Edit, Span


class History(Protocol):
    """Takes back and makes again what was done to a text."""

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""

    @property
    def can_redo(self) -> bool:
        """Whether there is something to make again."""

    def undo(self) -> None:
        """Take back the last step."""

    def redo(self) -> None:
        """Make the last step again that was taken back."""


def asks_for_history(event: QKeyEvent) -> bool | None:
    """Say whether a key undoes (True) or redoes (False); None for any other key."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return True
    is_ctrl_y = QKeySequence(event.keyCombination()) == QKeySequence("Ctrl+Y")
    return False if is_ctrl_y or event.matches(QKeySequence.StandardKey.Redo) else None


def end_of_change(edited: SignalInstance, act: Callable[[], None]) -> Span | None:
    """Undo or redo with `act`, and return the end of what `edited` told meanwhile, None for nothing."""
    edits: list[Edit] = []
    edited.connect(edits.append)
    try:
        act()
    finally:
        edited.disconnect(edits.append)
    if not edits:
        return None
    end = edits[-1].span.start + len(edits[-1].text)
    return Span(end, end)

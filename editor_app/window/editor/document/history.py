"""Undo of a text whose changes are kept in the history of another."""

from __future__ import annotations

from typing import Protocol

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

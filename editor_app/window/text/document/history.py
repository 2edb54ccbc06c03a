"""The interface of what undoes and redoes the changes of a text."""

from __future__ import annotations

from typing import Protocol

from editor_app.text import Span


class History(Protocol):
    """Undoes and redoes the changes of a text; both return where to put the cursor, if anywhere."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""

    def undo(self) -> Span | None:
        """Undo the last step."""

    def redo(self) -> Span | None:
        """Redo the last step that was undone."""

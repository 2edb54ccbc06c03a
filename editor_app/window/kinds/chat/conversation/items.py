"""What the conversation shows of each message."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from editor_app.window.kit.rows.row_style import Counts
from editor_app.window.kit.words.plain_text import one_line

NO_ROLE = "no role"
_NO_COUNTS = Counts()


@dataclass(frozen=True, slots=True)
class ConversationItem:
    """A message of a chat; `content` is its text with plain backticks, `counts` are its problems."""

    path: Path
    number: str
    role: str | None
    content: str
    counts: Counts = _NO_COUNTS
    is_unsaved: bool = False
    has_error: bool = False

    @property
    def shown_role(self) -> str:
        """The role in words, as one line."""
        return one_line(self.role) if self.role else NO_ROLE

    def in_words(self, place: int, count: int) -> str:
        """Return a description for a screen reader; `place` counts from 0."""
        parts = [f"Message {self.number}, {place + 1} of {count}", self.shown_role]
        if self.counts.total:
            parts.append(self.counts.in_words())
        if self.is_unsaved:
            parts.append("unsaved")
        return ", ".join(parts)

    def with_content(self, content: str) -> ConversationItem:
        """Return the message with another text."""
        return replace(self, content=content)

"""A clock that stands still, and files of a library, for the tests of conversations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from editor_app.conversations.service import ConversationService

NOW = datetime(2026, 3, 4, 9, 12, tzinfo=UTC)
Opener = Callable[..., ConversationService]


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def go(self, **time: float) -> None:
        self.now += timedelta(**time)


def write_template(library: Path, text: str) -> Path:
    """Write the system-prompt template of a library."""
    path = library / "system-prompt.tmpl"
    path.write_text(text, "utf-8")
    return path

"""A world for windows of tests that see the files and the git of this machine."""

from __future__ import annotations

from datetime import UTC, datetime


class Machine:
    """A world in which a window has sources of its own."""

    sources = None
    time = datetime(2026, 3, 4, 12, tzinfo=UTC)

    def become(self, _other: Machine) -> None:
        """Stay what it is: nothing is counted here."""

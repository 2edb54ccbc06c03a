"""The journals of windows, as files."""

from __future__ import annotations

from pathlib import Path


def journal_paths(state: Path) -> list[Path]:
    """Return the journals in a state folder."""
    return sorted((state / "journals").glob("*/*.journal"))

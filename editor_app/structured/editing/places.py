"""Places on the lines of a text."""

from __future__ import annotations

from editor_app.text import line_start


def column_of(source: str, at: int) -> int:
    """Return how far into its line `at` stands."""
    return at - line_start(source, at)


def indent_of(source: str, at: int) -> str:
    """Return the blanks that the line `at` stands on begins with, those before `at`."""
    line = source[line_start(source, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]

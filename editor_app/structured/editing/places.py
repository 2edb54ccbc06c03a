"""Places on the lines of a text."""

from __future__ import annotations


def line_start(source: str, at: int) -> int:
    """Return where the line `at` stands on begins."""
    return source.rfind("\n", 0, at) + 1


def line_end(source: str, at: int) -> int:
    """Return where the line `at` stands on ends, before its newline."""
    end = source.find("\n", at)
    return len(source) if end < 0 else end


def column_of(source: str, at: int) -> int:
    """Return how far into its line `at` stands."""
    return at - line_start(source, at)


def indent_of(source: str, at: int) -> str:
    """Return the blanks that the line `at` stands on begins with, those before `at`."""
    line = source[line_start(source, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]

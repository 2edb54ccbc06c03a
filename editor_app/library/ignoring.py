"""Reading and matching `.gitignore` files as git does, without calling git."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from editor_app.library.globs import (
    MOST_CHARACTERS,
    MOST_SEGMENTS,
    Glob,
    SegmentTest,
    read_glob,
    segment_test,
)

MOST_RULES = 1000  # each is matched against every file, and anybody may have written them


class IgnoreRule(NamedTuple):
    """One line of a `.gitignore`: a test for a name anywhere, or a glob for a path from its folder."""

    keeps: bool
    folders_only: bool
    name: SegmentTest | None
    glob: Glob | None


class IgnoreFile(NamedTuple):
    """The rules of one `.gitignore`, the last line first, and its folder's depth below the top."""

    rules: tuple[IgnoreRule, ...]
    depth: int


def read_ignore_rules(text: str) -> tuple[IgnoreRule, ...]:
    """Read the lines of a `.gitignore`, the last one first; lines that match nothing in git are left out."""
    rules = []
    for line in text.split("\n")[:MOST_RULES]:
        rule = _read_rule(line) if len(line) <= MOST_CHARACTERS else None
        if rule is not None:
            rules.append(rule)
    return tuple(reversed(rules))


def _read_rule(line: str) -> IgnoreRule | None:
    pattern = _without_trailing_spaces(line)
    if not pattern or pattern.startswith("#"):
        return None
    keeps = pattern.startswith("!")
    pattern = pattern[1:] if keeps else pattern
    folders_only = pattern.endswith("/")
    pattern = pattern[:-1] if folders_only else pattern
    if not pattern or _ends_in_open_escape(pattern):
        return None
    if "/" not in pattern:
        return IgnoreRule(keeps, folders_only, segment_test(pattern), None)
    segments = pattern.removeprefix("/").split("/")
    if len(segments) > MOST_SEGMENTS or "" in segments:
        return None
    return IgnoreRule(keeps, folders_only, None, read_glob(segments))


def _without_trailing_spaces(line: str) -> str:
    stripped = line.removesuffix("\r").rstrip(" ")
    if len(stripped) < len(line) and _ends_in_open_escape(stripped):
        return stripped + " "
    return stripped


def _ends_in_open_escape(pattern: str) -> bool:
    return (len(pattern) - len(pattern.rstrip("\\"))) % 2 == 1


def is_ignored(files: Sequence[IgnoreFile], path: Sequence[str], *, is_folder: bool) -> bool:
    """Whether the `.gitignore` files above a path ignore it.

    `files` go from the top down and `path` is the segments from the top; the
    nearest file decides, in it the last line that matches. The folders above
    are taken not to be ignored themselves.
    """
    name = path[-1]
    for rules, depth in reversed(files):
        for keeps, folders_only, name_test, glob in rules:
            if folders_only and not is_folder:
                continue
            if name_test(name) if name_test is not None else glob is not None and glob.matches(path[depth:]):
                return not keeps
    return False
